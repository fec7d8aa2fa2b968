#include "app/handout/figure_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/platform/png.h"

namespace glassformer {

namespace {

constexpr double image_scale = 2;        // pixels of an image to each of the picture
constexpr std::size_t least_cells = 24;  // that become an image
constexpr double most_pixels = 8e6;      // of an image
constexpr int decimals = 2, decimals_of_words = 1;

std::string short_figure(double value, int places = decimals) {
    std::string text = fmt::format("{:.{}f}", value, places);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

/// The number at the beginning, which is taken away; false where there is none.
bool take_number(std::string_view& text, double& number) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return true;
}
bool take(std::string_view& text, std::string_view begin) {
    if (!text.starts_with(begin)) return false;
    text.remove_prefix(begin.size());
    return true;
}

/// "M 1.40625 -10.703125 L 7.578125 -10.7 Z M 1.4 -10.7 " as "M1.41 -10.7H7.58Z": cairo goes back to where it began,
/// which draws nothing.
std::string short_path(std::string_view path) {
    std::string made, move, x, y;  // a move is written with what follows it
    while (!path.empty()) {
        const char letter = path.front();
        path.remove_prefix(1);
        if (letter == ' ') continue;
        std::vector<std::string> numbers;
        for (double number = 0; take_number(path, number);) numbers.push_back(short_figure(number));
        std::string words(1, letter);
        for (std::size_t i = 0; i < numbers.size(); ++i) words += (i > 0 ? " " : "") + numbers[i];
        if (letter == 'L' && numbers.size() == 2 && numbers[1] == y)
            words = "H" + numbers[0];
        else if (letter == 'L' && numbers.size() == 2 && numbers[0] == x)
            words = "V" + numbers[1];
        if (numbers.size() >= 2) {
            x = numbers[numbers.size() - 2];
            y = numbers.back();
        }
        if (letter == 'M') {
            move = words;
            continue;
        }
        made += std::exchange(move, std::string()) + words;
    }
    return made;
}

std::string short_line(std::string_view line) {
    constexpr std::string_view begins = " d=\"";
    std::string made(line);
    if (const std::size_t at = line.find(begins); at != std::string_view::npos) {
        const std::size_t first = at + begins.size(), end = line.find('"', first);
        if (end != std::string_view::npos)
            made = std::string(line.substr(0, first)) + short_path(line.substr(first, end - first)) +
                   std::string(line.substr(end));
    }
    // The first two hold anyway; the page's style says the third for all.
    for (const std::string_view said : {"stroke-linecap:butt;", "stroke-linejoin:miter;", "stroke-miterlimit:10;"})
        if (const std::size_t at = made.find(said); at != std::string::npos) made.erase(at, said.size());
    return made;
}

std::string in_base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(bytes.size() * 4 / 3 + 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8U | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text += at + i <= bytes.size() ? digits[three >> (18U - 6U * static_cast<unsigned>(i)) & 63U] : '=';
    }
    return text;
}

std::uint8_t byte_of(const std::string& colour, std::size_t channel) {
    unsigned value = 0;
    std::from_chars(colour.data() + 1 + 2 * channel, colour.data() + 3 + 2 * channel, value, 16);
    return static_cast<std::uint8_t>(value);
}

bool is_whole(double number) { return std::abs(number - std::round(number)) < 1e-3; }

}  // namespace

std::string FigureSheet::name_of(const char* kind, const std::string& before, const std::string& after) {
    std::string& name = defined_[before + after];
    if (name.empty()) {
        name = fmt::format("{}{}", kind, defined_.size());
        definitions_ += before + name + after + "\n";
    }
    return name;
}

/// <path style="fill:#c4d4d6;" d="M 906 538 L 908 538 L 908 539 L 906 539 Z M 906 538 "/>
bool FigureSheet::read_cell(std::string_view line, Cell& cell) {
    if (!take(line, "<path style=\"fill:#") || line.size() < 6) return false;
    cell.colour = "#" + std::string(line.substr(0, 6));
    line.remove_prefix(6);
    if (!take(line, ";\" d=\"M ")) return false;
    std::array<double, 10> at{};
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (i == 2 || i == 4 || i == 6)
            if (!take(line, " L ")) return false;
        if (i == 8 && !take(line, " Z M ")) return false;
        if (!take_number(line, at[i])) return false;
    }
    if (line != " \"/>") return false;
    cell.left = at[0], cell.top = at[1], cell.right = at[2], cell.bottom = at[5];
    return at[3] == at[1] && at[4] == at[2] && at[6] == at[0] && at[7] == at[5] && at[8] == at[0] && at[9] == at[1] &&
           cell.left < cell.right && cell.top < cell.bottom;
}

/// <use xlink:href="#p67-glyph0-1" x="333.413818" y="28.19"/>
bool FigureSheet::read_use(std::string_view line, Use& use) const {
    if (!take(line, "<use xlink:href=\"#")) return false;
    const std::size_t end = line.find('"');
    if (end == std::string_view::npos) return false;
    const auto known = letters_.find(line.substr(0, end));
    if (known == letters_.end()) return false;
    use.name = known->second;
    line.remove_prefix(end);
    return take(line, "\" x=\"") && take_number(line, use.x) && take(line, "\" y=\"") && take_number(line, use.y) &&
           line == "\"/>";
}

/// A style that comes again has a name, which is shorter.
std::string FigureSheet::with_style_named(std::string line) {
    constexpr std::string_view begins = " style=\"";
    const std::size_t at = line.find(begins);
    if (at == std::string::npos || line.starts_with("<svg")) return line;
    const std::size_t first = at + begins.size(), end = line.find('"', first);
    if (end == std::string::npos) return line;
    std::string& name = styles_[line.substr(first, end - first)];
    if (name.empty()) name = fmt::format("s{}", styles_.size());
    line.replace(at, end + 1 - at, " class=\"" + name + "\"");
    return line;
}

