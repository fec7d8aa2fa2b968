// For now: one screen that shows every control, the text sizes, formulas and heatmaps.
//   glassformer [--screenshot FILE] [--size WxH] [--theme dark|light|contrast] [--scale X]
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "app/platform/png.h"
#include "app/platform/window.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/gui.h"
#include "app/widgets/rich_text.h"
#include "core/error.h"

using namespace glassformer;

namespace {

struct Demo {
    std::string text = "The animal didn't cross the street because it was too tired";
    int model = 0, step = 1, stage = 7, layers = 3;
    float temperature = 0.7f, rate = 3e-4f, panel = 0;
    bool causal = true, residual = false, keys = false;
    std::vector<float> scores, query, keys_matrix, waves, probabilities;
    const std::vector<std::string> models{"Coreference LM", "Reverse", "Addition"};
    const std::vector<std::string> details{"2 layers · 4 heads · d 64", "1 layer · 2 heads · d 32",
                                           "2 layers · 2 heads · d 48"};
    const std::vector<std::string> steps{"stage", "row", "cell"};
    const std::vector<std::string> tokens{"The",    "animal",  "did", "n't", "cross", "the",
                                          "street", "because", "it",  "was", "too",   "tired"};
    const std::vector<std::string> stages{"Tokens", "Embed",  "+Pos",  "Norm", "Q",       "K",
                                          "V",      "Scores", "Scale", "Mask", "Softmax", "A·V",
                                          "Concat", "Wᴼ",     "+Res",  "Norm", "FF₁",     "GELU"};

    Demo() {
        unsigned seed = 7;
        const auto next = [&seed] {
            seed = seed * 1664525u + 1013904223u;
            return static_cast<float>(seed >> 8) / 8388608.0f - 1;
        };
        const auto fill = [&](std::vector<float>& to, std::size_t count) {
            to.resize(count);
            for (float& v : to) v = next() * std::abs(next()) * 4.4f;
        };
        fill(scores, 12 * 12);
        fill(query, 12 * 16);
        fill(keys_matrix, 12 * 16);
        scores[8 * 12 + 1] = 4.33f;
        probabilities.assign(144, -std::numeric_limits<float>::infinity());
        for (int r = 0; r < 12; ++r) {
            float sum = 0;
            for (int c = 0; c <= r; ++c) sum += std::exp(scores[static_cast<std::size_t>(r * 12 + c)]);
            for (int c = 0; c <= r; ++c)
                probabilities[static_cast<std::size_t>(r * 12 + c)] =
                    std::exp(scores[static_cast<std::size_t>(r * 12 + c)]) / sum;
        }
        probabilities[13] = std::numeric_limits<float>::quiet_NaN();
        waves.resize(96 * 64);
        for (int p = 0; p < 96; ++p)
            for (int i = 0; i < 64; ++i)
                waves[static_cast<std::size_t>(p * 64 + i)] = std::sin(
                    static_cast<float>(p) / std::pow(1e4f, static_cast<float>(i / 2 * 2) / 64) + (i % 2 ? 1.57f : 0));
    }

    void draw(Ui& ui);
    void top_bar(Ui& ui, Rect bar);
    void rail(Ui& ui, Rect bar);
    void timeline(Ui& ui, Rect bar);
    void side(Ui& ui, Rect bar);
    void canvas(Ui& ui, Rect area);
};

void Demo::top_bar(Ui& ui, Rect bar) {
    const float em = ui.em;
    ui.painter.fill(bar, ui.theme.panel);
    ui.painter.fill({bar.x, bar.bottom() - 1, bar.w, 1}, ui.theme.border);
    Rect row = bar.inset(1.0f * em, 0.55f * em);
    const TextSize name = ui.painter.measure("glass", em::large, Face::bold);
    ui.painter.text({row.x, row.centre().y}, "glass",
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold, .anchor = Anchor::middle});
    ui.painter.text({row.x + name.width, row.centre().y}, "former",
                    {.colour = ui.theme.accent, .size = em::large, .face = Face::bold, .anchor = Anchor::middle});
    row.take_left(9 * em);
    dropdown(ui, "model", row.take_left(19 * em), models, model, details);
    row.take_left(0.8f * em);
    const auto right = [&](std::string_view id, std::string_view label, const ButtonStyle& style) {
        const bool clicked = button(ui, id, row.take_right(button_width(ui, label, style)), label, style);
        row.take_right(0.8f * em);
        return clicked;
    };
    right("present", "Present", {.icon = Icon::present, .hint = "Large type, one thing at a time (F5)"});
    right("theme", "", {.icon = ui.theme.dark ? Icon::sun : Icon::moon, .hint = "Dark or light (Ctrl+T)"});
    keys |= right("keys", "", {.icon = Icon::keyboard, .hint = "All keys (?)"});
    right("backend", "CPU", {.detail = "84 µs"});
    right("generate", "Generate", {.icon = Icon::play, .hint = "Next token (G)"});
    text_field(ui, "text", row, text, "A sentence …");
}

