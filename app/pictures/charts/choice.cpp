#include "app/pictures/charts/choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/pictures/board/heat_panel.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

constexpr float candidate_height = 1.5F, captions = 1.7F;  // em
constexpr double min_probability = 1e-6;                   // of a logarithmic axis
constexpr int many_ranks = 600, few_answers = 10;

Colour own_colour(const Theme& theme) { return theme.tones[static_cast<std::size_t>(Meaning::output)].positive; }

/// Places of the table's columns; bars of no width are left out.
struct CandidateColumns {
    float words, logits, gap, numbers, bars;
    struct Places {
        Rect word, logit, own, own_bar, after, after_bar;
    };
    Places of(Rect line, bool cut) const {
        Places at;
        at.word = line.take_left(words);
        at.logit = line.take_left(logits);
        const auto share = [&](Rect& number, Rect& bar) {
            line.take_left(gap);
            number = line.take_left(numbers);
            if (bars > 0) line.take_left(gap / 2);
            bar = line.take_left(bars);
        };
        share(at.own, at.own_bar);
        if (cut) share(at.after, at.after_bar);
        return at;
    }
};

/// Widths of the columns: where room is short, bars become narrow first, then words are cut, and at last bars are left
/// out.
CandidateColumns candidate_columns(Painter& painter, float width, float words, bool cut) {
    const float em = painter.em(), shares = cut ? 2 : 1, narrow_bar = 2 * em, short_word = 5 * em;
    const float excluded = cut ? painter.measure(texts::pictures::excluded, em::small).width : 0;
    CandidateColumns columns{.words = words,
                             .logits = 3.6F * em,
                             .gap = 0.7F * em,
                             .numbers = std::ceil(std::max(painter.measure("> 99.9%", em::small).width, excluded)),
                             .bars = 0};
    const float room = width - columns.logits - shares * (columns.gap + columns.numbers);
    const float beside_bars = room - shares * (columns.gap / 2 + narrow_bar);
    if (words <= beside_bars || beside_bars >= short_word) {
        columns.words = std::min(words, beside_bars);
        columns.bars = std::floor((room - columns.words) / shares - columns.gap / 2);
    } else {
        columns.words = std::clamp(words, 0.0F, std::max(0.0F, room));
    }
    return columns;
}

void bar(Painter& painter, const Rect& place, double share, Colour colour) {
    if (place.w < 1) return;
    const float length = std::round(place.w * static_cast<float>(std::clamp(share, 0.0, 1.0)));
    painter.fill({place.x, place.y + 0.3F * painter.em(), length, place.h - 0.6F * painter.em()}, colour, 2);
}

}  // namespace

int candidate_lines_that_fit(float em, float height) {
    return std::max(0, static_cast<int>((height / em - captions) / candidate_height));
}

