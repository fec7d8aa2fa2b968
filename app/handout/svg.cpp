#include "app/handout/svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "app/handout/html_text.h"
#include "app/paint/formula.h"
#include "app/render/cairo_painter.h"
#include "core/base/error.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr float text_size = 16;        // a formula is drawn beside body text of so many pixels
constexpr float widest_formula = 640;  // then it is wrapped
constexpr float display_formula = 1.2F;

/// Built anew: of a picture with thousands of cells, each replacement in place would move all that follows.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
    std::string made;
    made.reserve(text.size());
    std::size_t done = 0;
    for (std::size_t at = 0; (at = text.find(from, done)) != std::string::npos; done = at + from.size()) {
        made.append(text, done, at - done);
        made += to;
    }
    if (done == 0) return;
    made.append(text, done);
    text = std::move(made);
}

/// rgb(20%, 0%, 100%) as #3300ff.
std::string with_short_colours(std::string_view text) {
    constexpr std::string_view begins = "rgb(";
    std::string made;
    made.reserve(text.size());
    for (std::size_t at = 0;;) {
        const std::size_t colour = text.find(begins, at), end = text.find(')', colour);
        made += text.substr(at, colour - at);
        if (colour == std::string_view::npos || end == std::string_view::npos) return made;
        std::string shares(text.substr(colour + begins.size(), end - colour - begins.size()));
        char* share = shares.data();
        made += '#';
        for (int channel = 0; channel < 3; ++channel) {
            made += fmt::format("{:02x}", std::lround(std::strtod(share, &share) * 2.55));
            share += std::min<std::size_t>(std::strlen(share), 2);  // the percent sign and the comma
        }
        at = end + 1;
    }
}

}  // namespace

std::string inline_svg(std::string_view file, std::string_view prefix, std::string_view attributes) {
    const std::size_t tag = file.find("<svg"), inside = file.find('>', tag);
    if (tag == std::string_view::npos || inside == std::string_view::npos) return {};
    std::string body = with_short_colours(file.substr(inside + 1));
    // What holds anyway is not said for each of thousands of cells.
    for (const std::string_view said : {" fill-rule=\"nonzero\"", " fill-opacity=\"1\"", " stroke-opacity=\"1\"",
                                        " stroke:none;", "fill-rule:nonzero;", "fill-opacity:1;", "stroke-opacity:1;"})
        replace_all(body, said, "");
    replace_all(body, " id=\"", fmt::format(" id=\"{}", prefix));
    replace_all(body, "href=\"#", fmt::format("href=\"#{}", prefix));
    replace_all(body, "url(#", fmt::format("url(#{}", prefix));
    const std::string_view head = file.substr(tag, inside - tag);
    const std::size_t box = head.find("viewBox=\"");
    const std::string_view view_box =
        box == std::string_view::npos ? "" : head.substr(box, head.find('"', box + 9) + 1 - box);
    return fmt::format("<svg {} {}>{}", view_box, attributes, body);
}

std::string formula_svg(const std::string& markup, const Theme& theme, bool display, std::string_view prefix,
                        std::string_view style_class) {
    const std::filesystem::path file = "formula.svg";
    Theme clear = theme;
    clear.background.a = 0;
    const FormulaStyle style{.size = display ? display_formula : 1.0F, .align = Align::left};
    const TextSize size = [&] {
        CairoPainter measure(file, clear, text_size, {0, 0, 1, 1});
        return measure_formula(measure, markup, widest_formula, style);
    }();
    const Rect page{0, 0, std::ceil(size.width) + 2, std::ceil(size.height)};
    CairoPainter painter(file, clear, text_size, page);
    draw_formula(painter, markup, {1, 0, size.width, page.h}, style);
    const std::string attributes = fmt::format(
        "class=\"{}\" role=\"img\" aria-label=\"{}\" style=\"width:{:.3f}em;height:{:.3f}em;"
        "vertical-align:{:.3f}em\"",
        style_class, html_text(plain_formula(markup)), page.w / text_size, page.h / text_size,
        (size.ascent - page.h) / text_size);
    return inline_svg(painter.bytes(), prefix, attributes);
}

}  // namespace glassformer
