#include "app/paint/written_order.h"

#include <fribidi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include "app/paint/visible_text.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr char32_t isolate = U'\u2068', isolated_end = U'\u2069', line_end = U'\n';

/// Marks that would turn the text around them, or what is behind them.
bool turns_text(char32_t c) {
    return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || c == 0x2066 || c == 0x2067;
}

/// Marks that join two letters or keep them apart, and are not drawn.
bool joins_letters(char32_t c) { return c == 0x200C || c == 0x200D; }

/// One line while it is put in order. All lists are parallel, one entry a code point.
struct CodesOfLine {
    std::vector<FriBidiChar> codes;
    std::vector<std::size_t> begins, ends;
    void add(char32_t code, std::size_t begin, std::size_t end) {
        codes.push_back(code);
        begins.push_back(begin);
        ends.push_back(end);
    }
    FriBidiStrIndex size() const { return static_cast<FriBidiStrIndex>(codes.size()); }
};

/// `from` to `to` of the text: marks as their code points, and of what isolates only pairs.
CodesOfLine line_of_codes(std::string_view utf8, std::size_t from, std::size_t to) {
    CodesOfLine line;
    std::vector<std::size_t> open;  // places in the line
    std::vector<bool> paired;
    for (std::size_t at = from; at < to;) {
        const std::size_t begin = at;
        const char32_t c = next_code_point(utf8, at);
        if (turns_text(c)) {
            for (const char sign : code_point_text(c)) line.add(static_cast<unsigned char>(sign), begin, at);
        } else {
            if (c == isolate) open.push_back(line.codes.size());
            if (c == isolated_end && !open.empty()) {
                paired.resize(line.codes.size() + 1);
                paired[open.back()] = paired.back() = true;
                open.pop_back();
            }
            line.add(c, begin, at);
        }
    }
    paired.resize(line.codes.size());
    CodesOfLine kept;
    for (std::size_t i = 0; i < line.codes.size(); ++i)
        if (paired[i] || (line.codes[i] != isolate && line.codes[i] != isolated_end))
            kept.add(line.codes[i], line.begins[i], line.ends[i]);
    return kept;
}

/// left_to_right or right_to_left. Versions of FriBidi differ in whether the first letter may be an isolated one: it
/// must not.
WritingDirection direction_by(WritingDirection rule, const std::vector<FriBidiCharType>& types) {
    if (rule == WritingDirection::left_to_right || rule == WritingDirection::right_to_left) return rule;
    int isolates = 0, right_to_left = 0, letters = 0;
    for (const FriBidiCharType type : types) {
        if (type == FRIBIDI_TYPE_PDI) {
            --isolates;  // all are paired
        } else if (FRIBIDI_IS_ISOLATE(type)) {
            ++isolates;
        } else if (isolates == 0 && FRIBIDI_IS_LETTER(type)) {
            ++letters;
            right_to_left += FRIBIDI_IS_RTL(type) ? 1 : 0;
            if (right_to_left == 0) break;  // the first one
            if (rule == WritingDirection::of_first_letter) break;
        }
    }
    return 2 * right_to_left > letters ? WritingDirection::right_to_left : WritingDirection::left_to_right;
}

/// Two letters that were joined are one sign, which stands for the bytes of both, and a filler.
void join_ligatures(CodesOfLine& line, const std::vector<FriBidiChar>& shaped, std::vector<bool>& filler) {
    for (std::size_t i = 0; i < shaped.size(); ++i) {
        filler[i] = shaped[i] == FRIBIDI_CHAR_FILL && line.codes[i] != FRIBIDI_CHAR_FILL;
        if (!filler[i]) continue;
        // The filler takes the place of the first or the second letter, the sign that of the other one.
        const bool behind = i + 1 < shaped.size() && shaped[i + 1] >= 0xFEF5 && shaped[i + 1] <= 0xFEFC &&
                            line.codes[i + 1] != shaped[i + 1];
        const std::size_t sign = behind ? i + 1 : std::max<std::size_t>(i, 1) - 1;
        line.begins[sign] = std::min(line.begins[sign], line.begins[i]);
        line.ends[sign] = std::max(line.ends[sign], line.ends[i]);
    }
}

void append_line(std::vector<WrittenSign>& signs, CodesOfLine line, WritingDirection direction) {
    const FriBidiStrIndex count = line.size();
    if (count == 0) return;
    const auto entries = line.codes.size();
    std::vector<FriBidiCharType> types(entries);
    std::vector<FriBidiBracketType> brackets(entries);
    std::vector<FriBidiLevel> levels(entries);
    std::vector<FriBidiArabicProp> joining(entries);
    fribidi_get_bidi_types(line.codes.data(), count, types.data());
    fribidi_get_bracket_types(line.codes.data(), count, types.data(), brackets.data());
    FriBidiParType base =
        direction_by(direction, types) == WritingDirection::right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), count, &base, levels.data()) == 0)
        throw std::bad_alloc();
    fribidi_get_joining_types(line.codes.data(), count, joining.data());
    fribidi_join_arabic(types.data(), count, levels.data(), joining.data());
    std::vector<FriBidiChar> shaped = line.codes;
    fribidi_shape(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES | FRIBIDI_FLAG_SHAPE_ARAB_LIGA,
                  levels.data(), count, joining.data(), shaped.data());
    std::vector<bool> filler(entries);
    join_ligatures(line, shaped, filler);
    // Points of Hebrew and Arabic come before their letter, from the left: fonts draw them over what follows.
    std::vector<FriBidiStrIndex> order(entries);
    std::iota(order.begin(), order.end(), 0);
    if (fribidi_reorder_line(0, types.data(), count, 0, base, levels.data(), nullptr, order.data()) == 0)
        throw std::bad_alloc();
    for (const FriBidiStrIndex from : order) {
        const auto i = static_cast<std::size_t>(from);
        if (filler[i] || joins_letters(shaped[i]) || shaped[i] == isolate || shaped[i] == isolated_end) continue;
        signs.push_back({shaped[i], line.begins[i], line.ends[i], FRIBIDI_LEVEL_IS_RTL(levels[i]) != 0});
    }
}

}  // namespace