std::vector<CandidateLine> draw_candidates(Painter& painter, const Rect& rect, const CandidateTable& table) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    auto count = static_cast<std::size_t>(candidate_lines_that_fit(em, rect.h));
    if (count < ranks.size()) count = static_cast<std::size_t>(candidate_lines_that_fit(em, rect.h - 1.2F * em));
    count = std::min(count, ranks.size());  // else the last line says how many more there are
    float words = painter.measure(table.what, em::small).width;
    double most = 0;
    for (std::size_t i = 0; i < count; ++i) {
        words = std::max(words, painter.measure(table.word(ranks[i].token), em::small).width);
        most = std::max({most, ranks[i].probability, table.cut ? ranks[i].chosen : 0});
    }
    const CandidateColumns columns = candidate_columns(painter, rect.w, words, table.cut);
    Rect rest = rect;
    const auto top = columns.of(rest.take_top(captions * em), table.cut);
    const TextStyle caption{.colour = theme.muted, .size = em::small};
    TextStyle right = caption;
    right.align = Align::right;
    text_in(painter, top.word, table.what, right);
    text_in(painter, top.logit, texts::pictures::logit, right);
    const auto heading = [&](const Rect& number, const Rect& bar, const char* whole, const char* brief) {
        const Rect place{number.x, number.y, std::max(number.right(), bar.right()) - number.x, number.h};
        text_in(painter, place, painter.measure(whole, em::small).width <= place.w ? whole : brief, caption);
    };
    if (table.cut) {
        heading(top.own, top.own_bar, texts::pictures::model_probability, texts::pictures::model_probability_short);
        heading(top.after, top.after_bar, texts::pictures::sampling_probability,
                texts::pictures::sampling_probability_short);
    } else {
        heading(top.own, top.own_bar, texts::pictures::probability, texts::pictures::probability_short);
    }

    std::vector<CandidateLine> lines;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& candidate = ranks[i];
        const Rect line = rest.take_top(candidate_height * em).snapped();
        const auto at = columns.of(line, table.cut);
        const bool selected = candidate.token == table.selected, gone = table.cut && candidate.chosen <= 0;
        if (selected || candidate.token == table.hovered)
            painter.stroke(line.inset(-0.3F * em, 0), selected ? theme.accent_text : theme.faint, 1.5F, 0.25F * em);
        const TextStyle number{.colour = theme.muted, .size = em::small, .align = Align::right};
        TextStyle name = number;
        name.colour = selected ? theme.accent_text : gone || table.grey ? theme.muted : theme.text;
        text_in(painter, at.word,
                shortened_within(painter, table.word(candidate.token), at.word.w, em::small, Face::sans), name);
        text_in(painter, at.logit, short_number(candidate.logit), number);
        const Colour own = table.grey ? theme.faint : own_colour(theme);
        text_in(painter, at.own, percent_text(candidate.probability), number);
        bar(painter, at.own_bar, most > 0 ? candidate.probability / most : 0, gone ? own.faded(0.35F) : own);
        if (table.cut) {
            text_in(painter, at.after, gone ? texts::pictures::excluded : percent_text(candidate.chosen), number);
            bar(painter, at.after_bar, most > 0 ? candidate.chosen / most : 0, theme.accent);
        }
        lines.push_back({candidate.token, line, at.logit});
    }
    if (const auto hidden = ranks.size() - count; hidden > 0 && rest.h > 1.1F * em)
        text_in(painter, rest.take_top(1.2F * em), fmt::format(texts::pictures::and_more, hidden), caption);
    return lines;
}

