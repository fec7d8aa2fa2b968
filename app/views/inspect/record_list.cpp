#include "app/views/inspect/record_list.h"

#include <algorithm>

#include "app/views/inspect/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/words.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

const char* kind_words(Record::Kind kind) {
    if (kind == Record::Kind::parameter) return texts::inspect::words_of_weights;
    return kind == Record::Kind::input ? texts::inspect::words_of_inputs : texts::inspect::words_of_stages;
}

/// Group of a stage: its block, or what comes before or after the blocks of its stack.
std::string group_title(const Site& site, bool after, bool any_block) {
    if (site.block >= 0) return block_text(site);
    if (!any_block) return texts::inspect::model;
    switch (site.stack) {
        case Stack::encoder: return after ? texts::inspect::encoder_output : texts::inspect::encoder_input;
        case Stack::decoder: return after ? texts::inspect::decoder_output : texts::inspect::decoder_input;
        case Stack::only: break;
    }
    return after ? texts::inspect::output : texts::inspect::input;
}

}  // namespace

std::string sizes_text(const Shape& shape) {
    std::string text;
    for (int d = 0; d < shape.rank(); ++d) text += (d > 0 ? " × " : "") + std::to_string(shape.size(d));
    return text.empty() ? "1" : text;
}

std::string count_text(std::size_t count) {
    std::string digits = std::to_string(count);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

RecordList list_records(const Trace& trace) {
    RecordList list;
    bool any_block = false;
    for (const int id : trace.stages()) any_block = any_block || trace.record(id).site.block >= 0;
    std::vector<bool> listed(trace.records().size());
    const auto add = [&](int id, int group, const std::string& own) {
        const Record& record = trace.record(id);
        listed[static_cast<std::size_t>(id)] = true;
        ListedRecord row{
            .record = id, .group = group, .label = record.name, .shape = sizes_text(record.shape), .words = {}};
        if (!own.empty() && row.label.starts_with(own)) row.label.erase(0, own.size());
        row.words = lower_case(record.name + " " + stage_text(trace, record).title + " " + record.stage->label +
                               kind_words(record.kind) + " " + list.groups[static_cast<std::size_t>(group)].title);
        if (record.kind == Record::Kind::parameter) {
            list.groups[static_cast<std::size_t>(group)].parameters += record.shape.count();
            list.parameters += record.shape.count();
        }
        list.records.push_back(std::move(row));
    };
    const auto group_of = [&](const std::string& title) {
        for (std::size_t g = 0; g < list.groups.size(); ++g)
            if (list.groups[g].title == title) return static_cast<int>(g);
        list.groups.push_back({title});
        return static_cast<int>(list.groups.size()) - 1;
    };
    Stack stack = Stack::only;
    bool behind = false, met = false;  // a block of this stack was met; one of any
    for (const int id : trace.stages()) {
        const Record& stage = trace.record(id);
        if (stage.site.stack != stack) behind = false;
        stack = stage.site.stack;
        met = met || stage.site.block >= 0;
        // In a model of two stacks, stages of neither come after both.
        behind = behind || stage.site.block >= 0 || (stack == Stack::only && met);
        const int group = group_of(group_title(stage.site, behind, any_block));
        Site block = stage.site;
        block.step = -1;
        const std::string own = stage.site.block >= 0 ? prefix(block) : "";
        for (const int operand : stage.operands)
            if (trace.record(operand).kind != Record::Kind::computed && !listed[static_cast<std::size_t>(operand)])
                add(operand, group, own);
        add(id, group, own);
    }
    for (std::size_t id = 0; id < listed.size(); ++id)  // read by no stage
        if (!listed[id]) add(static_cast<int>(id), group_of(texts::inspect::model), "");
    std::ranges::stable_sort(list.records, {}, &ListedRecord::group);
    return list;
}

std::vector<int> filtered(const RecordList& list, const std::string& filter) {
    const std::vector<std::string> words = split_words(lower_case(filter));
    std::vector<int> kept;
    for (std::size_t i = 0; i < list.records.size(); ++i)
        if (std::ranges::all_of(
                words, [&](const std::string& word) { return list.records[i].words.find(word) != std::string::npos; }))
            kept.push_back(static_cast<int>(i));
    return kept;
}

}  // namespace glassformer
