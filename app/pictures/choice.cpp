#include "app/pictures/choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/pictures/heat_panel.h"

namespace glassformer {

namespace {

constexpr float candidate_height = 1.5F, captions = 1.7F;  // em
constexpr double least_probability = 1e-6;                 // of a logarithmic axis
constexpr int many_ranks = 600;

Colour own_colour(const Theme& theme) { return theme.tones[static_cast<std::size_t>(Meaning::output)].positive; }

void bar(Painter& painter, const Rect& place, double share, const std::string& number, Colour colour, bool faint) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), numbers = 3.4F * em;
    const float room = std::max(0.0F, place.w - numbers);
    const float length = std::round(room * static_cast<float>(std::clamp(share, 0.0, 1.0)));
    painter.fill({place.x, place.y + 0.3F * em, length, place.h - 0.6F * em}, colour, 2);
    painter.text({place.x + length + 0.35F * em, place.centre().y}, number,
                 {.colour = faint ? theme.faint : theme.muted, .size = em::small, .anchor = Anchor::middle});
}

}  // namespace

std::string probability_text(double probability, int digits) {
    const double unit = std::pow(10.0, -digits);
    std::array<char, 16> text{};
    const bool tiny = probability > 0 && probability < unit / 2;
    std::snprintf(text.data(), text.size(), tiny ? "<%.*f" : "%.*f", digits, tiny ? unit : probability);
    return text.data();
}

int candidate_lines_that_fit(float em, float height) {
    return std::max(0, static_cast<int>((height / em - captions) / candidate_height));
}