void draw_rank_curve(Painter& painter, const Rect& rect, const RankCurve& curve) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const Candidates& all = curve.candidates;
    const auto count = static_cast<int>(all.ranks.size());
    if (count == 0 || rect.w < 6 * em || rect.h < 4 * em) return;
    // The first is the most likely, before the cut and after it.
    const double most = std::max(all.ranks.front().probability, curve.cut ? all.ranks.front().chosen : 0);
    const bool log_ranks = count > many_ranks, few = count <= few_answers;

    Rect plot = rect;
    plot.take_left(3.8F * em);
    plot.take_bottom(1.5F * em);
    plot.take_top(1.4F * em);  // the names of the cuts
    plot.take_right(0.5F * em);
    plot = plot.snapped();
    const auto y_of = [&](double p) {
        const double share = curve.logarithmic
                                 ? std::log(std::max(p, min_probability) / min_probability) / -std::log(min_probability)
                                 : (most > 0 ? p / most : 0);
        return plot.bottom() - plot.h * static_cast<float>(std::clamp(share, 0.0, 1.0));
    };
    // Rank r from 1; half a rank of room on both sides.
    const auto x_of = [&](float rank) {
        const auto n = static_cast<float>(count);
        const float share = log_ranks ? std::log(rank / 0.5F) / std::log((n + 0.5F) / 0.5F) : (rank - 0.5F) / n;
        return plot.x + plot.w * std::clamp(share, 0.0F, 1.0F);
    };
    // The first rank at or after x: reads no more of a large vocabulary than is visible.
    const auto place_at = [&](float x) {
        const auto n = static_cast<float>(count);
        const float share = (x - plot.x) / std::max(1.0F, plot.w);
        const float rank = log_ranks ? 0.5F * std::pow((n + 0.5F) / 0.5F, share) : share * n + 0.5F;
        return static_cast<int>(std::ceil(std::min(rank, n + 1))) - 1;
    };
    const TextStyle label{.colour = theme.muted, .size = em::small};
    const auto grid = [&](double p, const std::string& text) {
        const float y = std::round(y_of(p)) + 0.5F;
        painter.line({plot.x, y}, {plot.right(), y}, theme.faint.faded(0.5F), 1);
        TextStyle style = label;
        style.align = Align::right, style.anchor = Anchor::middle;
        painter.text({plot.x - 0.4F * em, y}, text, style);
    };
    if (curve.logarithmic) {
        const std::array<std::pair<double, const char*>, 4> marks{
            {{1, "100%"}, {1e-2, "1%"}, {1e-4, "0.01%"}, {1e-6, "10⁻⁴%"}}};
        for (const auto& [p, text] : marks) grid(p, text);
    } else {
        grid(most, percent_text(most));
        grid(most / 2, percent_text(most / 2));
        grid(0, "0%");
    }
    const float below = plot.bottom() + 0.75F * em;
    const float slot = plot.w / static_cast<float>(count);
    if (few) {
        for (int i = 0; i < count; ++i) {
            const Rect place{plot.x + static_cast<float>(i) * slot, below - 0.6F * em, slot - 0.3F * em, 1.2F * em};
            const int token = all.ranks[static_cast<std::size_t>(i)].token;
            const std::string name = curve.word ? curve.word(token) : std::to_string(token);
            text_in(painter, place.moved({0.15F * em, 0}),
                    shortened_within(painter, name, place.w, em::small, Face::sans),
                    {.colour = theme.text, .size = em::small, .align = Align::centre});
        }
    } else {
        painter.text({plot.x, below}, texts::pictures::first_rank,
                     {.colour = theme.muted, .size = em::small, .anchor = Anchor::middle});
        painter.text({plot.right(), below},
                     log_ranks ? fmt::format(texts::pictures::last_rank_log, count) : std::to_string(count),
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }

    const float kept_until = x_of(static_cast<float>(all.kept) + 0.5F);
    const bool cuts = curve.cut && all.kept < count;
    if (cuts) painter.fill({plot.x, plot.y, kept_until - plot.x, plot.h}, theme.accent.faded(0.09F));

    // Few candidates are bars, not a curve; two side by side where some are excluded.
    const auto bars = [&](double Candidate::*value, Colour colour, int nth) {
        const float sides = curve.cut ? 2 : 1, wide = std::floor(std::min(0.7F * slot, 4 * em) / sides);
        for (int i = 0; i < count; ++i) {
            const double p = all.ranks[static_cast<std::size_t>(i)].*value;
            const float left = x_of(static_cast<float>(i + 1)) + wide * (static_cast<float>(nth) - sides / 2);
            const float top = std::round(y_of(p));
            if (p > 0) painter.fill({std::round(left), top, wide, plot.bottom() - top}, colour, 2);
        }
    };
    const auto draw = [&](double Candidate::*value, Colour colour, float width, int last) {
        if (few) return bars(value, colour, value == &Candidate::probability ? 0 : 1);
        std::vector<Vec2> points;
        for (int i = 0; i < last;) {
            const float x = x_of(static_cast<float>(i + 1));
            points.push_back({x, y_of(all.ranks[static_cast<std::size_t>(i)].*value)});
            const int next = std::max(i + 1, place_at(x + 1));  // more than one a pixel tells nothing
            i = i + 1 < last ? std::min(next, last - 1) : last;
        }
        if (points.size() > 1) painter.polyline(points, colour, width);
        if (0.52F * em * static_cast<float>(points.size()) < plot.w)
            for (const Vec2 point : points) painter.circle(point, std::max(2.0F, 0.17F * em), colour);
    };
    draw(&Candidate::probability, own_colour(theme), 2, count);
    if (curve.cut) {
        draw(&Candidate::chosen, theme.accent, 2, all.kept);
        const auto cut = [&](int rank, const std::string& text, Align align) {
            const float x = std::round(x_of(static_cast<float>(rank) + 0.5F)) + 0.5F;
            painter.dashed({x, plot.y}, {x, plot.bottom()}, theme.text, 1);
            const float width = painter.measure(text, em::small).width;
            const float left = align == Align::right ? x - width - 0.3F * em : x + 0.3F * em;
            painter.text({std::clamp(left, rect.x, std::max(rect.x, rect.right() - width)), plot.y - 0.7F * em}, text,
                         {.colour = theme.text, .size = em::small, .anchor = Anchor::middle});
        };
        const bool greedy = curve.options.temperature == 0;
        if (greedy) {
            cut(1, texts::pictures::greedy, Align::left);
        } else {
            const bool by_k = all.within_top_k < count, by_p = all.kept < all.within_top_k;
            const std::string k = fmt::format(texts::pictures::top_k, all.within_top_k);
            const std::string p = fmt::format(texts::pictures::top_p, short_number(curve.options.top_p), all.kept);
            // The name of the first cut stands at its left; where that has no room, top-p alone is named.
            const float at_left = x_of(static_cast<float>(all.kept) + 0.5F) - 0.3F * em;
            const bool both = by_k && by_p, room = painter.measure(p, em::small).width <= at_left - rect.x;
            if (by_k) cut(all.within_top_k, both && !room ? "" : k, Align::left);
            if (by_p) cut(all.kept, p, both && room ? Align::right : Align::left);
        }
    }
    if (const int rank = curve.selected >= 0 ? rank_of(all, curve.selected) : -1; rank >= 0) {
        const Candidate& candidate = all.ranks[static_cast<std::size_t>(rank)];
        const Vec2 at{x_of(static_cast<float>(rank + 1)), y_of(candidate.probability)};
        painter.ring(at, 0.4F * em, theme.accent, 2);
    }
}

