// The arithmetic of the selected cell in its picture: a line with its largest terms, beside the cell, with a leader to
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/pictures/board/occupied.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/context.h"

namespace glassformer {

/// "5.02 · 2.88 + … = 44.48": at most two terms of the cell's last step, the largest first, with the card's digits. Of
/// a looked-up row which one it is: "row 17 of W_E". Empty where a line would say no more than the number: a copy, a
/// masked or an edited cell.
std::vector<ArithmeticPiece> tag_pieces(const Evaluation& evaluation, const CellRef& cell);

/// Where a tag of this size stands: at one of the four corners of the cell, inside `area`, clear of the cell's row and
/// column, of outlines and of words, where it covers the fewest cells; empty where there is no such place.
std::optional<Rect> tag_place(const Occupied& taken, const Rect& cell, Vec2 size, const Rect& area, float em);

class CellTag {
public:
    /// Draws the tag of the scene's selected cell, whose place in the picture is `cell`; the tag stays in `area`, the
    /// part of the picture in sight.
    void draw(ViewContext& context, const Rect& area, const Scene& scene, const Rect& cell, const Rect& picture);

private:
    /// What a place was found for.
    struct Seen {
        std::uint64_t generation = 0;
        CellRef cell{};
        Rect area, place;
        float em = 0;
        bool operator==(const Seen&) const = default;
    };
    Seen seen_;
    std::vector<ArithmeticPiece> pieces_;
    std::optional<Rect> tag_;
};

}  // namespace glassformer
