// How the page Steps draws one head: used by large_head.cpp (layout, strips, words) and head_feeders.cpp (lines,
// marks).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/layout.h"
#include "app/views/attention/head_plan.h"
#include "app/views/attention/modes.h"

namespace glassformer {

/// Rows of a matrix that may lie in several records: a recurrent decoder computes each step's query on its own.
struct Rows {
    std::vector<Slice> parts{};  // one with all rows, or one a row
    HeatStyle style{};
    explicit operator bool() const { return !parts.empty(); }
    /// The matrices that they lie in.
    std::vector<ConstMatrix> matrices() const {
        std::vector<ConstMatrix> all;
        for (const Slice& part : parts) all.push_back(part.values);
        return all;
    }
    int count() const { return parts.size() == 1 ? parts[0].values.rows : static_cast<int>(parts.size()); }
    int columns() const { return parts.front().values.cols; }
    int record() const { return parts.front().record; }
};

class HeadPainter {
public:
    HeadPainter(Page& page, const AttentionShow& show);
    HeadDrawn draw();

private:
    void lay_out();
    void place_strips();
    void draw_strips();
    void name_sides();
    void feed_rows();
    void feed_columns();
    void feed_result();
    void mark_lit();
    void weigh();
    float strength(const std::vector<float>& belongs, int place) const;
    Rows rows_of(bool queries) const;
    Rows all_of(int record) const;
    void draw_rows(const Rows& rows, const Rect& rect, int lit, bool upright);
    void feeder(HeadFeeder feeder, Vec2 leaves, Vec2 arrives, Meaning meaning, float width, float strength);
    Colour tone(Meaning meaning) const { return colour(theme_, meaning); }
    int row() const { return pair_.query < 0 ? -1 : rows_->place_of(pair_.query - first_); }
    int column() const { return pair_.key < 0 ? -1 : cols_->place_of(pair_.key); }

    Page& page_;
    const AttentionShow& show_;
    Painter& painter_;
    const Theme& theme_;
    const Trace& trace_;
    const float em_;
    std::vector<int> maps_;
    int large_ = -1, first_ = 0;  // the large map's record; the token of its first row
    int steps_ = 1;               // of a recurrent decoder whose weights of all steps are shown
    Pair pair_;
    HeadPlan plan_;
    std::unique_ptr<Board> board_;
    HeatPanel* panel_ = nullptr;
    const Track *rows_ = nullptr, *cols_ = nullptr;
    Rows queries_, keys_, values_, results_;
    Margins words_;
    std::vector<LabelEnd> row_ends_, col_ends_;
    // How far each row and column shown belongs to what is chosen, 0 … 1.
    std::vector<float> of_queries_, of_keys_;
    HeadDrawn drawn_;
};

}  // namespace glassformer
