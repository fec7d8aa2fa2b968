#include "app/render/faces.h"

namespace glassformer {

namespace {

constexpr FaceRow rows[] = {
    {" Sans", {em::small, em::body, em::large, em::title}, Face::sans, true},
    {" Sans", {em::small, em::body, em::large, em::title}, Face::bold, true, true},
    {" Sans Mono", {em::small, em::body, em::large}, Face::mono, false},
    {" Sans Mono", {em::small, em::body}, Face::mono_bold, false, true},
    {" Serif", {em::small, em::body, em::large, em::title}, Face::italic, false, false, true},
    {" Serif", {em::small, em::body, em::large, em::title}, Face::serif, false},
    {" Sans", {em::large}, Face::slanted, true, false, true},
};

}  // namespace

std::span<const FaceRow> face_rows() { return rows; }

}  // namespace glassformer
