#include "core/analysis/logit_lens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/thread_pool.h"

namespace glassformer {

namespace {

/// The stages at which the stream stands between layers, in order: what embeds, then the last residual of each block.
std::vector<int> streams(const Trace& trace, Stack stack) {
    std::vector<int> found;
    int block = -1;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.site.stack != stack) continue;
        if (record.stage == &stage::embed && record.site.block < 0) found.push_back(id);
        if (record.stage == &stage::embed_norm && !found.empty()) found.back() = id;  // what the first block reads
        if (record.site.block < 0 || std::string_view(record.site.layer) != "blocks") continue;
        const bool residual = record.stage == &stage::resid_mid || record.stage == &stage::resid_self ||
                              record.stage == &stage::resid_cross || record.stage == &stage::resid_post;
        // A norm behind the residual is part of the block where the next one reads it.
        const bool behind =
            (record.stage == &stage::norm1 || record.stage == &stage::norm2 || record.stage == &stage::norm3) &&
            !found.empty() && record.operands.front() == found.back();
        if (!residual && !behind) continue;
        if (record.site.block == block)
            found.back() = id;
        else
            found.push_back(id);
        block = record.site.block;
    }
    return found;
}

/// Runs recorded operations again with another tensor in the place of one record.
class Replay {
public:
    Replay(const Trace& trace, int from, int logits) : trace_(trace), from_(from) {
        std::vector<std::uint8_t> behind(trace.records().size(), 0);
        behind[static_cast<std::size_t>(from)] = 1;
        for (const int id : trace.stages()) {
            if (id <= from || id > logits) continue;
            for (const int operand : trace.record(id).operands)
                if (behind[static_cast<std::size_t>(operand)] != 0) behind[static_cast<std::size_t>(id)] = 1;
            if (behind[static_cast<std::size_t>(id)] != 0) chain_.push_back(id);
        }
    }

    bool reads(const Stage& stage) const {
        return std::ranges::any_of(chain_, [&](int id) { return trace_.record(id).stage == &stage; });
    }

    Tensor operator()(const ConstView& stream, ThreadPool* pool) const {
        std::vector<Tensor> made(trace_.records().size());
        const auto view = [&](int id) -> ConstView {
            if (id == from_) return stream;
            const Tensor& tensor = made[static_cast<std::size_t>(id)];
            return tensor.data.empty() ? trace_.record(id).view() : tensor.view();
        };
        for (const int id : chain_) {
            const Record& record = trace_.record(id);
            std::vector<ConstView> in;
            std::vector<Shape> shapes;
            for (const int operand : record.operands) {
                in.push_back(view(operand));
                shapes.push_back(in.back().shape);
            }
            Tensor out(record.operation->infer(shapes));
            record.operation->forward({.in = in, .out = out.view(), .pool = pool});
            made[static_cast<std::size_t>(id)] = std::move(out);
        }
        return chain_.empty() ? Tensor{} : std::move(made[static_cast<std::size_t>(chain_.back())]);
    }

private:
    const Trace& trace_;
    int from_;
    std::vector<int> chain_;
};

LensRow lens_row(const float* logits, std::size_t columns, std::size_t words, std::size_t answer) {
    const float peak = *std::max_element(logits, logits + columns);
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += std::exp(static_cast<double>(logits[c] - peak));
    std::vector<int> order(columns);
    std::iota(order.begin(), order.end(), 0);
    const auto at = [&](int token) { return logits[static_cast<std::size_t>(token)]; };
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(words, columns));
    std::partial_sort(order.begin(), last, order.end(),
                      [&](int a, int b) { return at(a) > at(b) || (at(a) == at(b) && a < b); });
    LensRow row;
    for (auto it = order.begin(); it != last; ++it)
        row.words.push_back({.token = *it,
                             .logit = at(*it),
                             .probability = static_cast<float>(std::exp(static_cast<double>(at(*it) - peak)) / sum)});
    for (std::size_t c = 0; c < columns; ++c)
        row.rank_of_answer += logits[c] > logits[answer] || (logits[c] == logits[answer] && c < answer) ? 1 : 0;
    return row;
}

}  // namespace

std::vector<LensLayer> logit_lens(const Trace& trace, const LensOptions& options) {
    const int logits = trace.find("logits");
    const bool pair = trace.find("decoder.embed") >= 0;
    const std::vector<int> layers = streams(trace, pair ? Stack::decoder : Stack::only);
    if (logits < 0 || layers.size() < 2)
        throw Error("the logit lens reads the residual stream between blocks, and this model has none");
    const Record& last = trace.record(logits);
    if (last.value == nullptr) throw Error("the logit lens was asked for before the pass was evaluated");
    if (last.shape.find(Axis::batch) >= 0) throw Error("the logit lens reads one text, not a batch");
    const Replay replay(trace, layers.back(), logits);
    const bool pooled = replay.reads(stage::pooled);
    const ConstView final_logits = last.view();
    const auto rows = static_cast<int>(final_logits.shape.rows());
    if (options.position >= rows)
        throw Error("position " + std::to_string(options.position) + " is outside the " + std::to_string(rows) +
                    " rows of the logits");
    const auto columns = static_cast<std::size_t>(final_logits.shape.cols());
    const int first = std::max(options.position, 0), end = options.position < 0 ? rows : options.position + 1;

    std::vector<LensLayer> result;
    for (const int id : layers) {
        if (options.progress && !options.progress(static_cast<int>(result.size()), static_cast<int>(layers.size())))
            return {};
        ConstView stream = trace.record(id).view();
        // Without a pooling a row of logits is of its own row of the stream.
        const bool alone = !pooled && options.position >= 0;
        if (alone) {
            stream.data = stream.row(static_cast<std::size_t>(first));
            stream.shape = stream.shape.with(0, {stream.shape.axis(0), 1});
        }
        const Tensor answers = replay(stream, options.pool);
        LensLayer layer{.record = id, .rows = {}};
        for (int r = first; r < end; ++r) {
            const float* finals = final_logits.row(static_cast<std::size_t>(r));
            const auto answer = static_cast<std::size_t>(std::max_element(finals, finals + columns) - finals);
            const ConstView view = answers.view();
            layer.rows.push_back(lens_row(view.row(alone ? 0 : static_cast<std::size_t>(r)), columns,
                                          static_cast<std::size_t>(std::max(options.words, 0)), answer));
            layer.rows.back().position = r;
        }
        result.push_back(std::move(layer));
    }
    return result;
}

}  // namespace glassformer