void Demo::rail(Ui& ui, Rect bar) {
    const float em = ui.em;
    ui.painter.fill(bar, ui.theme.panel);
    ui.painter.fill({bar.right() - 1, bar.y, 1, bar.h}, ui.theme.border);
    const std::pair<const char*, Icon> views[] = {
        {"Walk", Icon::view_walk},   {"Attention", Icon::view_attention}, {"Positions", Icon::view_positions},
        {"Train", Icon::view_train}, {"Compare", Icon::view_compare},     {"Lessons", Icon::view_lessons}};
    bar.take_top(0.5f * em);
    for (const auto& [name, which] : views) {
        const Rect place = bar.take_top(3.9f * em);
        const bool chosen = which == Icon::view_walk;
        const Region r = region(ui, name, place, true);
        if (chosen || r.hovered) ui.painter.fill({place.x, place.y, place.w - 1, place.h}, ui.theme.control);
        if (chosen) ui.painter.fill({place.x, place.y, 3, place.h}, ui.theme.accent);
        const Colour ink = chosen ? ui.theme.text : ui.theme.muted;
        icon(ui.painter, which, {place.centre().x, place.y + 1.4f * em}, 1.4f * em, ink);
        ui.painter.text({place.centre().x, place.bottom() - 1.1f * em}, name,
                        {.colour = ink, .size = em::small, .align = Align::centre, .anchor = Anchor::middle});
    }
}

void Demo::timeline(Ui& ui, Rect bar) {
    const float em = ui.em;
    ui.painter.fill(bar, ui.theme.panel);
    ui.painter.fill({bar.x, bar.y, bar.w, 1}, ui.theme.border);
    Rect inside = bar.inset(1.4f * em, 0.6f * em);
    Rect row = inside.take_top(2 * em);
    const std::pair<const char*, Icon> transport[] = {
        {"first", Icon::first}, {"previous", Icon::previous}, {"back", Icon::step_back}, {"play", Icon::play},
        {"step", Icon::step},   {"next", Icon::next},         {"last", Icon::last}};
    for (const auto& [id, which] : transport)
        button(ui, id, row.take_left(2.2f * em), "", {.icon = which, .framed = false});
    row.take_left(em);
    segmented(ui, "steps", row.take_left(segmented_width(ui, steps)), steps, step);
    row.take_left(em);
    toggle(ui, "causal", row.take_left(toggle_width(ui, "causal mask")), "causal mask", causal,
           colour(ui.theme, Meaning::score));
    row.take_left(0.6f * em);
    toggle(ui, "residual", row.take_left(toggle_width(ui, "residual")), "residual", residual,
           colour(ui.theme, Meaning::residual));
    row.take_left(em);
    slider(ui, "temperature", row.take_left(9 * em), temperature, 0, 2);
    char number[32];
    std::snprintf(number, sizeof number, "T = %.2f", static_cast<double>(temperature));
    row.take_left(0.5f * em);
    text_in(ui.painter, row, number, {.colour = ui.theme.muted, .size = em::small});
    const int count = static_cast<int>(stages.size());
    const Rect line = inside.take_top(2.0f * em);
    scrubber(ui, "timeline", line, count, stage);
    for (int i = 0; i < count; ++i)
        ui.painter.text({scrubber_x(line, count, i, em) - 0.3f * em, line.bottom() + 0.1f * em},
                        stages[static_cast<std::size_t>(i)],
                        {.colour = i == stage ? ui.theme.text : ui.theme.muted,
                         .size = em::small,
                         .face = i == stage ? Face::bold : Face::sans,
                         .degrees = -30});
}

