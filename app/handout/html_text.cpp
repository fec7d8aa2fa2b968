#include "app/handout/html_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/handout/figure_sheet.h"
#include "app/handout/svg.h"
#include "app/handout/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

using BlockKind = LessonBlock::Kind;
using SpanKind = LessonSpan::Kind;

bool leads_outwards(std::string_view link) {
    return link.starts_with("https://") || link.starts_with("http://") || link.starts_with("mailto:");
}

class HtmlWriter {
public:
    HtmlWriter(const HandoutText& text, const Theme& light, const Theme& dark, HtmlNames& names)
        : text_(text), light_(light), dark_(dark), names_(names) {}

    std::string write() {
        const std::span<const LessonBlock> blocks = text_.blocks;
        for (std::size_t i = 0; i < blocks.size();) i += one(blocks.subspan(i));
        close_lists(0);
        return std::move(html_);
    }
    std::string spans(const std::vector<LessonSpan>& all) {
        std::string html;
        for (const LessonSpan& span : all) html += this->span(span);
        return html;
    }

private:
    /// Returns how many blocks it took.
    std::size_t one(std::span<const LessonBlock> blocks) {
        const LessonBlock& block = blocks.front();
        if (block.kind == BlockKind::item) {
            item(block);
            return 1;
        }
        close_lists(0);
        switch (block.kind) {
            case BlockKind::paragraph: paragraph(block); break;
            case BlockKind::heading:
                html_ += fmt::format("<h{0}>{1}</h{0}>\n", std::clamp(block.depth, 3, 6), spans(block.spans));
                break;
            case BlockKind::code: {
                std::string all;
                for (const LessonSpan& span : block.spans) all += span.text;
                html_ += "<pre><code>" + html_text(all) + "</code></pre>\n";
                break;
            }
            case BlockKind::quote: return quote(blocks);
            case BlockKind::row: return table(blocks);
            case BlockKind::item:
            case BlockKind::question:
            case BlockKind::pause: break;
        }
        return 1;
    }

    void paragraph(const LessonBlock& block) {
        const LessonSpan* alone = nullptr;
        int others = 0;
        for (const LessonSpan& span : block.spans)
            if (span.kind == SpanKind::formula && alone == nullptr)
                alone = &span;
            else if (span.kind != SpanKind::newline && span.text.find_first_not_of(" \n\t") != std::string::npos)
                ++others;
        if (alone != nullptr && others == 0)
            html_ += "<div class=\"formula\">" + formula(*alone, true) + "</div>\n";
        else
            html_ += "<p>" + spans(block.spans) + "</p>\n";
    }
    std::size_t quote(std::span<const LessonBlock> blocks) {
        std::size_t count = 0;
        html_ += "<blockquote>";
        for (; count < blocks.size() && blocks[count].kind == BlockKind::quote; ++count)
            html_ += "<p>" + spans(blocks[count].spans) + "</p>";
        html_ += "</blockquote>\n";
        return count;
    }
    std::size_t table(std::span<const LessonBlock> blocks) {
        std::size_t count = 0;
        html_ += "<div class=\"table\"><table>";
        for (; count < blocks.size() && blocks[count].kind == BlockKind::row && (count == 0 || !blocks[count].head);
             ++count) {
            html_ += "<tr>";
            const char* const tag = blocks[count].head ? "th" : "td";
            for (const auto& cell : blocks[count].cells) html_ += fmt::format("<{0}>{1}</{0}>", tag, spans(cell));
            html_ += "</tr>";
        }
        html_ += "</table></div>\n";
        return count;
    }

