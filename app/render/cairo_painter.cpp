#include "app/render/cairo_painter.h"

#include <fmt/core.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "app/paint/heat_scale.h"
#include "app/paint/visible_text.h"
#include "app/paint/written_order.h"
#include "app/platform/png.h"
#include "app/render/covering_font.h"
#include "app/render/faces.h"
#include "app/render/texts.h"
#include "core/base/error.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr int max_rectangles = 64 * 64;  // larger matrices go into the file as an image
// Readers smooth an image that they enlarge by less than four times; a cell of so many pixels stays one of sharp edges.
constexpr int image_cell = 4, max_pixels = 4'000'000;

void use(cairo_t* c, Colour colour) {
    cairo_set_source_rgba(c, static_cast<double>(colour.r), static_cast<double>(colour.g),
                          static_cast<double>(colour.b), static_cast<double>(colour.a));
}
void move(cairo_t* c, Vec2 p) { cairo_move_to(c, static_cast<double>(p.x), static_cast<double>(p.y)); }
void line_to(cairo_t* c, Vec2 p) { cairo_line_to(c, static_cast<double>(p.x), static_cast<double>(p.y)); }

void outline(cairo_t* c, const Rect& r, float radius) {
    const double x = static_cast<double>(r.x), y = static_cast<double>(r.y), w = static_cast<double>(r.w),
                 h = static_cast<double>(r.h);
    const double q = std::min({static_cast<double>(radius), w / 2, h / 2}), half = std::numbers::pi / 2;
    if (q <= 0) return cairo_rectangle(c, x, y, w, h);
    cairo_new_sub_path(c);
    cairo_arc(c, x + w - q, y + q, q, -half, 0);
    cairo_arc(c, x + w - q, y + h - q, q, 0, half);
    cairo_arc(c, x + q, y + h - q, q, half, 2 * half);
    cairo_arc(c, x + q, y + q, q, 2 * half, 3 * half);
    cairo_close_path(c);
}

struct FaceName {
    std::string family;
    cairo_font_slant_t slant;
    cairo_font_weight_t weight;
};
FaceName name_of(const FaceRow& row, std::string family) {
    return {std::move(family), row.italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
            row.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL};
}

struct Glyphs {
    cairo_glyph_t* items = nullptr;
    int count = 0;
    ~Glyphs() { cairo_glyph_free(items); }
};

}  // namespace

namespace {

/// Of an SVG file; "" without words.
std::string element(const char* name, const std::string& words) {
    if (words.empty()) return {};
    std::string text = fmt::format("<{}>", name);
    for (const char c : words) {
        if (c == '<')
            text += "&lt;";
        else if (c == '&')
            text += "&amp;";
        else if (static_cast<unsigned char>(c) >= 0x20U || c == '\n' || c == '\t')
            text += c;
    }
    return text + fmt::format("</{}>\n", name);
}

}  // namespace

struct CairoPainter::Surface {
    cairo_surface_t* surface = nullptr;
    cairo_t* c = nullptr;
    bool image = false, pdf = false;
    FontFamilies families;
    std::vector<FaceName> faces, signs;  // of each row, and of the signs that it lacks
    Surface() {
        const bool installed = family_installed(families.text);
        for (const FaceRow& row : face_rows()) {
            const std::string other = families.other + std::string(row.suffix);
            faces.push_back(name_of(row, row.text && installed ? families.text : other));
            signs.push_back(name_of(row, families.other + " Sans"));
            signs.back().slant = CAIRO_FONT_SLANT_NORMAL;
        }
    }
    std::string bytes;  // of the file, which is written when all of it is there
    std::string words;  // elements at the beginning of an SVG file
    static cairo_status_t write(void* to, const unsigned char* from, unsigned count) {
        static_cast<Surface*>(to)->bytes.append(reinterpret_cast<const char*>(from), count);
        return CAIRO_STATUS_SUCCESS;
    }
    ~Surface() {
        if (c) cairo_destroy(c);
        if (surface) cairo_surface_destroy(surface);
    }
};

CairoPainter::CairoPainter(const std::filesystem::path& file, PixelSize size, const Theme& theme, float em)
    : CairoPainter(file, theme, em, {0, 0, static_cast<float>(size.width), static_cast<float>(size.height)}) {}

