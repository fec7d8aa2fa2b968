#include "core/analysis/model_check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/import_weights.h"
#include "core/io/importer.h"
#include "core/io/reference_file.h"
#include "core/io/safetensors.h"
#include "core/session/evaluation.h"
#include "core/session/expect_memory.h"

namespace glassformer {

namespace {

constexpr int example_length = 12;  // tokens, where the card has no text

/// A pass over these tokens; `target` is what a decoder beside an encoder reads. Null where `progress` ended it.
std::shared_ptr<const Evaluation> pass_over(const std::shared_ptr<const Model>& model, const Inputs& inputs,
                                            const std::vector<TokenLabel>& tokens,
                                            const std::vector<TokenLabel>& target, const Tape::Progress& progress) {
    GraphSize size;
    size.seq_len = static_cast<int>(tokens.size());
    size.target_len = static_cast<int>(target.size());
    expect_memory(model->config, size, free_memory());
    auto evaluation = std::make_shared<Evaluation>(model, size, nullptr);
    if (!evaluation->evaluate(inputs, tokens, target, 1, progress)) return nullptr;
    return evaluation;
}

std::vector<TokenLabel> target_from_ids(const Model& model, const std::vector<int>& ids) {
    return has_target(model.config) ? tokens_from_ids(model, ids, true) : std::vector<TokenLabel>{};
}

/// The same numbers: axes of one entry are written or left out.
bool same_axes(std::span<const std::int64_t> sizes, const Shape& shape) {
    std::vector<std::int64_t> theirs, ours;
    std::ranges::copy_if(sizes, std::back_inserter(theirs), [](std::int64_t size) { return size != 1; });
    for (int d = 0; d < shape.rank(); ++d)
        if (shape.size(d) != 1) ours.push_back(shape.size(d));
    return theirs == ours;
}

ModelCheck compare(const std::shared_ptr<const Model>& model, const Tape::Progress& progress) {
    const Reference reference = Reference::open(model->folder);
    const std::string source = path_text(model->folder / reference_file),
                      input = path_text(model->folder / reference_input_file);
    if (has_target(model->config) == reference.target.empty())
        throw Error(input + (reference.target.empty()
                                 ? " has no \"target\", which the decoder reads"
                                 : " has a \"target\", but the model has no decoder that reads one"));
    if (!reference.types.empty() && model->config.token_types == 0)
        throw Error(input + " has \"token_type_ids\", but the model has no token types");
    Inputs inputs{.model = model->name, .text = "", .target = "", .edits = {}};
    inputs.token_types = reference.types;
    std::shared_ptr<const Evaluation> evaluation;
    try {
        evaluation = pass_over(model, inputs, tokens_from_ids(*model, reference.tokens),
                               target_from_ids(*model, reference.target), progress);
    } catch (const Error& error) {
        throw Error(input + ": " + error.what());
    }
    ModelCheck check{.compared = true};
    if (!evaluation) return check;
    const Trace& trace = evaluation->trace();
    for (const StoredTensor& expected : reference.expected.tensors()) {
        const std::string stage = stage_of_reference(expected.name, model->config);
        const int id = trace.find(stage);
        if (id < 0)
            throw Error(source + ": tensor " + in_quotes(expected.name) + " is no stage of this model" +
                        (stage == expected.name ? "" : ", which has no " + in_quotes(stage)));
        const Record& record = trace.record(id);
        if (expected.data == nullptr || !same_axes(expected.sizes, record.shape))
            throw Error(source + ": tensor " + in_quotes(expected.name) + " should hold " + text(record.shape) +
                        " floats, found " + shape_text(expected.sizes) + " of type " + expected.dtype);
        const double difference = relative_difference(record.view().data, expected.data, expected.count);
        check.rows.push_back({expected.name, stage, difference, difference <= reference_tolerance});
    }
    if (check.rows.empty()) throw Error(source + " holds no tensor");
    return check;
}

/// The first number of all stages and parameters that is not finite; only a mask makes infinite ones.
ModelCheck::Row all_finite(const Model& model, const Trace& trace) {
    ModelCheck::Row row{.name = "numbers that are not finite"};
    const auto count = [&row](const std::string& name, ConstView numbers, bool masked) {
        for (std::size_t i = 0; i < numbers.shape.count(); ++i) {
            const float value = numbers.data[i];
            if (std::isfinite(value) || (masked && value == -INFINITY)) continue;
            if (row.stage.empty()) row.stage = name;
            ++row.difference;
        }
    };
    for (const Parameter& parameter : model.weights.parameters) count(parameter.name, parameter.view(), false);
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        count(record.name, record.view(), record.operation->name() == std::string_view("mask"));
    }
    row.holds = row.difference == 0;
    return row;
}

/// The greatest distance of a row's sum from 1, over all softmaxes.
ModelCheck::Row rows_sum_to_one(const Trace& trace) {
    ModelCheck::Row row{.name = "softmax rows: distance of the sum from 1"};
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.operation->name() != std::string_view("softmax")) continue;
        const ConstView all = record.view();
        const auto wide = static_cast<std::size_t>(all.shape.cols());
        for (std::size_t r = 0; r < all.shape.rows(); ++r) {
            double sum = 0;
            for (std::size_t c = 0; c < wide; ++c) sum += static_cast<double>(all.row(r)[c]);
            const double distance = std::isfinite(sum) ? std::abs(sum - 1) : std::numeric_limits<double>::infinity();
            if (distance <= row.difference && !row.stage.empty()) continue;
            row.stage = record.name;
            row.difference = distance;
        }
    }
    row.holds = row.difference <= softmax_tolerance;
    return row;
}

