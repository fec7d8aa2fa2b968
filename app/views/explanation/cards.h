// Cards of the panel, from top to bottom: each measures itself, draws its box and moves the pen below it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/paint/formula.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/derivative_checker.h"
#include "app/views/explanation/look_at.h"
#include "app/views/explanation/loss_summary.h"
#include "app/views/explanation/page_text.h"
#include "app/views/explanation/statistics.h"
#include "app/views/shared/focus.h"
#include "app/widgets/controls.h"

namespace glassformer {

/// "What to look at: the longest bars." of "The longest bars."
std::string look_line(std::string_view what);

/// What the panel says about a stage. Where its numbers are those of the stage before, that comes first.
std::string sentence_of(const Trace& trace, const Record& at);

class PanelWriter {
public:
    PanelWriter(ViewContext& context, Focus& focus, const Rect& place)
        : context_(context), ui_(context.ui), focus_(focus), place_(place), em_(context.ui.em) {}

    /// The page of the view: title, formula, sentence, what to look at. `record`: what the formula's symbols are of.
    /// `here`: what there is to see in this run; null: nothing is said of it.
    void page(const PageText& text, int record, const LookAt* here = nullptr);
    void heading(const Record& at);
    /// "Stage 3 of 45 · A [query 13 × key 13] · head 1"
    void caption(const Record& at, int record);
    /// Its symbols answer to the mouse and the keyboard (symbols.cpp).
    void formula(int record);
    /// `bars`: their colour; plain: that of the cell's record.
    /// `all`: the terms that are left out cannot be asked for. `kept`: widths of a long sum, for its next frame.
    void arithmetic(const Arithmetic& arithmetic, const CellRef& cell, Meaning bars = Meaning::plain, bool all = false,
                    TermWidths* kept = nullptr);
    /// The line of the terms that are left out was pressed: all of them are wanted.
    bool wants_all_terms() const { return wants_all_terms_; }
    /// What there is below a sum that is written to its end: leave out the small terms again, another order, a copy.
    struct TermTools {
        bool fewer = false, copy = false;  // pressed
    };
    /// `sort`: null where the order cannot be chosen.
    TermTools term_tools(TermSort* sort);
    /// A card with a sentence in small letters.
    void remark(const std::string& text);
    /// The three parts: what happens, why, what to look at; the first alone without `look` (null).
    void sentence(const Record& at, const LookAt* look);
    /// `known`: null while it is being computed.
    void statistics(const Record& at, const Statistics* known, const HeatStyle& scale, const ConstMatrix& of);
    void keys(const Record& at);
    /// Button to the Positions view, at the stages where the model's encoding is applied (position_card.cpp).
    void position_link(const Record& at);
    /// Button to the steps of lessons that show the stage; nothing where there are none (lesson_card.cpp).
    void lesson_link(const Record& at);

    // Backward pass (backward_cards.cpp).
    void chain_formula(const Record& at, int record);
    /// Button of the finite-difference check and its result; true when pressed.
    bool check(const DerivativeChecker::Answer& answer, const CellRef& cell);
    void loss(const LossSummary& summary);
    /// Field for the target labels, in the form that core/session/labels.h reads.
    TextEvent labels(std::string& written, const Model& model);
    void path(const Arithmetic& path);
    /// Draws nothing where no cell is watched.
    void watch(const Watch& watch);
    /// The list of breakpoints: a click goes there, the dot turns one on or off, the cross deletes it. Draws nothing
    /// where there is none (breakpoint_card.cpp).
    void breakpoints(std::vector<Breakpoint>& points);

    float y() const { return place_.y; }
    /// Heights of whole cards with the space below them; of the statistics only the line above the histogram.
    float height_of(const Arithmetic& arithmetic, const CellRef& cell) const;
    float height_of_sentence(const Record& at, const LookAt* look);
    float height_of_figures() const { return card_height(1.4F * em_); }

private:
    /// Draws these parts in the rectangle; null: only measures them. Returns the height.
    float sentence_text(const Record& at, const LookAt* look, const Rect* draw_in);
    /// The cell is lit while the text is pointed at, and chosen by a click.
    void mark_look(const Rect& place);
    void look_link(const Rect& place, const LookAt& look);
    float rows_height(const Arithmetic& arithmetic, const CellRef& cell) const;
    float card_height(float inside) const { return inside + 2 * padding() + 0.8F * em_; }
    /// The inside of a new card, `height` tall.
    Rect card_of(float height);
    float inner_width() const { return place_.w - 2 * padding(); }
    float padding() const { return 0.85F * em_; }
    float piece(const ArithmeticPiece& piece, Vec2 baseline, float size, bool draw) const;
    float pieces_width(const ArithmeticRow& row, float size) const;
    /// `formula`: tells the panel's formulas apart.
    void symbols(int record, std::span<const FormulaPlace> places, const char* formula = "symbol");
    /// Words of the glossary in a drawn paragraph lead to its page (term_links.cpp).
    void term_links(const Rect& rect, const std::string& text, const TextStyle& style, const char* paragraph);
    void row(const ArithmeticRow& row, const Rect& line, float size, const Rect& bars, int number);
    void edit_line(const Rect& line, const CellRef& cell) const;
    /// True where the meaning of a named step does not fit beside it and gets its own line.
    bool label_below(const ArithmeticRow& row) const;
    static bool starts_last(const Arithmetic& arithmetic, std::size_t i);

    ViewContext& context_;
    Ui& ui_;
    Focus& focus_;
    Rect place_;
    float em_;
    int explained_record_ = -1;
    bool wants_all_terms_ = false, all_terms_ = false;
    Meaning bars_ = Meaning::plain;  // color of the arithmetic's bars; plain: the record's
};

}  // namespace glassformer