CairoPainter::CairoPainter(const std::filesystem::path& file, const Theme& theme, float em, const Rect& page, int scale)
    : file_(file), theme_(theme), em_(em), surface_(std::make_unique<Surface>()) {
    const std::string ending = file.extension().string();
    const double width = static_cast<double>(page.w), height = static_cast<double>(page.h);
    if (ending == ".svg")
        surface_->surface = cairo_svg_surface_create_for_stream(&Surface::write, surface_.get(), width, height);
    else if (ending == ".pdf")
        surface_->surface = cairo_pdf_surface_create_for_stream(&Surface::write, surface_.get(), width, height);
    else if (ending == ".png")
        surface_->surface =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(page.w)) * scale,
                                       static_cast<int>(std::lround(page.h)) * scale);
    else
        throw Error(fmt::format(texts::render::file_types, file.string()));
    surface_->image = ending == ".png";
    if (ending == ".svg") cairo_svg_surface_set_document_unit(surface_->surface, CAIRO_SVG_UNIT_PX);
    surface_->pdf = ending == ".pdf";
    // The same picture is the same file, whenever it is made.
    if (surface_->pdf)
        cairo_pdf_surface_set_metadata(surface_->surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    surface_->c = cairo_create(surface_->surface);
    if (const cairo_status_t status = cairo_status(surface_->c))
        throw Error(fmt::format(texts::render::write_failed, file.string(), cairo_status_to_string(status)));
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_set_font_options(surface_->c, options);
    cairo_font_options_destroy(options);
    if (surface_->image) cairo_scale(surface_->c, scale, scale);
    cairo_translate(surface_->c, -static_cast<double>(page.x), -static_cast<double>(page.y));
    clips_.push_back(page);
    fill(clips_.back(), theme.background, 0);
}

CairoPainter::~CairoPainter() = default;

void CairoPainter::set_title(const std::string& title, const std::string& words) {
    if (surface_->pdf) {
        cairo_pdf_surface_set_metadata(surface_->surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
        if (!words.empty())
            cairo_pdf_surface_set_metadata(surface_->surface, CAIRO_PDF_METADATA_SUBJECT, words.c_str());
    }
    surface_->words = element("title", title) + element("desc", words);
}

std::string CairoPainter::bytes() {
    cairo_status_t status = cairo_status(surface_->c);
    if (status == CAIRO_STATUS_SUCCESS && surface_->image)
        status = cairo_surface_write_to_png_stream(surface_->surface, &Surface::write, surface_.get());
    cairo_surface_finish(surface_->surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface_->surface);
    if (status != CAIRO_STATUS_SUCCESS)
        throw Error(fmt::format(texts::render::write_failed, file_.string(), cairo_status_to_string(status)));
    if (!surface_->pdf && !surface_->image && !surface_->words.empty()) {
        const std::size_t tag = surface_->bytes.find("<svg"), inside = surface_->bytes.find('>', tag);
        if (tag != std::string::npos && inside != std::string::npos) {
            surface_->bytes.insert(inside + 1, "\n" + surface_->words);
            surface_->bytes.insert(tag + 4, " role=\"img\"");
        }
    }
    return std::move(surface_->bytes);
}

void CairoPainter::finish() { write_picture(file_, bytes()); }

void CairoPainter::next_page() {
    cairo_show_page(surface_->c);
    fill(clips_.front(), theme_.background, 0);
}

void CairoPainter::push_place(const Rect& from, const Rect& to, float em) {
    outer_em_.push_back(std::exchange(em_, em));
    cairo_save(surface_->c);
    cairo_translate(surface_->c, static_cast<double>(to.x), static_cast<double>(to.y));
    cairo_scale(surface_->c, static_cast<double>(to.w / from.w), static_cast<double>(to.h / from.h));
    cairo_translate(surface_->c, -static_cast<double>(from.x), -static_cast<double>(from.y));
    outline(surface_->c, from, 0);
    cairo_clip(surface_->c);
    clips_.push_back(from);
}

void CairoPainter::pop_place() {
    clips_.pop_back();
    cairo_restore(surface_->c);
    em_ = outer_em_.back();
    outer_em_.pop_back();
}

Image CairoPainter::image() {
    cairo_surface_flush(surface_->surface);
    if (const cairo_status_t status = cairo_status(surface_->c))
        throw Error(fmt::format(texts::render::write_failed, file_.string(), cairo_status_to_string(status)));
    Image image{
        cairo_image_surface_get_width(surface_->surface), cairo_image_surface_get_height(surface_->surface), {}};
    const unsigned char* const from = cairo_image_surface_get_data(surface_->surface);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_->surface));
    image.rgba.reserve(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            std::uint32_t rgb = 0;  // in the machine's order of bytes
            std::memcpy(&rgb, from + static_cast<std::size_t>(y) * stride + 4 * static_cast<std::size_t>(x), 4);
            for (const unsigned shift : {16U, 8U, 0U}) image.rgba.push_back(static_cast<std::uint8_t>(rgb >> shift));
            image.rgba.push_back(255);
        }
    return image;
}

