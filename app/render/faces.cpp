#include "app/render/faces.h"

namespace glassformer {

namespace {

constexpr FaceRow rows[] = {
    {Face::sans, true, " Sans", false, false, {em::small, em::body, em::large, em::title}},
    {Face::bold, true, " Sans", true, false, {em::small, em::body, em::large, em::title}},
    {Face::mono, false, " Sans Mono", false, false, {em::small, em::body}},
    {Face::mono_bold, false, " Sans Mono", true, false, {em::small, em::body}},
    {Face::italic, false, " Serif", false, true, {em::small, em::body, em::title}},
    {Face::serif, false, " Serif", false, false, {em::small, em::body, em::title}},
};

}  // namespace

std::span<const FaceRow> face_rows() { return rows; }

}  // namespace glassformer
