// Symbols of the panel's formula: what each stands for, by the stage's operands and the glossary, and the way there.
#include <fmt/core.h>

#include <string>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/glossary.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// "Block 1 · Softmax", "blocks.0.attn.q.weight"
std::string place_text(const Record& record) {
    if (record.kind != Record::Kind::computed) return record.name;
    const std::string block = block_text(record.site);
    return block.empty() ? record.stage->label : block + " · " + record.stage->label;
}

/// Lines of the tooltip: name and meaning, the scalar's value, shape and place.
std::string symbol_text(const Trace& trace, int at, const std::string& plain, const SymbolMeaning& meaning) {
    std::string name = plain, text;
    if (meaning.term != nullptr) {
        const std::string_view named = meaning.term->name;
        const bool has_symbol = named.find(plain) != std::string_view::npos;
        name = has_symbol ? std::string(named) : fmt::format(texts::explanation::symbol, plain, named);
        text = meaning.term->text;
    }
    if (meaning.record < 0) {
        if (meaning.value)
            text += "\n" + fmt::format(texts::explanation::symbol_value, plain, number_text(*meaning.value));
        return name + "\n" + text;
    }
    const Record& record = trace.record(meaning.record);
    if (meaning.term == nullptr) name = fmt::format(texts::explanation::symbol, plain, stage_text(trace, record).title);
    std::string lines = name + (text.empty() ? "" : "\n" + text);
    if (meaning.value)
        lines += "\n" + fmt::format(texts::explanation::symbol_value, plain, number_text(*meaning.value));
    lines += "\n" + place_text(record) + "   " + shape_text(record);
    return lines + "\n" +
           (meaning.record == at                     ? texts::explanation::symbol_here
            : record.kind == Record::Kind::parameter ? texts::explanation::symbol_in_inspector
                                                     : texts::explanation::symbol_to_stage);
}

}  // namespace

void PanelWriter::symbols(int at, std::span<const FormulaPlace> places, const char* formula) {
    const Trace& trace = context_.shown.current->trace();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto meaning = meaning_of(trace, at, places[i].plain);
        if (!meaning) continue;
        const Rect place = places[i].rect.inset(-0.12F * em_, 0);
        context_.targets.put("symbol " + places[i].plain, place);
        const Region touched = region(ui_, fmt::format("{} {}", formula, i), place, true);
        if (!touched.hovered && !touched.focused) continue;
        *ui_.cursor = touched.hovered ? CursorShape::hand : *ui_.cursor;
        ui_.painter.fill(Rect{place.x, place.bottom() - 1, place.w, std::max(1.0F, 0.1F * em_)}.snapped(),
                         ui_.theme.accent);
        tooltip(ui_, place, symbol_text(trace, at, places[i].plain, *meaning));
        if (!touched.clicked && !touched.activated) continue;
        if (meaning->record < 0) {
            context_.explain = meaning->term->name;
        } else if (meaning->record != at) {
            focus_.leave(context_.cursor);
            go_to(trace, context_.cursor, meaning->record);
            if (trace.record(meaning->record).kind == Record::Kind::parameter) context_.request = open_view("inspect");
        }
    }
}

}  // namespace glassformer