void Demo::side(Ui& ui, Rect bar) {
    const float em = ui.em;
    Painter& p = ui.painter;
    p.fill(bar, ui.theme.panel);
    Rect area = begin_scroll(ui, "panel", bar.inset(1.2f * em, 0.6f * em));
    area.y += 0.5f * em;
    area.h = 10000;
    area.take_top(paragraph(p, area, "Scores: how well does each key answer each query?",
                            {.colour = ui.theme.text, .size = em::large, .face = Face::bold}));
    area.take_top(paragraph(p, area, "stage 9 of 31 · S [query 12 × key 12] · head 2",
                            {.colour = ui.theme.muted, .size = em::small}) +
                  0.6f * em);

    area.take_top(
        rich_paragraph(
            p, area,
            "The largest terms decide. \\meaning{query}{it} asks for an animate noun; \\meaning{key}{animal} offers "
            "one, "
            "\\meaning{key}{street} does not. Change *tired* to *wide*: then $\\meaning{score}{S}_{ij}$ **moves**.",
            {.colour = ui.theme.text}) +
        0.8f * em);
    const char* formulas[] = {
        "\\meaning{score}{S} = \\meaning{query}{Q} \\meaning{key}{K}^{⊤}",
        "\\meaning{weight}{A}_{ij} = \\frac{e^{\\meaning{score}{S}_{ij}}}{Σ_{k} e^{\\meaning{score}{S}_{ik}}}",
        "\\meaning{norm}{y} = \\frac{x - μ}{\\sqrt{σ^{2} + ε}} ⊙ \\meaning{parameter}{γ} + \\meaning{parameter}{β}",
        "\\meaning{position}{p}_{i,2k} = \\text{sin} (i / b^{2k / d_{model}}),   \\meaning{position}{p}_{i,2k+1} = "
        "\\text{cos} (i / b^{2k / d_{model}})",
        "\\meaning{output}{Z} = \\text{softmax}(\\frac{\\meaning{query}{Q} \\meaning{key}{K}^{⊤}}{\\sqrt{d_{head}}}) "
        "\\meaning{value}{V}",
    };
    for (const char* markup : formulas) {
        const float width = area.w - 1.8f * em;
        const TextSize size = measure_formula(p, markup, width);
        const Rect inside = card(p, area.take_top(size.height + 2.2f * em));
        draw_formula(p, markup, inside);
        area.take_top(0.8f * em);
    }

    const Rect sum = card(p, area.take_top(8.4f * em));
    draw_formula_at(
        p, "\\meaning{score}{S}[\\text{it}, \\text{animal}] = Σ_{c} \\meaning{query}{q}_{c} · \\meaning{key}{k}_{c}",
        {sum.x, sum.y + em}, {.size = 1, .align = Align::left});
    const std::array<std::array<float, 3>, 4> terms{
        {{1.21f, 1.84f, 2.23f}, {-0.66f, -1.90f, 1.25f}, {0.92f, 0.74f, 0.68f}, {-0.31f, 0.88f, -0.27f}}};
    float y = sum.y + 2.1f * em;
    for (const auto& [a, b, product] : terms) {
        float x = sum.x;
        const auto put = [&](const char* format, float value, Colour colour, Face face) {
            char buffer[32];
            std::snprintf(buffer, sizeof buffer, format, static_cast<double>(value));
            p.text({x, y}, buffer, {.colour = colour, .size = em::small, .face = face});
            x += p.measure(buffer, em::small, face).width;
        };
        put("%6.2f", a, colour(ui.theme, Meaning::query), Face::mono);
        p.text({x, y}, " · ", {.colour = ui.theme.muted, .size = em::small, .face = Face::mono});
        x += p.measure(" · ", em::small, Face::mono).width;
        put("%5.2f", b, colour(ui.theme, Meaning::key), Face::mono);
        put(" =", 0, ui.theme.muted, Face::mono);
        put("%6.2f", product, ui.theme.text, Face::mono_bold);
        p.fill({x + 0.6f * em, y + 0.3f * em, 3 * em * std::abs(product), 0.5f * em},
               heat_colour(ui.theme, HeatMap::diverging, Meaning::score, product > 0 ? 1.0f : -1.0f), 1);
        y += 1.2f * em;
    }
    area.take_top(0.8f * em);
    const Rect texts = card(p, area.take_top(11.5f * em));
    y = texts.y;
    for (const auto& [size, name] :
         {std::pair{em::title, "Title"}, {em::large, "Large"}, {em::body, "Body"}, {em::small, "Small"}}) {
        float x = texts.x;
        for (const Face face : {Face::sans, Face::bold, Face::italic, Face::mono}) {
            p.text({x, y}, name, {.colour = ui.theme.text, .size = size, .face = face});
            x += p.measure(name, size, face).width + 0.8f * em;
        }
        y += p.measure("x", size).height * 1.3f;
    }
    p.text({texts.x, y}, "Żółć · Θεός · мир · ∇ℒ ∂ ∑ ⊙ ⟨q, k⟩ → ∞ Ġthe ⏎", {.colour = ui.theme.muted});
    end_scroll(ui, area.y + em);
}

