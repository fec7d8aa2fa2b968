#include "app/views/walk/cell_tag.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/printed_number.h"
#include "app/views/walk/texts.h"
#include "core/ops/activation_table.h"
#include "core/ops/ops.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr std::size_t most_tag_terms = 2;

/// The row of the table that a cell was copied from; −1 where the operation looks up none, or multiplies it.
int looked_up_row(const Record& record, const Derivation& derivation) {
    const std::string_view name = record.operation->name();
    if (name != "embed" && name != "learned_positions") return -1;
    for (const Step& step : derivation.steps)
        for (const Term& term : step.terms)
            if (term.factors.size() == 1 && term.factors.front().kind == Factor::Kind::operand &&
                term.factors.front().operand == 1)
                return term.factors.front().cell[0];
    return -1;
}

/// The function of a cell's own input; null where there is another operation.
const Activation* activation_of(const Record& record) {
    if (record.operation->name() != "activate") return nullptr;
    return settings_of<op::ActivationSettings>(*record.operation).activation;
}

/// What stands left of a term's own result, without the blanks that align a card's lines.
std::vector<ArithmeticPiece> left_side(const ArithmeticRow& row) {
    std::vector<ArithmeticPiece> pieces;
    for (std::size_t i = 1; i < row.pieces.size(); ++i) {  // the first is the sign
        ArithmeticPiece piece = row.pieces[i];
        if (piece.text == " = ") break;
        if (pieces.empty() || pieces.back().text.ends_with(' ')) piece.text.erase(0, piece.text.find_first_not_of(' '));
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

/// From the nearest corner of the cell to the tag.
std::array<Vec2, 2> leader(const Rect& tag, const Rect& cell, float em) {
    const bool right = tag.x > cell.x, below = tag.y > cell.y;
    return {Vec2{right ? cell.right() : cell.x, below ? cell.bottom() : cell.y},
            Vec2{right ? tag.x + 0.3F * em : tag.right() - 0.3F * em, below ? tag.y : tag.bottom()}};
}

/// True where a leader would strike out one of these.
bool strikes(const std::array<Vec2, 2>& line, const std::vector<Rect>& words, float em) {
    const Vec2 way = line[1] - line[0];
    const int points = 2 + static_cast<int>(2 * std::hypot(way.x, way.y) / em);
    for (int i = 0; i <= points; ++i) {
        const Vec2 at = line[0] + way * (static_cast<float>(i) / static_cast<float>(points));
        if (std::ranges::any_of(words, [&](const Rect& word) { return word.inset(-0.2F * em).contains(at); }))
            return true;
    }
    return false;
}

/// A number alone, which is the result itself.
bool says_nothing(const Step& step) {
    if (step.terms.size() != 1 || step.each != nullptr || step.after != nullptr) return step.terms.empty();
    const std::vector<Factor>& factors = step.terms.front().factors;
    return factors.size() < 2 && (factors.empty() || (factors.front().minus_step < 0 && !factors.front().divides));
}

}  // namespace

std::vector<ArithmeticPiece> tag_pieces(const Evaluation& evaluation, const CellRef& cell) {
    const Trace& trace = evaluation.trace();
    const Record& record = trace.record(cell.record);
    if (!record.operation) return {};
    const Derivation derivation = trace.derive(cell.record, cell.cell);
    if (derivation.steps.empty()) return {};
    if (const int row = looked_up_row(record, derivation); row >= 0) {
        const Record& table = trace.record(record.operands[1]);
        return {{.text = fmt::format(texts::walk::tag_row_of, row, plain_formula(table.symbol)),
                 .meaning = table.stage->meaning}};
    }
    if (const Activation* const activation = activation_of(record)) {
        const int before_id = record.operands[0];
        const Record& before = trace.record(before_id);
        return {{.text = std::string(activation->title) + "("},
                {.text = number_text(static_cast<double>(before.at(cell.cell))),
                 .meaning = before.stage->meaning,
                 .source = {before_id, cell.cell}},
                {.text = ")"},
                {.text = " = " + number_text(derivation.value), .strong = true}};
    }
    const Step& last = derivation.steps.back();
    if (says_nothing(last) || !std::isfinite(derivation.value)) return {};
    const Arithmetic arithmetic = arithmetic_of(evaluation, cell, static_cast<int>(most_tag_terms));
    const int step = static_cast<int>(derivation.steps.size()) - 1;
    const bool largest = last.combine == Step::Combine::maximum;
    std::vector<ArithmeticPiece> pieces;
    if (largest) pieces.push_back({.text = texts::walk::tag_largest_of});
    if (last.after != nullptr) pieces.push_back({.text = std::string(last.after->name) + "("});
    // The largest terms, in the order of the sum; dots stand for what is left out.
    std::vector<const ArithmeticRow*> terms;
    for (const ArithmeticRow& row : arithmetic.rows)
        if (row.kind == ArithmeticRow::Kind::term && row.step == step && terms.size() < most_tag_terms)
            terms.push_back(&row);
    if (!largest) std::ranges::sort(terms, {}, &ArithmeticRow::term);
    int next = 0;
    for (const ArithmeticRow* const row : terms) {
        const bool first = row == terms.front(), follows = row->term == next;
        if (largest && !first)
            pieces.push_back({.text = ", "});
        else if (!largest && first && !follows)
            pieces.push_back({.text = texts::walk::tag_before});
        else if (!largest && !first)
            pieces.push_back({.text = follows ? " + " : texts::walk::tag_between});
        std::ranges::move(left_side(*row), std::back_inserter(pieces));
        next = row->term + 1;
    }
    const bool more = largest ? terms.size() < last.terms.size() : next < static_cast<int>(last.terms.size());
    if (more) pieces.push_back({.text = largest ? ", …" : texts::walk::tag_behind});
    if (largest || last.after != nullptr) pieces.push_back({.text = ")"});
    if (arithmetic.rows.empty() || arithmetic.rows.front().pieces.empty()) return {};
    pieces.push_back(arithmetic.rows.front().pieces.back());  // " = 44.48"
    return pieces;
}

std::optional<Rect> tag_place(const Occupied& taken, const Rect& cell, Vec2 size, const Rect& area, float em) {
    std::vector<Rect> kept = taken.words;
    kept.insert(kept.end(), taken.marks.begin(), taken.marks.end());
    kept.push_back(cell);
    for (const Rect& matrix : taken.matrices)
        if (matrix.contains(cell.centre())) {  // its row and its column
            kept.push_back({matrix.x, cell.y, matrix.w, cell.h});
            kept.push_back({cell.x, matrix.y, cell.w, matrix.h});
        }
    const Rect inside = area.inset(0.3F * em);
    const auto shared = [](const Rect& a, const Rect& b) {
        const Rect both = a.intersect(b);
        return both.w > 0 && both.h > 0 ? both.w * both.h : 0.0F;
    };
    constexpr std::array steps{0.8F, 1.8F, 3.2F, 5.0F, 7.5F, 10.5F};  // em from the cell's corner
    std::optional<Rect> best;
    float least = 0;
    for (const bool right : {true, false})
        for (const bool below : {true, false})
            for (const float across : steps)
                for (const float down : steps) {
                    const Rect at{std::round(right ? cell.right() + across * em : cell.x - across * em - size.x),
                                  std::round(below ? cell.bottom() + down * em : cell.y - down * em - size.y), size.x,
                                  size.y};
                    if (at.x < inside.x || at.y < inside.y || at.right() > inside.right() ||
                        at.bottom() > inside.bottom())
                        continue;
                    const Rect clear = at.inset(-0.15F * em);
                    if (std::ranges::any_of(kept, [&](const Rect& other) { return shared(clear, other) > 0; }))
                        continue;
                    if (strikes(leader(at, cell, em), taken.words, em)) continue;
                    float cost = (across + down) * em * em;
                    for (const Rect& matrix : taken.matrices) cost += shared(at, matrix);
                    if (best && cost >= least) continue;
                    best = at;
                    least = cost;
                }
    return best;
}

void CellTag::draw(ViewContext& context, const Rect& area, const Scene& scene, const Rect& cell, const Rect& picture) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, pad = 0.5F * em;
    if (scene.gradients) return;  // the card explains the gradient, not this sum
    const Seen now{scene.evaluation.generation(), scene.selected, picture, cell, em};
    if (!(now == seen_)) {
        seen_ = now;
        tag_.reset();
        pieces_ = tag_pieces(scene.evaluation, scene.selected);
        float width = 2 * pad;
        for (const ArithmeticPiece& piece : pieces_)
            width += painter.measure(piece.text, em::body, piece.strong ? Face::bold : Face::sans).width;
        if (!pieces_.empty())
            tag_ = tag_place(occupied_by(painter, picture, scene), cell, {std::ceil(width), std::ceil(1.9F * em)}, area,
                             em);
    }
    if (!tag_) return;
    const Theme& theme = ui.theme;
    context.targets.put("cell tag", *tag_);
    const auto [from, to] = leader(*tag_, cell, em);
    painter.line(from, to, theme.background, 4);
    painter.line(from, to, theme.accent, 2);
    painter.fill(*tag_, theme.panel, 0.35F * em);
    painter.stroke(*tag_, theme.accent, 1.5F, 0.35F * em);
    Vec2 at{tag_->x + pad, tag_->centre().y};
    for (const ArithmeticPiece& piece : pieces_) {
        const Face face = piece.strong ? Face::bold : Face::sans;
        painter.text(at, piece.text,
                     {.colour = piece.meaning == Meaning::plain ? theme.text : colour(theme, piece.meaning),
                      .face = face,
                      .anchor = Anchor::middle});
        at.x += painter.measure(piece.text, em::body, face).width;
    }
}

}  // namespace glassformer