    /// An item without a marker goes on with the one before it.
    void item(const LessonBlock& block) {
        const bool numbered = !block.marker.empty() && block.marker.front() >= '0' && block.marker.front() <= '9';
        const auto depth = static_cast<std::size_t>(std::max(0, block.depth)) + 1;
        close_lists(depth);
        if (block.marker.empty() && lists_.size() == depth) {
            html_ += "<p>" + spans(block.spans) + "</p>";
            return;
        }
        if (lists_.size() == depth && lists_.back() != numbered) close_lists(depth - 1);
        if (lists_.size() == depth) html_ += "</li><li>";
        while (lists_.size() < depth) {
            const bool first_number = numbered && lists_.size() + 1 == depth;
            html_ += first_number ? fmt::format("<ol start=\"{}\"><li>", number_of(block.marker)) : "<ul><li>";
            lists_.push_back(first_number);
        }
        html_ += spans(block.spans);
    }
    static std::string number_of(const std::string& marker) {
        return marker.substr(0, marker.find_first_not_of("0123456789"));
    }
    void close_lists(std::size_t depth) {
        for (; lists_.size() > depth; lists_.pop_back()) html_ += lists_.back() ? "</li></ol>\n" : "</li></ul>\n";
    }

    std::string span(const LessonSpan& span) {
        std::string html;
        switch (span.kind) {
            case SpanKind::newline: return "<br>";
            case SpanKind::formula: html = formula(span, false); break;
            case SpanKind::live: html = "<span class=\"live\">" + html_text(span.text) + "</span>"; break;
            case SpanKind::words: html = html_text(span.text); break;
        }
        if (span.code) html = "<code>" + html + "</code>";
        if (span.emphasis) html = "<em>" + html + "</em>";
        if (span.strong) html = "<strong>" + html + "</strong>";
        if (const auto known = text_.meanings.find(span.link); known != text_.meanings.end())
            html = fmt::format("<span class=\"named m-{}\">{}</span>", name(known->second), html);
        else if (leads_outwards(span.link))
            html = fmt::format("<a href=\"{}\" rel=\"noopener noreferrer\">{}</a>", html_text(span.link), html);
        return html;
    }
    std::string of_page(std::string svg) { return names_.sheet == nullptr ? std::move(svg) : names_.sheet->add(svg); }
    /// Markup that cannot be read is shown as it was written, as in the window.
    std::string formula(const LessonSpan& span, bool display) {
        try {
            std::string html;
            for (const auto& [theme, shown] : {std::pair(&light_, "on-light"), std::pair(&dark_, "on-dark")})
                html += of_page(formula_svg(span.text, *theme, display, fmt::format("f{}-", ++names_.formulas), shown));
            return html;
        } catch (const Error&) {
            return "<code>" + html_text(span.text) + "</code>";
        }
    }

    const HandoutText& text_;
    const Theme &light_, &dark_;
    HtmlNames& names_;
    std::string html_;
    std::vector<bool> lists_;  // that are open: with numbers or not
};

}  // namespace

std::string html_text(std::string_view text) {
    std::string html;
    html.reserve(text.size());
    for (const char c : text) switch (c) {
            case '&': html += "&amp;"; break;
            case '<': html += "&lt;"; break;
            case '>': html += "&gt;"; break;
            case '"': html += "&quot;"; break;
            case '\'': html += "&#39;"; break;
            default: html += c;
        }
    return html;
}

std::string html_blocks(const HandoutText& text, const Theme& light, const Theme& dark, HtmlNames& names) {
    return HtmlWriter(text, light, dark, names).write();
}

std::string html_spans(const std::vector<LessonSpan>& spans, const Theme& light, const Theme& dark, HtmlNames& names) {
    return HtmlWriter({}, light, dark, names).spans(spans);
}

std::string minutes_text(double minutes) {
    const long whole = std::lround(minutes);
    if (whole <= 0) return {};
    return whole == 1 ? texts::handout::minute : fmt::format(texts::handout::minutes, whole);
}

std::string html_meanings(const Theme& theme) {
    std::string css;
    const auto byte = [](float channel) { return std::lround(channel * 255); };
    for (std::size_t i = 0; i < meaning_names.size(); ++i) {
        const Colour c = colour(theme, static_cast<Meaning>(i));
        css += fmt::format("--{}:#{:02x}{:02x}{:02x};", meaning_names[i], byte(c.r), byte(c.g), byte(c.b));
    }
    return css;
}

}  // namespace glassformer