std::vector<CandidateLine> draw_candidates(Painter& painter, const Rect& rect, const CandidateTable& table) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    const auto count = std::min(ranks.size(), static_cast<std::size_t>(candidate_lines_that_fit(em, rect.h)));
    float words = painter.measure(table.what, em::small).width;
    double most = 0;
    for (std::size_t i = 0; i < count; ++i) {
        words = std::max(words, painter.measure(table.word(ranks[i].token), em::small).width);
        most = std::max({most, ranks[i].probability, table.cut ? ranks[i].chosen : 0});
    }
    words = std::min(words, 0.3F * rect.w);
    const float logits = 3.6F * em, gap = 0.7F * em;
    Rect rest = rect;
    const Rect head = rest.take_top(captions * em);
    const auto columns = [&](const Rect& line) {
        struct {
            Rect word, logit, own, after;
        } at;
        Rect left = line;
        at.word = left.take_left(words);
        at.logit = left.take_left(logits);
        left.take_left(gap);
        at.own = table.cut ? left.take_left((left.w - gap) / 2) : left;
        if (table.cut) left.take_left(gap);
        at.after = left;
        return at;
    };
    const auto top = columns(head);
    const TextStyle caption{.colour = theme.muted, .size = em::small};
    TextStyle right = caption;
    right.align = Align::right;
    text_in(painter, top.word, table.what, right);
    text_in(painter, top.logit, "logit", right);
    const auto heading = [&](const Rect& place, const char* whole, const char* brief) {
        text_in(painter, place, painter.measure(whole, em::small).width <= place.w ? whole : brief, caption);
    };
    heading(top.own, table.cut ? "the model's p" : "probability", table.cut ? "model" : "p");
    if (table.cut) heading(top.after, "after the cut", "cut");

    std::vector<CandidateLine> lines;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& candidate = ranks[i];
        const Rect line = rest.take_top(candidate_height * em).snapped();
        const auto at = columns(line);
        const bool selected = candidate.token == table.selected, gone = table.cut && candidate.chosen <= 0;
        if (selected || candidate.token == table.hovered)
            painter.stroke(line.inset(-0.3F * em, 0), selected ? theme.accent_text : theme.faint, 1.5F, 0.25F * em);
        const Colour tone = selected ? theme.accent_text : gone ? mix(theme.muted, theme.faint, 0.4F) : theme.text;
        text_in(painter, at.word, table.word(candidate.token),
                {.colour = tone, .size = em::small, .align = Align::right});
        text_in(painter, at.logit, short_number(candidate.logit),
                {.colour = gone ? theme.faint : theme.muted, .size = em::small, .align = Align::right});
        const Colour own = own_colour(theme);
        bar(painter, at.own, most > 0 ? candidate.probability / most : 0, probability_text(candidate.probability),
            gone ? own.faded(0.35F) : own, gone);
        if (table.cut)
            bar(painter, at.after, most > 0 ? candidate.chosen / most : 0,
                gone ? "cut" : probability_text(candidate.chosen), theme.accent, gone);
        lines.push_back({candidate.token, line, at.logit});
    }
    const auto hidden = ranks.size() - count;
    if (hidden > 0 && rest.h > 1.2F * em)
        text_in(painter, rest.take_top(1.2F * em), "and " + std::to_string(hidden) + " more", caption);
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
    const bool log_ranks = count > many_ranks;

    Rect plot = rect;
    plot.take_left(3.4F * em);
    plot.take_bottom(1.5F * em);
    plot.take_top(1.4F * em);  // the names of the cuts
    plot.take_right(0.5F * em);
    plot = plot.snapped();
    const auto y_of = [&](double p) {
        const double share = curve.logarithmic ? std::log(std::max(p, least_probability) / least_probability) /
                                                     -std::log(least_probability)
                                               : (most > 0 ? p / most : 0);
        return plot.bottom() - plot.h * static_cast<float>(std::clamp(share, 0.0, 1.0));
    };
    // Rank r from 1; half a rank of room on both sides.
    const auto x_of = [&](float rank) {
        const auto n = static_cast<float>(count);
        const float share = log_ranks ? std::log(rank / 0.5F) / std::log((n + 0.5F) / 0.5F) : (rank - 0.5F) / n;
        return plot.x + plot.w * std::clamp(share, 0.0F, 1.0F);
    };
    // The first place among the ranks at or behind x, which reads no more of a large vocabulary than is seen.
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
            {{1, "1"}, {1e-2, "0.01"}, {1e-4, "10⁻⁴"}, {1e-6, "10⁻⁶"}}};
        for (const auto& [p, text] : marks) grid(p, text);
    } else {
        grid(most, short_number(static_cast<float>(most)));
        grid(most / 2, short_number(static_cast<float>(most / 2)));
        grid(0, "0");
    }
    const float below = plot.bottom() + 0.75F * em;
    painter.text({plot.x, below}, "rank 1", {.colour = theme.muted, .size = em::small, .anchor = Anchor::middle});
    painter.text({plot.right(), below}, std::to_string(count) + (log_ranks ? " (logarithmic)" : ""),
                 {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});

    const float kept_until = x_of(static_cast<float>(all.kept) + 0.5F);
    const bool cuts = curve.cut && all.kept < count;
    if (cuts) painter.fill({plot.x, plot.y, kept_until - plot.x, plot.h}, theme.accent.faded(0.09F));

    const auto draw = [&](double Candidate::*value, Colour colour, float width, int last) {
        std::vector<Vec2> points;
        for (int i = 0; i < last;) {
            const float x = x_of(static_cast<float>(i + 1));
            points.push_back({x, y_of(all.ranks[static_cast<std::size_t>(i)].*value)});
            const int next = std::max(i + 1, place_at(x + 1));  // more than one a pixel tells nothing
            i = i + 1 < last ? std::min(next, last - 1) : last;
        }
        if (points.size() > 1) painter.polyline(points, colour, width);
        const bool few = points.size() * 7 < static_cast<std::size_t>(plot.w);
        if (few)
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
            cut(1, "the most likely alone", Align::left);
        } else {
            if (all.within_top_k < count)
                cut(all.within_top_k, "top-k " + std::to_string(all.within_top_k), Align::left);
            if (all.kept < all.within_top_k)
                cut(all.kept, "top-p " + short_number(curve.options.top_p) + ": " + std::to_string(all.kept),
                    all.within_top_k < count ? Align::right : Align::left);
        }
    }
    if (const int rank = curve.selected >= 0 ? rank_of(all, curve.selected) : -1; rank >= 0) {
        const Candidate& candidate = all.ranks[static_cast<std::size_t>(rank)];
        const Vec2 at{x_of(static_cast<float>(rank + 1)), y_of(candidate.probability)};
        painter.ring(at, 0.4F * em, theme.accent, 2);
    }
}

void draw_number_line(Painter& painter, const Rect& rect, const std::vector<Segment>& segments, const TokenWord& word,
                      double number, int chosen) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    Rect rest = rect;
    const Rect above = rest.take_top(1.5F * em);
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
    const float x = std::round(x_of(number)) + 0.5F;
    painter.line({x, line.y - 0.25F * em}, {x, line.bottom() + 0.25F * em}, theme.text, 2);
    painter.triangle({x - 0.35F * em, line.y - 0.6F * em}, {x + 0.35F * em, line.y - 0.6F * em},
                     {x, line.y - 0.05F * em}, theme.text);
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "%.4f", number);
    const std::string text = chosen < 0 ? digits.data() : std::string(digits.data()) + " → " + word(chosen);
    const float width = painter.measure(text, em::small, Face::bold).width;
    painter.text({std::clamp(x - width / 2, above.x, std::max(above.x, above.right() - width)), above.y}, text,
                 {.colour = theme.text, .size = em::small, .face = Face::bold});
    const float below = line.bottom() + 0.75F * em;
    painter.text({line.x, below}, "0", {.colour = theme.muted, .size = em::small, .anchor = Anchor::middle});
    painter.text({line.right(), below}, "1",
                 {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
}

}  // namespace glassformer
