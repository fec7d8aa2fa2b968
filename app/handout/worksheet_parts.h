// The pieces of a page of exercises: text, formulas, matrices, boxes for results and room to write. Each is measured by
// the same function that draws it.
#pragma once

#include <span>
#include <string>

#include "app/paint/painter.h"
#include "core/exercises/exercise.h"

namespace glassformer {

/// Of a page that is drawn with the body size of the window, where lines are as thin as letters: units to each point,
/// 1/72 inch, of the paper.
inline constexpr float paper_point = 1.4F;
inline constexpr float paper_body = 10.5F * paper_point;

class WorksheetParts {
public:
    WorksheetParts(Painter& painter, float left, float width) : painter_(painter), left_(left), width_(width) {}

    // All: from y downwards; the height that is used. `draw` false: only measured.
    float words(float y, const std::string& text, bool draw);
    float parts(float y, std::span<const ExercisePart> parts, bool draw);
    /// With their values, or empty.
    float answers(float y, std::span<const ExerciseAnswer> answers, bool filled, bool draw);
    /// A field of dots.
    void room(float y, float height);

private:
    struct Cells {  // how a table is laid out
        float name = 0, row_names = 0, head = 0, row = 0, width = 0, height = 0;
        std::vector<float> cols;
    };
    Cells cells_of(const NumberTable& table, float least_width, float row_height);
    void draw_table(const NumberTable& table, const Cells& cells, float x, float y, bool boxes);
    float formulas(float y, std::span<const ExercisePart> parts, bool draw);
    float tables(float y, std::span<const NumberTable> tables, bool draw);
    float wide(const std::string& markup, float size);
    void formula_in(const Rect& rect, const std::string& markup, float size, Align align);

    Painter& painter_;
    float left_, width_;
};

}  // namespace glassformer