/// Where a file stores a tied matrix twice, both are the same.
std::vector<ModelCheck::Row> tied_weights(const Model& model) {
    std::vector<ModelCheck::Row> rows;
    const Importer* const importer = find_importer(model.model_type);
    if (importer == nullptr) return rows;  // our own format holds it once
    for (TiedCopy& copy : tied_copies(WeightFiles::open(model.folder), model.config)) {
        const Parameter* const parameter = model.weights.find(copy.parameter);
        if (parameter == nullptr || parameter->shape.count() != copy.numbers.size()) continue;
        const double difference = relative_difference(copy.numbers.data(), parameter->data, copy.numbers.size());
        rows.push_back({"tied " + copy.tensor, parameter->name, difference, difference == 0});
    }
    return rows;
}

std::shared_ptr<const Evaluation> example_pass(const std::shared_ptr<const Model>& model,
                                               const Tape::Progress& progress) {
    const Card& card = model->card;
    if (model->tokenizer && !card.examples.empty()) {
        const Inputs inputs{.model = model->name,
                            .text = card.examples.front(),
                            .target = card.targets.empty() ? "" : card.targets.front(),
                            .edits = {}};
        return pass_over(model, inputs, tokenize(*model, inputs.text),
                         has_target(model->config) ? tokenize(*model, inputs.target, true) : std::vector<TokenLabel>{},
                         progress);
    }
    const auto some = [&](int vocabulary) {
        std::vector<int> ids;
        for (int i = 0; i < std::min(example_length, model->config.max_seq_len); ++i)
            ids.push_back(static_cast<int>(std::int64_t{i} * vocabulary / example_length));
        return ids;
    };
    return pass_over(model, {.model = model->name, .text = "", .target = "", .edits = {}},
                     tokens_from_ids(*model, some(model->config.vocab_size)),
                     target_from_ids(*model, some(model->config.target_vocab_size)), progress);
}

}  // namespace

double relative_difference(const float* a, const float* b, std::size_t count, double min_scale) {
    double difference = 0, scale = min_scale;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isinf(b[i]) || std::isinf(a[i])) {
            if (a[i] != b[i]) return std::numeric_limits<double>::infinity();
            continue;
        }
        if (std::isnan(a[i]) || std::isnan(b[i])) return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
        scale = std::max(scale, std::fabs(static_cast<double>(b[i])));
    }
    return scale > 0 ? difference / scale : difference;
}

bool ModelCheck::holds() const { return std::ranges::all_of(rows, &Row::holds); }

double ModelCheck::greatest() const {
    double most = 0;
    for (const Row& row : rows) most = std::max(most, row.difference);
    return most;
}

ModelCheck check_model(const std::shared_ptr<const Model>& model, const Tape::Progress& progress) {
    if (Reference::is_in(model->folder)) return compare(model, progress);
    const auto evaluation = example_pass(model, progress);
    ModelCheck check;
    if (!evaluation) return check;
    check.rows = {all_finite(*model, evaluation->trace()), rows_sum_to_one(evaluation->trace())};
    std::ranges::move(tied_weights(*model), std::back_inserter(check.rows));
    return check;
}

}  // namespace glassformer
