#include "core/analysis/contributions.h"

#include "core/base/error.h"
#include "core/ops/derivative.h"
#include "core/ops/ops.h"

namespace glassformer {

namespace {

using Doubles = std::vector<double>;
using Summand = Contribution::Part;

bool is(const Record& record, const char* operation) {
    return record.operation && record.operation->name() == operation;
}

bool is_residual(const Record& record) {
    return record.stage == &stage::resid_mid || record.stage == &stage::resid_self ||
           record.stage == &stage::resid_cross || record.stage == &stage::resid_post;
}

class Attribution {
public:
    Attribution(const Trace& trace, int position, int token, int against)
        : trace_(trace), logits_(trace.record(trace.find("logits"))) {
        const ConstView weight = operand(logits_, 1).view();
        const bool transposed = is(logits_, "linear_transposed");
        const auto column = [&](int c, int of) {
            return static_cast<double>(weight.at(transposed ? Cell{{of, c}} : Cell{{c, of}}));
        };
        const int width = transposed ? weight.shape.cols() : weight.shape.size(0);
        for (int c = 0; c < width; ++c)
            unembedding_.push_back(column(c, token) - (against >= 0 ? column(c, against) : 0));
        const auto logit = [&](int of) {
            const int last = logits_.shape.rank() - 1;
            return static_cast<double>(logits_.at(last == 0 ? Cell{{of}} : Cell{{position, of}}));
        };
        result_.recorded = logit(token) - (against >= 0 ? logit(against) : 0);
        if (logits_.operands.size() > 2) {
            const ConstView bias = operand(logits_, 2).view();
            head_bias_ =
                static_cast<double>(bias.data[token]) - (against >= 0 ? static_cast<double>(bias.data[against]) : 0);
        }
        find_rows(position);
        find_directions();
    }

    Contributions run() {
        expect_computed(logits_);
        walk(stream_);
        if (logits_.operands.size() > 2)
            result_.parts.push_back({.part = Summand::head_bias, .record = logits_.id, .logit = head_bias_});
        for (const Contribution& part : result_.parts) result_.sum += part.logit;
        return result_;
    }

private:
    const Record& operand(const Record& record, std::size_t o) const { return trace_.record(record.operands[o]); }

    /// What stands before the output matrix: a matrix and a factor change the direction that is read, a function of
    /// each entry leaves none.
    const Record& behind_head(const Record& read) {
        expect_computed(read);
        if (read.stage == &stage::head_scaled) {
            const double factor = static_cast<double>(settings_of<op::ScaleSettings>(*read.operation).factor);
            for (double& entry : unembedding_) entry *= factor;
            return behind_head(operand(read, 0));
        }
        if (read.stage == &stage::head_projected) {
            const ConstView weight = operand(read, 1).view();
            Doubles before(static_cast<std::size_t>(weight.shape.size(0)), 0);
            for (std::size_t r = 0; r < before.size(); ++r)
                for (std::size_t c = 0; c < unembedding_.size(); ++c)
                    before[r] += static_cast<double>(weight.row(r)[c]) * unembedding_[c];
            unembedding_ = std::move(before);
            return behind_head(operand(read, 0));
        }
        if (read.stage == &stage::head_act || read.stage == &stage::head_norm)
            throw Error(
                "direct contributions are not defined where an activation function stands before the logits "
                "(head.act), because the logits are then not the sum of what heads and MLPs add");
        return read;
    }

    /// Which rows of the stream the logits read, and with what weights: the position's own, or a pooling's.
    void find_rows(int position) {
        const Record* read = &behind_head(operand(logits_, 0));
        if (read->stage == &stage::pooled) {
            // Every pooling gives all columns alike, so column 0 says the weights.
            const Record& pooled = *read;
            std::size_t of_rows = 0;
            while (operand(pooled, of_rows).shape.find(Axis::position) < 0 ||
                   operand(pooled, of_rows).kind != Record::Kind::computed)
                ++of_rows;
            read = &operand(pooled, of_rows);
            const Derivation derivation = trace_.derive(pooled.id, {});
            for (int i = 0; i < read->shape.size(0); ++i)
                weights_.push_back(slope(derivation, {.operand = static_cast<int>(of_rows), .cell = Cell{{i, 0}}}));
        } else {
            weights_.assign(static_cast<std::size_t>(read->shape.size(0)), 0.0);
            weights_[static_cast<std::size_t>(position)] = 1;
        }
        stream_ = read->id;
    }

