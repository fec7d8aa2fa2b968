#include "app/pictures/architecture/diagram.h"

#include <map>
#include <set>
#include <tuple>

#include "app/paint/visible_text.h"
#include "app/pictures/architecture/box_names.h"
#include "app/pictures/architecture/stage_chart.h"
#include "app/pictures/architecture/texts.h"
#include "app/pictures/story/story.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"
#include "core/session/unknown_words.h"
#include "core/tape/stage_text.h"
#include "core/tape/stages_read.h"

namespace glassformer {

namespace {

using Kind = DiagramBox::Kind;

/// What tells a box from the others of its stack; the block is left out, so that all blocks share their boxes.
using BoxKey = std::tuple<Stack, bool, Kind, const Stage*, AttentionKind>;

class BoxReader {
public:
    explicit BoxReader(const Evaluation& evaluation)
        : trace_(evaluation.trace()), config_(evaluation.model().config), evaluation_(evaluation) {}

    std::vector<DiagramBox> read() {
        for (const int id : trace_.stages()) add(id);
        std::ranges::stable_sort(boxes_, {}, [](const DiagramBox& box) { return box.stack == Stack::decoder; });
        for (DiagramBox& box : boxes_) {
            name_box(evaluation_, box);
            const ChartSize size = chart_size(trace_, box.stages.front());
            box.slots = size.slots;
            box.levels = size.levels;
            for (const int id : charted_stages(trace_, box.stages.front()))
                box.labels.push_back(stage_label(trace_, trace_.record(id)));
        }
        return std::move(boxes_);
    }

private:
    Stack stack_of(const Record& record) const {  // the readout of a pair reads the decoder
        const bool readout = record.stage->part == ModelPart::head || record.stage == &stage::head_norm;
        return readout && has_target(config_) ? Stack::decoder : record.site.stack;
    }

    static bool is_sum(const Stage* stage) {
        return stage == &stage::resid_mid || stage == &stage::resid_self || stage == &stage::resid_cross ||
               stage == &stage::resid_post;
    }

    static bool of_recurrent_layer(const Record& record) {
        return std::string_view(record.site.layer) == "rnn" && record.site.block >= 0;
    }

    Kind kind_of(const Record& record) const {
        const Stage* const at = record.stage;
        if (at == &stage::embed_positions) return Kind::positions;
        if (at == &stage::embed_types) return Kind::segments;
        const auto reads = [&](const Stage* stage) {
            return std::ranges::any_of(record.operands,
                                       [&](int operand) { return trace_.record(operand).stage == stage; });
        };
        if (at == &stage::embed_joined || (at == &stage::embed && (reads(&stage::embed_positions) ||
                                                                   reads(&stage::embed_types) ||
                                                                   reads(&stage::embed_joined))))
            return Kind::sum;
        if (at == &stage::embed_projected || (at == &stage::embed && reads(&stage::embed_projected)))
            return Kind::projection;
        if (at == &stage::resid_pre) return Kind::stream;
        if (at == &stage::head_dense || at == &stage::head_act || at == &stage::head_projected ||
            at == &stage::head_scaled)
            return Kind::before_linear;
        if (at == &stage::logits) return Kind::linear;
        if (at == &stage::probs) return Kind::softmax;
        if (at == &stage::loss) return Kind::loss;
        if (of_recurrent_layer(record) && at->part != ModelPart::attention) return Kind::recurrent;
        switch (record.stage->part) {
            case ModelPart::none:
            case ModelPart::embeddings: return Kind::embedding;
            case ModelPart::attention: return Kind::attention;
            case ModelPart::mlp: return Kind::feed_forward;
            case ModelPart::norms: return Kind::norm;
            case ModelPart::residual: return Kind::add;
            case ModelPart::recurrent: return Kind::recurrent;
            case ModelPart::convolution: return Kind::convolution;
            case ModelPart::lookup: return Kind::lookup;
            case ModelPart::head: return Kind::pooling;
        }
        return Kind::embedding;
    }

    void add(int id) {
        const Record& record = trace_.record(id);
        // The attention of a recurrent decoder is one, whichever of its stages stand within the layer's steps.
        const bool attends = of_recurrent_layer(record) && record.stage->part == ModelPart::attention;
        const bool repeated = record.site.block >= 0 && !attends;
        const auto block = static_cast<std::size_t>(std::max(0, record.site.block));
        Kind kind = kind_of(record);
        // Without a residual connection the sum is a copy of what the sublayer computed, and belongs to it.
        const bool sum = is_sum(record.stage), joins = sum && !config_.residual;
        // The norm of a post-norm block and the sum before it are one box, as in the paper.
        const bool behind = config_.norm_placement == NormPlacement::post && kind == Kind::norm && repeated &&
                            last_ >= 0 && box(last_).kind == Kind::add;
        if ((joins || behind) && last_ >= 0 && box(last_).repeated) {
            of_block(last_, block).push_back(id);
            return;
        }
        const bool by_stage = kind == Kind::norm || kind == Kind::add;
        const BoxKey key{stack_of(record), repeated, kind, by_stage ? record.stage : nullptr,
                         kind == Kind::attention ? record.site.attention : AttentionKind::only};
        const auto [found, added] = of_key_.try_emplace(key, static_cast<int>(boxes_.size()));
        if (added)
            boxes_.push_back({.kind = kind,
                              .stack = stack_of(record),
                              .repeated = repeated,
                              .name = {},
                              .detail = {},
                              .encoding = {},
                              .effect = {}});
        last_ = found->second;
        of_block(last_, block).push_back(id);
    }