void CairoPainter::fill(const Rect& rect, Colour colour, float radius) {
    if (rect.w <= 0 || rect.h <= 0) return;
    use(surface_->c, colour);
    outline(surface_->c, rect, radius);
    cairo_fill(surface_->c);
}

void CairoPainter::stroke(const Rect& rect, Colour colour, float width, float radius) {
    use(surface_->c, colour);
    cairo_set_line_width(surface_->c, static_cast<double>(width));
    outline(surface_->c, rect.inset(width / 2), radius);  // inside, as in the window
    cairo_stroke(surface_->c);
}

void CairoPainter::line(Vec2 from, Vec2 to, Colour colour, float width) {
    const Vec2 points[] = {from, to};
    polyline(points, colour, width, false);
}

void CairoPainter::dashed(Vec2 from, Vec2 to, Colour colour, float width, float dash, float space) {
    const double pattern[] = {static_cast<double>(dash), static_cast<double>(space)};
    cairo_set_dash(surface_->c, pattern, 2, 0);
    line(from, to, colour, width);
    cairo_set_dash(surface_->c, nullptr, 0, 0);
}

void CairoPainter::polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) {
    if (points.size() < 2) return;
    use(surface_->c, colour);
    cairo_set_line_width(surface_->c, static_cast<double>(width));
    cairo_set_line_join(surface_->c, CAIRO_LINE_JOIN_ROUND);
    move(surface_->c, points[0]);
    for (const Vec2 p : points.subspan(1)) line_to(surface_->c, p);
    if (closed) cairo_close_path(surface_->c);
    cairo_stroke(surface_->c);
}

void CairoPainter::curve(Vec2 from, Vec2 control1, Vec2 control2, Vec2 to, Colour colour, float width) {
    use(surface_->c, colour);
    cairo_set_line_width(surface_->c, static_cast<double>(width));
    move(surface_->c, from);
    cairo_curve_to(surface_->c, static_cast<double>(control1.x), static_cast<double>(control1.y),
                   static_cast<double>(control2.x), static_cast<double>(control2.y), static_cast<double>(to.x),
                   static_cast<double>(to.y));
    cairo_stroke(surface_->c);
}

void CairoPainter::triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) {
    use(surface_->c, colour);
    move(surface_->c, a);
    line_to(surface_->c, b);
    line_to(surface_->c, c);
    cairo_fill(surface_->c);
}

void CairoPainter::band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) {
    if (upper.size() < 2 || lower.size() < 2) return;
    use(surface_->c, colour);
    move(surface_->c, upper.front());
    for (const Vec2 point : upper.subspan(1)) line_to(surface_->c, point);
    for (std::size_t i = lower.size(); i-- > 0;) line_to(surface_->c, lower[i]);
    cairo_close_path(surface_->c);
    cairo_fill(surface_->c);
}

void CairoPainter::circle(Vec2 centre, float radius, Colour colour) {
    use(surface_->c, colour);
    cairo_new_sub_path(surface_->c);
    cairo_arc(surface_->c, static_cast<double>(centre.x), static_cast<double>(centre.y), static_cast<double>(radius), 0,
              2 * std::numbers::pi);
    cairo_fill(surface_->c);
}

void CairoPainter::ring(Vec2 centre, float radius, Colour colour, float width) {
    use(surface_->c, colour);
    cairo_set_line_width(surface_->c, static_cast<double>(width));
    cairo_new_sub_path(surface_->c);
    cairo_arc(surface_->c, static_cast<double>(centre.x), static_cast<double>(centre.y), static_cast<double>(radius), 0,
              2 * std::numbers::pi);
    cairo_stroke(surface_->c);
}

const std::string& CairoPainter::family_with(std::string_view character) {
    if (const auto known = families_.find(character); known != families_.end()) return known->second;
    std::size_t at = 0;
    const char32_t code_point = next_code_point(character, at);
    std::string family = covering_font(code_point).family;
    if (family.empty()) missing_ += code_point;
    return families_.emplace(character, std::move(family)).first->second;
}

