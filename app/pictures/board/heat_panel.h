// One matrix of a picture: its cells, title with symbol and shape, legend, outlines, marks of what was edited and what
// differs, numbers where cells are wide. The board (layout.h) says where it lies and which lines are shown; its labels
// are in heat_labels.h.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/pictures/board/words_fit.h"

namespace glassformer {

/// The lines of a matrix along one side of the board, shared by all panels on it.
struct Track {
    int count = 1;             // lines of the whole axis
    float weight = 1;          // its share of the space is weight · √count
    float largest = 0;         // pixels a cell may grow to; 0: the board's limit
    float least = 0;           // pixels a cell should have for its label, where tracks that ask for none can spare them
    float fixed = 0;           // > 0: no cells but a free strip of this many pixels (a curve, clock hands, bars)
    float window_cell = 4;     // pixels of a cell where not all fit and only a window is shown
    int focus = 0;             // … centred here
    int window = 0;            // > 0: at most so many lines are shown
    std::vector<int> first{};  // lines that matter most, in the order they are to be shown in where not all fit
    float gap = 0;             // in front, beside what labels and titles take
    std::string sign{};        // in that gap: "+", "="

    // Found by Board::solve().
    std::vector<int> shown{};  // which line each cell stands for
    std::vector<int> kept{};   // indices of cells that must have their labels, the most important first
    float cell = 0;            // pixels
    float at = 0, before = 0, after = 0;

    float length() const { return fixed > 0 ? fixed : cell * static_cast<float>(shown.size()); }
    bool whole() const { return static_cast<int>(shown.size()) == count; }
    int place_of(int line) const;  // where a line is shown, or −1
};

enum class TitlePlace : std::uint8_t { none, above, right };

struct Outline {
    int row = 0, col = 0, rows = 1, cols = 1;  // places, not lines
    Colour colour{};
    float width = 1.5F;
    bool passing = false;  // on the way of a motion: labels are not chosen by it
};

struct HeatPanel {
    Slice slice;
    HeatStyle style;
    int row_track = 0, col_track = 0;
    int operand = -1;      // which operand of the stage; −1: the stage itself
    bool result = false;   // the stage's own cells: they are revealed step by step, and rect_of() looks for them here
    std::string symbol{};  // markup; empty: the record's, in its colour
    std::string brief_symbol{};  // … above columns that are too narrow for it
    bool whole_symbol = false;   // the gap after its columns grows until its symbol has room
    std::string note{};          // after the shape: "each row sums to 1"
    TitlePlace title = TitlePlace::above;
    bool row_labels = false, col_labels = false, legend = true;
    bool legend_in_corner = false;   // above the title instead of below the cells: the free corner of a product
    bool legend_beside = false;      // at the right of the cells, on their line
    bool outlined_sources = true;    // the cells that made the lit cell are outlined
    std::vector<float> row_share{};  // how much a row counts, 0 … 1; < 0: nothing to show in it
    bool share_bars = false;         // … is drawn in front of it
    std::vector<bool> grey_rows{};   // marked as not trained
    int known = -1;                  // entries that are computed so far, row by row; −1: as the result says, or all
    bool waiting = false;            // … and no entry is being computed now
    int answers_for = -1;            // derived cells stand for this record's cells at the same row and column
    std::string derived{};           // … and the name of their numbers: "gradient"

    // Found by Board::solve().
    Rect rect{};
    std::vector<Outline> outlines{};
    LabelFit col_fit{};
    bool numbers = false;                           // cells carry their numbers
    bool rows_frozen = false, cols_frozen = false;  // the labels are drawn by the board, at the edge of what is seen

    Rect cell(const Track& rows, const Track& cols, int row, int col) const;  // of lines; empty where not shown
};

/// True where the cells of this panel alone have room for their numbers.
bool numbers_fit(const Page& page, const HeatPanel& panel, const Track& rows, const Track& cols);

/// Room for labels and title around a panel.
struct Margins {
    float left = 0, top = 0, right = 0, bottom = 0;
};
Margins margins(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols);
/// Width of its symbol in the smallest size that a title may have.
float least_title_width(Page& page, const HeatPanel& panel);

/// `title_width`: how far the title may reach from the panel's left edge; `title_top`: where it stands.
void draw_panel(Page& page, HeatPanel& panel, const Track& rows, const Track& cols, float title_top, float title_width);

/// Draws the symbol, then `text` (the shape), on one line from `at` (its top left); returns the width.
float draw_title(Page& page, Vec2 at, const std::string& symbol, const std::string& text, float width);

/// "1.25", "−12.3", "0.013" where the largest number beside it is below 0.1: as short as a cell needs it.
std::string short_number(float value, float largest = 1);

}  // namespace glassformer