void Demo::canvas(Ui& ui, Rect area) {
    const float em = ui.em;
    Painter& p = ui.painter;
    ui.painter.push_clip(area);
    const float cell = std::floor(std::min(area.w / 34, area.h / 22));
    const Rect q{std::round(area.x + 6 * em), std::round(area.y + 8.5f * cell + 3 * em), cell * 12, cell * 12};
    const Rect s{q.right() + 2 * em, q.y, cell * 12, cell * 12};
    const Rect k{s.x, std::round(area.y + 3.4f * em), s.w, std::floor(cell * 0.55f) * 14};
    const HeatStyle score{.meaning = Meaning::score, .limit = 4.4f}, query_style{.meaning = Meaning::query, .limit = 3};
    p.heatmap({query.data(), 12, 16, 16, 1, 1}, q, query_style);
    p.heatmap(transposed({keys_matrix.data(), 12, 16, 16, 1, 1}), k, {.meaning = Meaning::key, .limit = 3});
    p.heatmap({scores.data(), 12, 12, 12, 1, 1}, s, score);
    for (int i = 0; i < 12; ++i) {
        const bool row = i == 8, col = i == 1;
        const Rect r = cell_rect(q, 12, 16, i, 0), c = cell_rect(k, 16, 12, 0, i);
        const std::string& token = tokens[static_cast<std::size_t>(i)];
        p.text({r.x - 0.5f * em, r.centre().y}, token,
               {.colour = row ? colour(ui.theme, Meaning::query) : ui.theme.muted,
                .size = em::small,
                .align = Align::right,
                .anchor = Anchor::middle});
        p.text({c.centre().x - 0.2f * em, k.y - 0.2f * em}, token,
               {.colour = col ? colour(ui.theme, Meaning::key) : ui.theme.muted,
                .size = em::small,
                .anchor = Anchor::bottom,
                .degrees = 45});
    }
    const Rect row = cell_rect(q, 12, 16, 8, 0, 1, 16), column = cell_rect(k, 16, 12, 0, 1, 16, 1),
               chosen = cell_rect(s, 12, 12, 8, 1);
    p.stroke(row.inset(-1), colour(ui.theme, Meaning::query), 2);
    p.stroke(column.inset(-1), colour(ui.theme, Meaning::key), 2);
    p.stroke(chosen.inset(-1), ui.theme.accent, 2);
    p.dashed({row.right() + 2, row.centre().y}, {chosen.x - 2, row.centre().y}, ui.theme.accent.faded(0.6f));
    p.dashed({column.centre().x, column.bottom() + 2}, {column.centre().x, chosen.y - 2}, ui.theme.accent.faded(0.6f));
    draw_formula_at(p, "\\meaning{query}{Q}", {q.x, q.y - 0.6f * em}, {.align = Align::left});
    p.text({q.x + 1.8f * em, q.y - 0.6f * em}, "12 × 16",
           {.colour = ui.theme.muted, .size = em::small, .anchor = Anchor::baseline});
    draw_formula_at(p, "\\meaning{key}{K}^{⊤}", {k.right() + 0.8f * em, k.y + em}, {.align = Align::left});
    draw_formula_at(p, "\\meaning{score}{S}", {s.right() + 0.8f * em, s.y + em}, {.align = Align::left});
    legend(p, {s.right() + 0.8f * em, s.y + 2 * em, 7 * em, 2.4f * em}, score);
    const Rect weights{s.right() + 0.8f * em, s.y + 5.4f * em, std::floor(cell * 0.7f) * 12,
                       std::floor(cell * 0.7f) * 12};
    p.heatmap({probabilities.data(), 12, 12, 12, 1, 1}, weights,
              {.map = HeatMap::sequential, .meaning = Meaning::weight});
    const Rect wave{q.x, k.y, q.w * 0.6f, k.h * 0.8f};
    p.heatmap({waves.data(), 96, 64, 64, 1, 1}, wave,
              {.map = HeatMap::spectrum, .meaning = Meaning::position, .low = -1});

    const Region hover = region(ui, "scores", s);
    if (const CellAt at = cell_at(s, 12, 12, ui.input.mouse); hover.hovered && at) {
        const Rect place = cell_rect(s, 12, 12, at.row, at.col);
        p.stroke(place, ui.theme.text, 1.5f);
        char line[64];
        std::snprintf(line, sizeof line, "%s · %s\n%.3f", tokens[static_cast<std::size_t>(at.row)].c_str(),
                      tokens[static_cast<std::size_t>(at.col)].c_str(),
                      static_cast<double>(scores[static_cast<std::size_t>(at.row * 12 + at.col)]));
        tooltip(ui, place, line);
    }
    p.pop_clip();
}