std::string CairoPainter::missing() const {
    constexpr std::size_t named = 5;
    if (missing_.empty()) return {};
    std::string characters;
    for (std::size_t i = 0; i < std::min(missing_.size(), named); ++i) {
        if (i > 0) characters += ", ";
        append_utf8(characters, missing_[i]);
        characters += fmt::format(" (U+{:04X})", static_cast<unsigned>(missing_[i]));
    }
    if (const std::size_t more = missing_.size() - std::min(missing_.size(), named); more > 0)
        characters = more == 1 ? fmt::format(texts::render::more_characters_one, characters)
                               : fmt::format(texts::render::more_characters, characters, more);
    return fmt::format(texts::render::no_font_has, characters);
}

float CairoPainter::run(std::string_view utf8, float size, Face face, Vec2 at, bool draw) {
    cairo_t* c = surface_->c;
    double x = static_cast<double>(at.x);
    const auto advance = [&](std::string_view part, const FaceName& name, bool last_choice) {
        cairo_select_font_face(c, name.family.c_str(), name.slant, name.weight);
        cairo_set_font_size(c, static_cast<double>(em_ * size));
        cairo_scaled_font_t* font = cairo_get_scaled_font(c);
        Glyphs glyphs;
        if (cairo_scaled_font_text_to_glyphs(font, x, static_cast<double>(at.y), part.data(),
                                             static_cast<int>(part.size()), &glyphs.items, &glyphs.count, nullptr,
                                             nullptr, nullptr))
            return last_choice;  // no character at all
        for (int i = 0; i < glyphs.count; ++i)
            if (glyphs.items[i].index == 0 && !last_choice) return false;
        cairo_text_extents_t extents;
        cairo_scaled_font_glyph_extents(font, glyphs.items, glyphs.count, &extents);
        if (draw) cairo_show_glyphs(c, glyphs.items, glyphs.count);
        x += extents.x_advance;
        return true;
    };
    const auto index = static_cast<std::size_t>(face);
    const FaceName &own = surface_->faces[index], &sans = surface_->signs[index];
    const FaceName& text =
        surface_->faces[static_cast<std::size_t>(own.weight == CAIRO_FONT_WEIGHT_BOLD ? Face::bold : Face::sans)];
    if (!advance(utf8, own, false)) {
        // A character the face lacks comes from the sans face, or from any font that has it, as in the window.
        for (std::size_t i = 0; i < utf8.size();) {
            const std::size_t begin = i;
            const char32_t code = next_code_point(utf8, i);
            const bool broken = code == U'\uFFFD' && i - begin == 1;  // a byte that is no UTF-8
            const std::string_view character = broken ? std::string_view("\uFFFD") : utf8.substr(begin, i - begin);
            if (advance(character, own, false) || advance(character, text, false) || advance(character, sans, false))
                continue;
            const std::string& family = family_with(character);
            const FaceName other{family, CAIRO_FONT_SLANT_NORMAL, own.weight};
            if (!family.empty() && advance(character, other, false)) continue;
            if (code < 0x80)
                advance(character, sans, true);
            else
                x += static_cast<double>(run(code_point_text(code), size, face, {static_cast<float>(x), at.y}, draw));
        }
    }
    return static_cast<float>(x) - at.x;
}

TextSize CairoPainter::measure(std::string_view utf8, float size, Face face) {
    return size_of(written_order(utf8, ordered_), size, face);
}

TextSize CairoPainter::size_of(std::string_view utf8, float size, Face face) {
    const float pixels = em_ * size;
    return {run(utf8, size, face, {}, false), pixels * line_per_em, pixels * ascent_per_em};
}

void CairoPainter::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    if (utf8.empty()) return;
    utf8 = written_order(utf8, ordered_, style.direction);
    const TextSize size = size_of(utf8, style.size, style.face);
    const float left = style.align == Align::left ? 0 : style.align == Align::centre ? size.width / 2 : size.width;
    const float up = style.anchor == Anchor::top      ? 0
                     : style.anchor == Anchor::middle ? size.height / 2
                     : style.anchor == Anchor::bottom ? size.height
                                                      : size.ascent;
    cairo_t* c = surface_->c;
    cairo_save(c);
    use(c, style.colour);
    cairo_translate(c, static_cast<double>(at.x), static_cast<double>(at.y));
    cairo_rotate(c, -static_cast<double>(style.degrees) * std::numbers::pi / 180);
    run(utf8, style.size, style.face, {-left, size.ascent - up}, true);
    cairo_restore(c);
}