bool has_right_to_left(std::string_view utf8) {
    const auto at = [&](std::size_t i) { return i < utf8.size() ? static_cast<unsigned char>(utf8[i]) : 0U; };
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        constexpr std::size_t step = sizeof(std::uint64_t);
        std::uint64_t several = 0;
        if (i + step <= utf8.size()) std::memcpy(&several, utf8.data() + i, step);
        if (i + step <= utf8.size() && (several & 0x8080808080808080U) == 0) {  // ASCII, mostly
            i += step - 1;
            continue;
        }
        const unsigned lead = at(i);
        if (lead < 0xD6) continue;
        if (lead <= 0xDF) {  // U+0580 to U+07FF; what is before Hebrew is Armenian
            if (lead > 0xD6 || at(i + 1) >= 0x90) return true;
            continue;
        }
        const unsigned next = at(i + 1), last = at(i + 2);
        if (lead == 0xE0 && next < 0xA4) return true;  // up to U+08FF
        if (lead == 0xE2 && next == 0x80 && (last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE)))
            return true;
        if (lead == 0xE2 && next == 0x81 && last >= 0xA6 && last <= 0xA9) return true;
        const unsigned sign = (next & 0x3FU) << 6U | (last & 0x3FU);
        if (lead == 0xEF && ((sign >= 0xB1D && sign <= 0xDFF) || (sign >= 0xE70 && sign < 0xEFF))) return true;
        if (lead == 0xF0 && (next == 0x90 || next == 0x9E) && last >= 0xA0) return true;  // U+10800 on, U+1E800 on
    }
    return false;
}

std::vector<WrittenSign> written_signs(std::string_view utf8, WritingDirection direction) {
    std::vector<WrittenSign> signs;
    for (std::size_t begin = 0; begin <= utf8.size();) {
        const std::size_t end = std::min(utf8.find('\n', begin), utf8.size());
        append_line(signs, line_of_codes(utf8, begin, end), direction);
        if (end < utf8.size()) signs.push_back({line_end, end, end + 1, false});
        begin = end + 1;
    }
    return signs;
}

std::string_view written_order(std::string_view utf8, std::string& made, WritingDirection direction) {
    if (!has_right_to_left(utf8)) return utf8;
    std::string ordered;
    for (const WrittenSign& sign : written_signs(utf8, direction)) append_utf8(ordered, sign.code);
    made = std::move(ordered);
    return made;
}

std::vector<WrittenPart> written_parts(std::string_view line, WritingDirection direction) {
    std::vector<WrittenPart> parts;
    for (const WrittenSign& sign : written_signs(line, direction)) {
        const bool same = !parts.empty() && parts.back().right_to_left == sign.right_to_left;
        WrittenPart* const last = same ? &parts.back() : nullptr;
        if (last != nullptr && (sign.right_to_left ? sign.end == last->begin : sign.begin == last->end)) {
            last->begin = std::min(last->begin, sign.begin);
            last->end = std::max(last->end, sign.end);
        } else if (last == nullptr || sign.begin < last->begin || sign.end > last->end) {
            parts.push_back({sign.begin, sign.end, sign.right_to_left});
        }
    }
    return parts;
}

WritingDirection direction_of(std::string_view utf8, WritingDirection rule) {
    if (rule == WritingDirection::right_to_left) return rule;
    if (!has_right_to_left(utf8)) return WritingDirection::left_to_right;
    const CodesOfLine line = line_of_codes(utf8, 0, utf8.size());
    std::vector<FriBidiCharType> types(line.codes.size());
    fribidi_get_bidi_types(line.codes.data(), line.size(), types.data());
    return direction_by(rule, types);
}

std::string isolated(std::string text) {
    if (!has_right_to_left(text)) return text;
    return text.insert(0, isolate_begin).append(isolate_end);
}

bool close_isolated(std::string& line) {
    int open = 0;
    for (std::size_t at = line.find(isolate_begin); at != std::string::npos; at = line.find(isolate_begin, at + 1)) {
        const std::size_t next = std::min(line.find(isolate_begin, at + 1), line.size());
        ++open;
        for (std::size_t end = line.find(isolate_end, at); end < next; end = line.find(isolate_end, end + 1))
            open = std::max(0, open - 1);
    }
    for (int i = 0; i < open; ++i) line += isolate_end;
    return open > 0;
}

}  // namespace glassformer