    /// What an entry of what the logits read adds to the logit, a row a token.
    void find_directions() {
        for (const double weight : weights_) {
            Doubles direction(weight != 0 ? unembedding_.size() : 0, 0);  // rows that nobody reads have none
            for (std::size_t c = 0; c < direction.size(); ++c) direction[c] = weight * unembedding_[c];
            directions_.push_back(std::move(direction));
        }
    }

    /// The norm behind the stream, or one within it: what comes before passes through it, its β is added behind it.
    void norm(const Record& record) {
        const std::vector<Doubles> behind = directions_;
        for (std::size_t i = 0; i < directions_.size(); ++i)
            if (weights_[i] != 0) through_norm(record, static_cast<int>(i), directions_[i]);
        walk(record.operands.front());
        directions_ = behind;
        if (record.operands.size() < 3) return;
        const ConstView bias = operand(record, 2).view();
        Contribution part{.part = Summand::norm_bias, .record = record.id};
        for (const Doubles& direction : directions_)
            for (std::size_t c = 0; c < direction.size(); ++c)
                part.logit += static_cast<double>(bias.data[c]) * direction[c];
        result_.parts.push_back(part);
    }

    /// (x - μ) / σ · γ is linear in x once σ is held: subtracting the mean is subtracting it from the direction.
    void through_norm(const Record& norm, int row, Doubles& direction) const {
        const ConstView weight = operand(norm, 1).view();
        std::vector<Shape> shapes;
        for (const int id : norm.operands) shapes.push_back(trace_.record(id).shape);
        const auto read = [&](int o, const Cell& cell) {
            return static_cast<double>(operand(norm, static_cast<std::size_t>(o)).at(cell));
        };
        const Derivation derivation =
            norm.operation->derive({.cell = Cell{{row, 0}}, .in = shapes, .out = norm.shape, .read = read});
        const double divisor = derivation.steps[derivation.steps.size() - 2].value;
        double mean = 0;
        for (std::size_t c = 0; c < direction.size(); ++c) {
            direction[c] *= static_cast<double>(weight.data[c]) / divisor;
            mean += direction[c] / static_cast<double>(direction.size());
        }
        if (!is(norm, "layer_norm")) return;
        for (double& entry : direction) entry -= mean;
    }

    /// Adds a part whose rows of the stream `at(row, column)` gives.
    template <class At>
    void add(Contribution part, const At& at) {
        for (std::size_t i = 0; i < directions_.size(); ++i) {
            if (weights_[i] == 0) continue;
            for (std::size_t c = 0; c < unembedding_.size(); ++c) {
                const double entry = at(static_cast<int>(i), static_cast<int>(c));
                part.logit += entry * directions_[i][c];
                part.unnormed += entry * weights_[i] * unembedding_[c];
            }
        }
        result_.parts.push_back(part);
    }

    void add_record(Summand part, const Record& record) {
        const ConstView view = record.view();
        add({.part = part, .record = record.id},
            [&](int row, int column) { return static_cast<double>(view.row(static_cast<std::size_t>(row))[column]); });
    }

    static void expect_computed(const Record& record) {
        if (!record.edits.empty())
            throw Error("direct contributions are not defined where " + record.name +
                        " was edited, because the logits are then not the sum of what heads and MLPs add");
    }

    /// The stream from its beginning to this record.
    void walk(int id) {
        const Record& record = trace_.record(id);
        expect_computed(record);
        if (record.stage == &stage::resid_pre) return walk(record.operands.front());
        if (is_residual(record) && is(record, "add")) {
            walk(record.operands[0]);
            for (std::size_t o = 1; o < record.operands.size(); ++o) sublayer(operand(record, o));
            return;
        }
        if (record.stage == &stage::embed) {
            if (!is(record, "add")) return add_record(Summand::embedding, record);
            add_record(Summand::embedding, operand(record, 0));
            // Positions have no batch axis, and their rows are those of the text.
            for (std::size_t o = 1; o < record.operands.size(); ++o)
                add_record(operand(record, o).stage == &stage::embed_types ? Summand::segments : Summand::positions,
                           operand(record, o));
            return;
        }
        if (is(record, "layer_norm") || is(record, "rms_norm")) return norm(record);
        throw Error("direct contributions need a residual stream, and " + record.name + " adds nothing to one");
    }