void draw_number_line(Painter& painter, const Rect& rect, const std::vector<Segment>& segments, const TokenWord& word,
                      std::optional<double> number, int chosen) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    Rect rest = rect;
    const Rect above = rest.take_top(number ? 1.5F * em : 0);
    const Rect line = rest.take_top(1.9F * em).snapped();
    const auto x_of = [&](double share) { return line.x + line.w * static_cast<float>(std::clamp(share, 0.0, 1.0)); };
    for (std::size_t i = 0; i < segments.size();) {
        const Segment& segment = segments[i];
        const bool odd = i % 2 == 0;
        const float left = std::round(x_of(segment.below)), right = std::round(x_of(segment.upto));
        ++i;
        if (right - left < 1) {
            // Of a large vocabulary thousands end within one pixel: to the first that does not.
            const double share = (static_cast<double>(left) + 0.49 - static_cast<double>(line.x)) /
                                 static_cast<double>(std::max(1.0F, line.w));
            const auto next = std::lower_bound(segments.begin() + static_cast<std::ptrdiff_t>(i), segments.end(), share,
                                               [](const Segment& s, double at) { return s.upto < at; });
            i = static_cast<std::size_t>(next - segments.begin());
            continue;
        }
        const bool lit = segment.token == chosen;
        const Colour colour = lit ? theme.accent : mix(theme.card, own_colour(theme), odd ? 0.6F : 0.42F);
        const Rect piece{left, line.y, right - left - (right - left > 3 ? 1.0F : 0.0F), line.h};
        painter.fill(piece, colour);
        if (piece.w < 0.7F * em) continue;  // too narrow for any word: of a large vocabulary most are
        const std::string name = word(segment.token);
        if (painter.measure(name, em::small).width < piece.w - 0.4F * em)
            text_in(
                painter, piece, name,
                {.colour = lit ? theme.on_accent : text_on(theme, colour), .size = em::small, .align = Align::centre});
    }
    if (number) {
        const float x = std::round(x_of(*number)) + 0.5F;
        painter.line({x, line.y - 0.25F * em}, {x, line.bottom() + 0.25F * em}, theme.text, 2);
        painter.triangle({x - 0.35F * em, line.y - 0.6F * em}, {x + 0.35F * em, line.y - 0.6F * em},
                         {x, line.y - 0.05F * em}, theme.text);
        std::array<char, 16> digits{};
        std::snprintf(digits.data(), digits.size(), "%.4f", *number);
        const std::string text = chosen < 0 ? digits.data() : std::string(digits.data()) + " → " + word(chosen);
        const float width = painter.measure(text, em::small, Face::bold).width;
        painter.text({std::clamp(x - width / 2, above.x, std::max(above.x, above.right() - width)), above.y}, text,
                     {.colour = theme.text, .size = em::small, .face = Face::bold});
    }
    const float below = line.bottom() + 0.75F * em;
    painter.text({line.x, below}, "0", {.colour = theme.muted, .size = em::small, .anchor = Anchor::middle});
    painter.text({line.right(), below}, "1",
                 {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
}

}  // namespace glassformer