std::string FigureSheet::word(const std::vector<Use>& uses) {
    const Use& first = uses.front();
    std::string name = first.name;
    if (uses.size() > 1) {
        std::string letters;
        for (const Use& use : uses) {
            letters += fmt::format("<use href=\"#{}\"", use.name);
            for (const auto& [side, away] : {std::pair{"x", use.x - first.x}, {"y", use.y - first.y}})
                if (const std::string moved = short_figure(away, decimals_of_words); moved != "0")
                    letters += fmt::format(" {}=\"{}\"", side, moved);
            letters += "/>";
        }
        name = name_of("w", "<g id=\"", "\">" + letters + "</g>");
    }
    return fmt::format("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>\n", name, short_figure(first.x, decimals_of_words),
                       short_figure(first.y, decimals_of_words));
}

std::string FigureSheet::cells(const std::vector<Cell>& cells) {
    std::string paths, colour;
    for (const Cell& cell : cells) {
        if (cell.colour != colour) {
            if (!colour.empty()) paths += "\"/>\n";
            colour = cell.colour;
            paths += fmt::format("<path fill=\"{}\" d=\"", colour);
        }
        const std::string wide = short_figure(cell.right - cell.left);
        paths += fmt::format("M{} {}h{}v{}h-{}z", short_figure(cell.left), short_figure(cell.top), wide,
                             short_figure(cell.bottom - cell.top), wide);
    }
    paths += "\"/>\n";
    if (cells.size() < least_cells) return paths;
    Cell whole = cells.front();
    for (const Cell& cell : cells) {
        for (const double side : {cell.left, cell.top, cell.right, cell.bottom})
            if (!is_whole(side * image_scale)) return paths;
        whole.left = std::min(whole.left, cell.left);
        whole.top = std::min(whole.top, cell.top);
        whole.right = std::max(whole.right, cell.right);
        whole.bottom = std::max(whole.bottom, cell.bottom);
    }
    const double wide = whole.right - whole.left, high = whole.bottom - whole.top;
    if (wide * high * image_scale * image_scale > most_pixels) return paths;
    const auto pixel = [](double at) { return static_cast<int>(std::lround(at * image_scale)); };
    Image image{pixel(wide), pixel(high), {}};
    image.rgba.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (const Cell& cell : cells) {
        const std::array<std::uint8_t, 4> tone{byte_of(cell.colour, 0), byte_of(cell.colour, 1),
                                               byte_of(cell.colour, 2), 255};
        for (int y = pixel(cell.top - whole.top); y < pixel(cell.bottom - whole.top); ++y)
            for (int x = pixel(cell.left - whole.left); x < pixel(cell.right - whole.left); ++x)
                std::copy(tone.begin(), tone.end(),
                          image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + x));
    }
    const std::string data = in_base64(png_bytes(image));
    if (data.size() + 100 > paths.size()) return paths;
    const std::string name = name_of("i", "<image id=\"",
                                     fmt::format("\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>",
                                                 short_figure(wide), short_figure(high), data));
    return fmt::format("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>\n", name, short_figure(whole.left),
                       short_figure(whole.top));
}

std::string FigureSheet::add(std::string_view svg) {
    letters_.clear();
    std::string made;
    std::vector<Use> uses;
    std::vector<Cell> run;
    const auto flush = [&] {
        if (!uses.empty()) made += word(uses);
        if (!run.empty()) made += cells(run);
        uses.clear();
        run.clear();
    };
    std::string_view rest = svg;
    const auto next_line = [&rest] {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        return line;
    };
    while (!rest.empty()) {
        const std::string_view line = next_line();
        if (std::string_view symbol = line; take(symbol, "<symbol overflow=\"visible\" id=\"")) {
            const std::string_view name = symbol.substr(0, symbol.find('"')), before = rest;
            std::string_view letter = next_line();
            const bool ends = rest.starts_with("</symbol>");
            if (constexpr std::string_view begins = "<path style=\"stroke:none;\" d=\"";
                ends && take(letter, begins) && letter.ends_with("\"/>")) {
                letter.remove_suffix(3);
                letters_[std::string(name)] = name_of("l", "<path id=\"", "\" d=\"" + short_path(letter) + "\"/>");
                static_cast<void>(next_line());
                continue;
            }
            rest = before;  // a letter that is a picture
        }
        if (Use use; read_use(line, use)) {
            if (!run.empty()) flush();
            uses.push_back(std::move(use));
            continue;
        }
        if (Cell cell; read_cell(line, cell)) {
            if (!uses.empty()) flush();
            run.push_back(std::move(cell));
            continue;
        }
        flush();
        if (!line.empty()) made += with_style_named(short_line(line)) + "\n";
    }
    flush();
    for (const std::string_view empty : {"<g>\n</g>\n", "<defs>\n</defs>\n"})
        if (const std::size_t at = made.find(empty); at != std::string::npos) made.erase(at, empty.size());
    if (made.ends_with('\n')) made.pop_back();
    return made;
}

std::string FigureSheet::shared() const {
    if (definitions_.empty() && styles_.empty()) return {};
    std::string styles;
    for (const auto& [style, name] : styles_) styles += fmt::format(".{}{{{}}}\n", name, style);
    return "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><style>\n" + styles +
           "</style><defs>\n" + definitions_ + "</defs></svg>\n";
}

}  // namespace glassformer