    void sublayer(const Record& result) {
        expect_computed(result);
        const bool attention = result.stage == &stage::out;
        if (!attention || !is(operand(result, 0), "merge_heads")) {
            product(result, attention ? Summand::head : Summand::mlp,
                    attention ? Summand::attention_bias : Summand::mlp_bias, 1);
            return;
        }
        const Record& heads = operand(operand(result, 0), 0);
        product(result, Summand::head, Summand::attention_bias, heads.shape.size(heads.shape.find(Axis::head)));
    }

    /// input · W + b, cut into equal pieces of the input's columns: heads.
    void product(const Record& result, Summand part, Summand bias_part, int pieces) {
        const ConstView input = operand(result, 0).view();
        const int width = input.shape.cols() / pieces;
        if (!is(result, "linear")) {  // a copy, where there are no projections
            for (int p = 0; p < pieces; ++p)
                add({.part = part, .record = result.id, .head = part == Summand::head ? p : -1},
                    [&](int row, int column) {
                        const bool own = column / width == p;
                        return own ? static_cast<double>(input.row(static_cast<std::size_t>(row))[column]) : 0.0;
                    });
            return;
        }
        const ConstView weight = operand(result, 1).view();
        const auto columns = static_cast<std::size_t>(weight.shape.cols());
        const bool has_bias = result.operands.size() > 2;
        for (int p = 0; p < pieces; ++p) {
            std::vector<Doubles> rows(weights_.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (weights_[i] == 0) continue;
                rows[i].assign(columns, 0);
                for (int k = p * width; k < (p + 1) * width; ++k) {
                    const auto x = static_cast<double>(input.row(i)[k]);
                    const float* of = weight.row(static_cast<std::size_t>(k));
                    for (std::size_t c = 0; c < columns; ++c) rows[i][c] += x * static_cast<double>(of[c]);
                }
            }
            add({.part = part, .record = result.id, .head = part == Summand::head ? p : -1}, [&](int row, int column) {
                return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            });
        }
        if (!has_bias) return;
        const ConstView bias = operand(result, 2).view();
        add({.part = bias_part, .record = result.id},
            [&](int, int column) { return static_cast<double>(bias.data[column]); });
    }

    const Trace& trace_;
    const Record& logits_;
    int stream_ = -1;
    Doubles unembedding_;  // the token's column, or the difference of two
    Doubles weights_;      // of each row of the stream
    double head_bias_ = 0;
    std::vector<Doubles> directions_;  // of each row, where the walk is
    Contributions result_;
};

}  // namespace

Contributions contributions(const Trace& trace, int position, int token, int against) {
    const int id = trace.find("logits");
    if (id < 0) throw Error("there are no logits to attribute");
    const Record& logits = trace.record(id);
    if (logits.shape.find(Axis::batch) >= 0) throw Error("direct contributions need one text, not a batch");
    if (logits.value == nullptr) throw Error("direct contributions were asked for before the pass was evaluated");
    const auto rows = static_cast<int>(logits.shape.rows());
    if (position < 0 || position >= rows)
        throw Error("position " + std::to_string(position) + " is outside the " + std::to_string(rows) +
                    " rows of the logits");
    for (const int of : {token, against < 0 ? token : against})
        if (of < 0 || of >= logits.shape.cols())
            throw Error("token " + std::to_string(of) + " is outside the " + std::to_string(logits.shape.cols()) +
                        " logits of a row");
    return Attribution(trace, position, token, against).run();
}

std::string contribution_name(const Trace& trace, const Contribution& part) {
    const std::string& name = trace.record(part.record).name;
    switch (part.part) {
        case Summand::head: return name + " head " + std::to_string(part.head);
        case Summand::attention_bias:
        case Summand::mlp_bias:
        case Summand::norm_bias:
        case Summand::head_bias: return name + " bias";
        case Summand::embedding:
        case Summand::positions:
        case Summand::segments:
        case Summand::mlp: break;
    }
    return name;
}

}  // namespace glassformer