void Demo::draw(Ui& ui) {
    const float em = ui.em;
    Rect rest = ui.window;
    const Rect top = rest.take_top(3.4f * em), left = rest.take_left(5.6f * em);
    if (panel == 0) panel = ui.window.w - 22 * em;
    const float low = ui.window.w * 0.4f, high = ui.window.w - 14 * em;
    const Rect right = rest.take_right(ui.window.w - panel), bottom = rest.take_bottom(7.6f * em);
    canvas(ui, rest);
    top_bar(ui, top);
    rail(ui, left);
    timeline(ui, bottom);
    side(ui, right);
    splitter_vertical(ui, "split", panel, low, high, right.y, right.bottom());
    if (Rect inner; begin_modal(ui, "keys", keys, {26 * em, 14 * em}, inner)) {
        ui.painter.text(inner.min(), "Keys", {.colour = ui.theme.text, .size = em::title, .face = Face::bold});
        paragraph(ui.painter, {inner.x, inner.y + 2.5f * em, inner.w, 0},
                  "Left, Right  one step\nSpace  play\nCtrl+Z  undo\nEsc  close", {.colour = ui.theme.muted});
        end_modal(ui);
    }
}

}  // namespace

int main(int argc, char** argv) try {
    std::string screenshot, theme = "dark", mouse;
    PixelSize size{1280, 720};
    GuiOptions options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string flag = argv[i], value = argv[i + 1];
        if (flag == "--screenshot") screenshot = value;
        if (flag == "--theme") theme = value;
        if (flag == "--mouse") mouse = value;
        if (flag == "--scale") options.text_scale = std::strtof(value.c_str(), nullptr);
        if (flag == "--size" && std::sscanf(value.c_str(), "%dx%d", &size.width, &size.height) != 2)
            throw Error("--size wants WxH, got " + value);
    }
    options.theme = find_theme(theme);
    if (!options.theme) throw Error("there is no theme named " + theme);
    const std::unique_ptr<Platform> platform = screenshot.empty() ? open_window({.size = size}) : open_headless(size);
    Gui gui(*platform, options);
    Demo demo;
    const auto draw = [&demo](Ui& ui) { demo.draw(ui); };
    if (screenshot.empty()) {
        while (gui.frame(draw)) {
        }
        return 0;
    }
    float x = 0, y = 0;
    gui.settle(draw);
    for (const char* at = mouse.c_str(); std::sscanf(at, "%f,%f", &x, &y) == 2;) {
        platform->events().push(MouseMove{{x, y}});
        if (const char* next = std::strchr(at, ';')) {
            at = next + 1;
            platform->events().click({x, y});
        } else {
            at = "";
        }
    }
    gui.settle(draw, 60);
    write_png(screenshot, platform->read_pixels());
    if (!gui.message().empty()) std::fprintf(stderr, "%s\n", gui.message().c_str());
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "glassformer: %s\n", error.what());
    return 2;
}
