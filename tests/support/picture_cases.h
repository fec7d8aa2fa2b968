// Every stage of the small models of the pictures, evaluated once: what tests of pictures go through.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"
#include "tests/support/picture_models.h"

namespace glassformer::test::pictures {

inline constexpr Rect area{100, 50, 900, 480};

inline bool inside(const Rect& bounds, const Rect& of) {
    constexpr float rounding = 1.5F;
    return bounds.x >= of.x - rounding && bounds.y >= of.y - rounding && bounds.right() <= of.right() + rounding &&
           bounds.bottom() <= of.bottom() + rounding;
}

struct PictureCase {
    std::string model;
    std::shared_ptr<Evaluation> evaluation;
};

inline const std::vector<PictureCase>& picture_cases() {
    static const std::vector<PictureCase> all = [] {
        std::vector<PictureCase> made;
        for (const PictureModel& model : picture_models()) made.push_back({model.name, evaluated(model)});
        return made;
    }();
    return all;
}

template <class Check>
void every_stage(const Check& check) {
    for (const PictureCase& c : picture_cases())
        for (const int id : c.evaluation->trace().stages()) {
            const Record& record = c.evaluation->trace().record(id);
            CAPTURE(c.model);
            CAPTURE(record.name);
            PictureMemory memory;
            check(record, Scene{.evaluation = *c.evaluation, .record = id, .memory = &memory});
        }
}

inline int stage_of(const Evaluation& evaluation, const std::string& name) {
    const int id = evaluation.trace().find(name);
    REQUIRE_MESSAGE(id >= 0, name);
    return id;
}

}  // namespace glassformer::test::pictures