void CairoPainter::push_clip(const Rect& rect) {
    clips_.push_back(clips_.back().intersect(rect));
    cairo_save(surface_->c);
    outline(surface_->c, rect, 0);
    cairo_clip(surface_->c);
}

void CairoPainter::pop_clip() {
    clips_.pop_back();
    cairo_restore(surface_->c);
}

void CairoPainter::image(const Image& image, const Rect& rect) {
    if (image.width < 1 || image.height < 1 || rect.w <= 0 || rect.h <= 0) return;
    cairo_t* c = surface_->c;
    cairo_surface_t* copy = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height);
    if (cairo_surface_status(copy) == CAIRO_STATUS_SUCCESS) {
        auto* pixels = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(copy));
        const int stride = cairo_image_surface_get_stride(copy) / 4;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
                const auto* from = image.pixel(x, y);
                const std::uint32_t alpha = from[3];
                const auto times_alpha = [alpha](std::uint32_t v) { return (v * alpha + 127) / 255; };
                pixels[y * stride + x] =
                    alpha << 24U | times_alpha(from[0]) << 16U | times_alpha(from[1]) << 8U | times_alpha(from[2]);
            }
        cairo_surface_mark_dirty(copy);
        cairo_save(c);
        cairo_translate(c, static_cast<double>(rect.x), static_cast<double>(rect.y));
        cairo_scale(c, static_cast<double>(rect.w) / image.width, static_cast<double>(rect.h) / image.height);
        cairo_set_source_surface(c, copy, 0, 0);
        cairo_paint(c);
        cairo_restore(c);
    }
    cairo_surface_destroy(copy);
}

void CairoPainter::heatmap(const ConstMatrix& matrix, const Rect& where, const HeatStyle& style) {
    const Rect rect = where.snapped();
    if (matrix.rows < 1 || matrix.cols < 1 || rect.w < 1 || rect.h < 1) return;
    const ConstMatrix m = here(matrix);
    const HeatScale scale(*this, style);
    const int shown = style.shown < 0 ? m.rows * m.cols : style.shown;
    if (map_drawn_) map_drawn_(m, rect, rect.intersect(clips_.back()), shown);
    cairo_t* c = surface_->c;
    if (m.rows * m.cols > max_rectangles) {
        const int each = m.rows * m.cols * image_cell * image_cell <= max_pixels ? image_cell : 1;
        cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, m.cols * each, m.rows * each);
        auto* pixels = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(image));
        const int stride = cairo_image_surface_get_stride(image) / 4;
        const auto byte = [](float v) { return static_cast<std::uint32_t>(std::lround(v * 255)); };
        const float across = rect.w / static_cast<float>(m.cols * each);  // of a pixel of the image, on the page
        const float down = rect.h / static_cast<float>(m.rows * each);
        for (int r = 0; r < m.rows; ++r)
            for (int col = 0; col < m.cols; ++col) {
                if (r * m.cols + col >= shown) continue;
                const HeatFill cell = scale.fill(m.at(r, col));
                for (int y = r * each; y < (r + 1) * each; ++y)
                    for (int x = col * each; x < (col + 1) * each; ++x) {
                        const Colour p = cell.at(static_cast<int>(across * (static_cast<float>(x) + 0.5F)),
                                                 static_cast<int>(down * (static_cast<float>(y) + 0.5F)));
                        pixels[y * stride + x] =
                            byte(p.a) << 24 | byte(p.r * p.a) << 16 | byte(p.g * p.a) << 8 | byte(p.b * p.a);
                    }
            }
        cairo_surface_mark_dirty(image);
        cairo_save(c);
        cairo_translate(c, static_cast<double>(rect.x), static_cast<double>(rect.y));
        cairo_scale(c, static_cast<double>(rect.w) / (m.cols * each), static_cast<double>(rect.h) / (m.rows * each));
        cairo_set_source_surface(c, image, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_NEAREST);
        cairo_paint(c);
        cairo_restore(c);
        cairo_surface_destroy(image);
        return;
    }
    const float smallest = std::min(rect.w / static_cast<float>(m.cols), rect.h / static_cast<float>(m.rows));
    const float gap = smallest >= smallest_cell_with_gap ? style.gap : 0;
    for (int r = 0; r < m.rows; ++r)
        for (int col = 0; col < m.cols && r * m.cols + col < shown; ++col) {
            Rect cell = cell_rect(rect, m.rows, m.cols, r, col);
            cell.w -= gap;
            cell.h -= gap;
            fill_cell(*this, cell, scale.fill(m.at(r, col)), rect.min());
        }
}

}  // namespace glassformer