    DiagramBox& box(int index) { return boxes_[static_cast<std::size_t>(index)]; }
    std::vector<int>& of_block(int index, std::size_t block) {
        auto& stages = box(index).stages;
        if (stages.size() <= block) stages.resize(block + 1);
        return stages[block];
    }

    const Trace& trace_;
    const ModelConfig& config_;
    const Evaluation& evaluation_;
    std::vector<DiagramBox> boxes_;
    std::map<BoxKey, int> of_key_;
    int last_ = -1;
};

/// From box to box, without the way from one block to the next, which N × says.
std::vector<DiagramArrow> arrows_of(const Trace& trace, const Diagram& of) {
    std::map<int, std::pair<int, int>> place;  // stage -> box, block
    for (std::size_t i = 0; i < of.boxes.size(); ++i)
        for (std::size_t block = 0; block < of.boxes[i].stages.size(); ++block)
            for (const int id : of.boxes[i].stages[block]) place[id] = {static_cast<int>(i), static_cast<int>(block)};
    std::set<std::pair<int, int>> pairs;
    for (const int id : trace.stages()) {
        const auto [to, block] = place.at(id);
        for (const int operand : stages_read(trace, id)) {
            const auto [from, block_from] = place.at(operand);
            const DiagramBox &a = of.boxes[static_cast<std::size_t>(from)], &b = of.boxes[static_cast<std::size_t>(to)];
            const bool next = a.repeated && b.repeated && a.stack == b.stack && block != block_from;
            if (from != to && !next) pairs.insert({from, to});
        }
    }
    std::vector<DiagramArrow> arrows;
    for (const auto& [from, to] : pairs) arrows.push_back({from, to});
    return arrows;
}

std::vector<DiagramColumn> columns_of(const Evaluation& evaluation, const std::vector<DiagramBox>& boxes) {
    std::vector<DiagramColumn> columns;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const DiagramBox& box = boxes[i];
        if (columns.empty() || columns.back().stack != box.stack)
            columns.push_back({.stack = box.stack, .boxes = {}, .words = {}});
        DiagramColumn& column = columns.back();
        if (box.on_line()) column.boxes.push_back(static_cast<int>(i));
        if (!box.repeated) continue;
        column.blocks = std::max(column.blocks, static_cast<int>(box.stages.size()));
        column.layers = column.layers || box.kind == Kind::recurrent || box.kind == Kind::convolution;
    }
    for (DiagramColumn& column : columns) {
        const auto& tokens = column.stack == Stack::decoder ? evaluation.target_tokens() : evaluation.tokens();
        for (const TokenLabel& token : tokens) column.words.push_back(visible_text(token.text));
        column.unknown = unknown_tokens(tokens);
    }
    return columns;
}

}  // namespace

const std::vector<int>& DiagramBox::stages_of(int block) const {
    return stages[repeated ? static_cast<std::size_t>(std::clamp(block, 0, static_cast<int>(stages.size()) - 1)) : 0];
}

int Diagram::column_of(int box) const {
    const Stack stack = boxes[static_cast<std::size_t>(box)].stack;
    const auto at = std::ranges::find(columns, stack, &DiagramColumn::stack);
    return static_cast<int>(at - columns.begin());
}

int Diagram::box_of(int record) const {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (const std::vector<int>& block : boxes[i].stages)
            if (std::ranges::find(block, record) != block.end()) return static_cast<int>(i);
    return -1;
}

namespace {

/// The one token that the answers are read at; −1 where all tokens are pooled into one vector.
int read_at(const Evaluation& evaluation, int row) {
    const HeadConfig& head = evaluation.model().config.head;
    if (!head.classifier) return row;
    if (head.pooling == Pooling::cls) return 0;
    return head.pooling == Pooling::last ? static_cast<int>(continued_tokens(evaluation).size()) - 1 : -1;
}

}  // namespace

Diagram diagram_of(const Evaluation& evaluation) {
    Diagram of;
    of.title = architecture_title(evaluation.model().config);
    of.note = architecture_note(evaluation.model().config);
    of.boxes = BoxReader(evaluation).read();
    of.columns = columns_of(evaluation, of.boxes);
    of.arrows = arrows_of(evaluation.trace(), of);
    if (evaluation.graph().probs && !continued_tokens(evaluation).empty()) {
        const int row = story_row(evaluation);
        const StoryRow said = row_of(evaluation, row);
        for (const StoryAnswer& answer : said.answers) of.answers.emplace_back(answer.word, answer.probability);
        of.certain = said.certain();
        const std::vector<std::string>& read = of.columns.back().words;
        if (const int at = read_at(evaluation, row); at >= 0 && continued_tokens(evaluation).size() == read.size())
            of.answered = read[static_cast<std::size_t>(at)];
    }
    if (!evaluation.graph().probs) {
        const Record& last = evaluation.trace().record(evaluation.trace().stages().back());
        of.outcome = evaluation.graph().logits ? texts::architecture::logits
                     : last.shape.rank() < 2   ? texts::architecture::output_vector
                                               : texts::architecture::output_vectors;
    }
    return of;
}

}  // namespace glassformer
