#include "tests/support/stage_claims.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/support/position_claims.h"
#include "tests/support/product_claims.h"
#include "tests/support/stage_case.h"

namespace glassformer::test {

namespace {

std::string selects_rows(const Case& at, double factor) {
    const Block ids = at.operand(0), table = at.operand(1);
    Block expected = Block::zeros(1, at.out.rows, at.out.columns);
    for (int r = 0; r < expected.rows; ++r)
        for (int c = 0; c < expected.columns; ++c)
            expected.at(0, r, c) = factor * table.at(0, static_cast<int>(ids.values[static_cast<std::size_t>(r)]), c);
    return differs(expected, at.out);
}

std::string takes_row(const Case& at, int row) {
    const Block from = at.operand(0);
    Block expected = Block::zeros(1, 1, at.out.columns);
    for (int c = 0; c < expected.columns; ++c) expected.at(0, 0, c) = from.at(0, row, c);
    return differs(expected, at.out);
}

std::string rearranges(const Case& at) {
    std::vector<double> from, to = at.out.values;
    for (std::size_t o = 0; o < at.operands(); ++o) {
        const Block part = at.operand(o);
        from.insert(from.end(), part.values.begin(), part.values.end());
    }
    std::ranges::sort(from);
    std::ranges::sort(to);
    return from == to ? "" : "other entries than its operands'";
}

std::string adds(const Case& at) {
    Block expected = at.operand(0);
    for (std::size_t o = 1; o < at.operands(); ++o) {
        const Block more = at.operand(o);
        for (std::size_t i = 0; i < expected.values.size(); ++i)
            expected.values[i] += more.values[i % more.values.size()];
    }
    return differs(expected, at.out);
}

std::string same_in_a_head(const Case& at) {
    const Block x = at.operand(0), b = at.operand(1);
    Block expected = x;
    for (int h = 0; h < x.heads; ++h)
        for (int r = 0; r < x.rows; ++r)
            for (int c = 0; c < x.columns; ++c) expected.at(h, r, c) += b.at(0, h, c);
    return differs(expected, at.out);
}

/// Mean and variance of every row before gain and bias against `check`, which says what they should be.
std::string norm_statistics(
    const Case& at, const std::function<std::string(double mean, double square, const std::vector<double>& x)>& check) {
    const Block x = at.operand(0), gain = at.operand(1);
    for (int r = 0; r < x.rows; ++r) {
        std::vector<double> before, normalized;
        for (int c = 0; c < x.columns; ++c) {
            const double bias = at.operands() > 2 ? at.operand(2).at(0, 0, c) : 0;
            if (std::abs(gain.at(0, 0, c)) < 1e-3) return "";  // the gain hides the number
            normalized.push_back((at.out.at(0, r, c) - bias) / gain.at(0, 0, c));
            before.push_back(x.at(0, r, c));
        }
        double mean = 0, square = 0;
        for (const double value : normalized) mean += value / x.columns, square += value * value / x.columns;
        if (std::string wrong = check(mean, square, before); !wrong.empty()) return wrong;
    }
    return "";
}

/// Variance about the mean, or about 0.
double variance(const std::vector<double>& x, bool about_mean) {
    double mean = 0, square = 0;
    const auto n = static_cast<double>(x.size());
    if (about_mean)
        for (const double value : x) mean += value / n;
    for (const double value : x) square += (value - mean) * (value - mean) / n;
    return square;
}

std::string variance_one(const Case& at) {
    return norm_statistics(at, [&](double mean, double square, const std::vector<double>& x) {
        const double eps = static_cast<double>(at.config.norm_eps), spread = variance(x, true);
        const double root = std::sqrt(spread) + eps;
        const bool inside = at.config.norm_eps_placement == NormEpsPlacement::inside_sqrt;
        return near(inside ? spread / (spread + eps) : spread / (root * root), square - mean * mean);
    });
}

std::string rms_one(const Case& at) {
    std::string wrong = norm_statistics(at, [&](double, double square, const std::vector<double>& x) {
        const double eps = static_cast<double>(at.config.norm_eps), spread = variance(x, false);
        return near(spread / (spread + eps), square);
    });
    if (!wrong.empty()) return wrong;
    return norm_statistics(at, [&](double mean, double, const std::vector<double>& x) {
        double before = 0;
        for (const double value : x) before += value / static_cast<double>(x.size());
        const double eps = static_cast<double>(at.config.norm_eps);
        return near(before / std::sqrt(variance(x, false) + eps), mean);
    });
}

/// Dimensions of the vectors whose dot products the operand holds.
double width(const Case& at) {
    const Record* scores = &at.source(0);
    while (scores->operation->name() == "add" || scores->operation->name() == "copy")
        scores = &at.trace.record(scores->operands[0]);
    return at.trace.record(scores->operands[0]).shape.cols();
}

std::string masks(const Case& at, bool later) {
    const Block scores = at.operand(0), mask = at.operand(1);
    Block expected = scores;
    for (int h = 0; h < expected.heads; ++h)
        for (int i = 0; i < expected.rows; ++i)
            for (int j = 0; j < expected.columns; ++j) {
                const bool off = later ? j > i + expected.columns - expected.rows : mask.at(0, i, j) == 0;
                if (off) expected.at(h, i, j) = -INFINITY;
            }
    return differs(expected, at.out);
}

/// As the derivation of one cell of every row says it, and as the numbers come out.
std::string subtracts_maximum(const Case& at) {
    const Block scores = at.operand(0);
    Block expected = at.out;
    for (int h = 0; h < at.out.heads; ++h)
        for (int r = 0; r < at.out.rows; ++r) {
            double largest = -INFINITY, sum = 0;
            for (int c = 0; c < at.out.columns; ++c) largest = std::max(largest, scores.at(h, r, c));
            if (std::isinf(largest)) continue;  // nothing is subtracted from a row without a key
            for (int c = 0; c < at.out.columns; ++c) sum += std::exp(scores.at(h, r, c) - largest);
            for (int c = 0; c < at.out.columns; ++c)
                expected.at(h, r, c) = std::exp(scores.at(h, r, c) - largest) / sum;
            const std::size_t flat = static_cast<std::size_t>((h * at.out.rows + r) * at.out.columns);
            const Derivation derived = at.trace.derive(at.record.id, at.record.shape.cell(flat));
            if (derived.steps.empty() || derived.steps.front().combine != Step::Combine::maximum ||
                derived.steps.front().value != largest)
                return "no maximum in the derivation";
        }
    return differs(expected, at.out);
}

std::string rows_sum(const Case& at, bool zero_too) {
    const Block scores = at.operand(0);
    if (scores.values.size() != at.out.values.size()) return "another number of entries";
    bool any_zero = false;
    for (int h = 0; h < at.out.heads; ++h)
        for (int r = 0; r < at.out.rows; ++r) {
            double sum = 0;
            bool blind = true;
            for (int c = 0; c < at.out.columns; ++c) {
                if (at.out.at(h, r, c) < 0 || at.out.at(h, r, c) > 1.0001) return numbers(1, at.out.at(h, r, c));
                sum += at.out.at(h, r, c);
                blind = blind && std::isinf(scores.at(h, r, c));
            }
            any_zero = any_zero || blind;
            if (std::string wrong = near(zero_too && blind ? 0 : 1, sum); !wrong.empty())
                return "a row sums to " + wrong;
        }
    return zero_too && !any_zero ? "no row is zero" : "";
}

std::string nonlinear(const Case& at) {
    const Block x = at.operand(0);
    if (x.values.size() != at.out.values.size()) return "another number of entries";
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < x.values.size(); ++i) points.emplace_back(x.values[i], at.out.values[i]);
    std::ranges::sort(points);
    double bend = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i].first == points[i - 1].first && points[i].second != points[i - 1].second)
            return "two results for one number";
    const auto& [x0, y0] = points.front();
    const auto& [x1, y1] = points.back();
    for (const auto& [a, b] : points) bend = std::max(bend, std::abs(y0 + (y1 - y0) * (a - x0) / (x1 - x0) - b));
    return bend > 1e-5 * std::max(1e-3, x1 - x0) ? "" : "a straight line";
}

std::string times_gate(const Case& at) {
    const Block a = at.operand(0), b = at.operand(1);
    // The activation is a function of `a` alone: 0 where b is, and of the size of |a| or, of ReLU², a² at most.
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const double size = std::abs(a.values[i]);
        const double most = (std::max(size, size * size) + 1e-6) * std::abs(b.values[i]);
        if (std::abs(at.out.values[i]) > most * 1.001 + 1e-6 &&
            std::abs(at.out.values[i]) > std::abs(b.values[i]) * 1.001)
            return numbers(most, at.out.values[i]);
    }
    return "";
}

std::string combines(const Case& at, bool blend) {
    std::vector<Block> in;
    for (std::size_t o = 0; o < at.operands(); ++o) in.push_back(at.operand(o));
    Block expected = at.out;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        const double a = in[0].values[i], b = in[1].values[i], c = in[2].values[i];
        expected.values[i] = blend ? (1 - a) * b + a * c : a * b + c * in[3].values[i];
    }
    return differs(expected, at.out);
}

std::string mean_of_rows(const Case& at) {
    const Block x = at.operand(0);
    Block expected = Block::zeros(1, 1, x.columns);
    for (int r = 0; r < x.rows; ++r)
        for (int c = 0; c < x.columns; ++c) expected.at(0, 0, c) += x.at(0, r, c) / x.rows;
    return differs(expected, at.out);
}

std::string cross_entropy(const Case& at) {
    const Block logits = at.operand(0), labels = at.operand(1);
    const double smoothing = at.attribute("smoothing");
    double sum = 0;
    int counted = 0;
    for (int r = 0; r < logits.rows; ++r) {
        const auto label = static_cast<int>(labels.values[static_cast<std::size_t>(r)]);
        if (label < 0) continue;
        double total = 0, mean = 0;
        for (int c = 0; c < logits.columns; ++c) {
            total += std::exp(logits.at(0, r, c));
            mean += logits.at(0, r, c) / logits.columns;
        }
        sum += std::log(total) - (1 - smoothing) * logits.at(0, r, label) - smoothing * mean;
        ++counted;
    }
    return near(counted > 0 ? sum / counted : 0, at.out.values[0]);
}

std::string adds_bias(const Case& at) {
    if (at.operands() < 3) return "no bias";
    const Record& bias = at.source(2);
    if (bias.kind != Record::Kind::parameter || !bias.name.ends_with(".bias")) return bias.name + ", no bias";
    return static_cast<int>(bias.shape.count()) == at.out.heads * at.out.columns ? "" : "a bias of another length";
}

/// The norm and the bias that a stage of this block reads are in its sentence, and no others.
std::string forgotten(const Trace& trace, const Record& record) {
    const std::string sentence = stage_sentence(trace, record);
    const auto says = [&](const char* word) { return sentence.find(word) != std::string::npos; };
    bool bias = false, projection = false;
    for (const int operand : record.operands) bias = bias || trace.record(operand).name.ends_with(".bias");
    for (const Stage* stage : {&stage::q, &stage::k, &stage::v, &stage::mlp_pre, &stage::mlp_gate})
        projection = projection || record.stage == stage;
    if (projection && bias != says("bias")) return "“" + sentence + "” of a bias";
    if (bias && !says("bias")) return "“" + sentence + "” forgets the bias";
    if (!projection) return "";
    const Record& read = trace.record(record.operands[0]);
    const bool norm = read.stage->part == ModelPart::norms && !says("encoder's output");
    return norm != says("normalized") ? "“" + sentence + "” of a norm" : "";
}

/// The residual stream that this sublayer started from.
std::string copies_sublayer(const Case& at) {
    if (std::string wrong = differs(at.operand(0), at.out); !wrong.empty()) return wrong;
    const int stream = at.trace.find(full_name(stage::resid_pre, at.record.site));
    if (stream < 0) return "there is no stream";
    // By the record and not by its numbers: attention that sees its own token alone may hand on the same numbers.
    return at.record.operands[0] == stream ? "the stream is left as it was" : "";
}

}  // namespace

std::string contradiction(Claim claim, const Trace& trace, const Record& record, const ModelConfig& config) {
    const Case at{trace, record, config};
    const double tau = static_cast<double>(config.attention_temperature);
    switch (claim) {
        case Claim::none: return "";
        case Claim::whole_numbers:
            return every_entry(
                at, [](double x) { return x == std::floor(x); }, "which is not whole");
        case Claim::zeros_and_ones:
            return every_entry(
                at, [](double x) { return x == 0 || x == 1; }, "not 0 or 1");
        case Claim::all_zero:
            return every_entry(
                at, [](double x) { return x == 0; }, "not 0");
        case Claim::copies: return differs(at.operand(0), at.out);
        case Claim::copies_sublayer: return copies_sublayer(at);
        case Claim::rearranges: return rearranges(at);
        case Claim::adds:
            return at.operands() == 2 || at.operands() == 3 ? adds(at) : "there are not two or three operands";
        case Claim::same_in_a_head: return same_in_a_head(at);
        case Claim::takes_first_row: return takes_row(at, 0);
        case Claim::takes_last_row: return takes_row(at, at.operand(0).rows - 1);
        case Claim::takes_its_step: return takes_row(at, record.site.step);
        case Claim::selects_rows: return selects_rows(at, 1);
        case Claim::selects_rows_scaled: return selects_rows(at, std::sqrt(config.d_model));
        case Claim::one_row_per_position: return rows_of_table(at);
        case Claim::one_hot: return one_hot(at);
        case Claim::sines_and_cosines: return on_the_unit_circle(at);
        case Claim::mean_zero:
            return norm_statistics(at, [](double mean, double, const std::vector<double>&) { return near(0, mean); });
        case Claim::variance_one: return variance_one(at);
        case Claim::rms_one: return rms_one(at);
        case Claim::product: return product(at, false);
        case Claim::product_with_rows: return product(at, true);
        case Claim::dot_products: return dot_products(at, false);
        case Claim::dot_products_plus_distance: return dot_products(at, true);
        case Claim::dot_with_distance: return dot_with_distance(at);
        case Claim::dot_with_vector: {
            const Block x = at.operand(0), q = at.operand(1);
            Block expected = Block::zeros(1, 1, x.rows);
            for (int r = 0; r < x.rows; ++r) expected.at(0, 0, r) = dot(x, 0, r, q, 0, 0);
            return differs(expected, at.out);
        }
        case Claim::additive_scores: return additive_scores(at);
        case Claim::weighted_sum: return weighted_sum(at);
        case Claim::convolves: return convolves(at);
        case Claim::widens: return at.out.columns > at.operand(0).columns ? "" : "it is no wider";
        case Claim::does_not_widen: return at.out.columns <= at.operand(0).columns ? "" : "it is wider";
        case Claim::keeps_lengths: return keeps_lengths(at);
        case Claim::lengths_times_a_factor: return multiplies_lengths(at);
        case Claim::smaller_angles: return turns_less(at);
        case Claim::times_a_constant: return multiplied(at, static_cast<double>(config.logit_scale));
        case Claim::not_longer: return changes_lengths(at, 1);
        case Claim::not_shorter: return changes_lengths(at, -1);
        case Claim::by_distance: return by_distance(at);
        case Claim::alike_with_itself: return alike_with_itself(at);
        case Claim::not_positive:
            return every_entry(
                at, [](double x) { return x <= 0; }, "which is positive");
        case Claim::divides_by_sqrt_width: return multiplied(at, 1 / std::sqrt(width(at)));
        case Claim::divides_by_fourth_root_width: return multiplied(at, 1 / std::sqrt(std::sqrt(at.out.columns)));
        case Claim::divides_by_temperature: return multiplied(at, 1 / tau);
        case Claim::divides_by_both: return multiplied(at, 1 / (tau * std::sqrt(width(at))));
        case Claim::times_sharpness: return multiplied(at, static_cast<double>(config.lookup.hardness));
        case Claim::masks: return masks(at, false);
        case Claim::masks_later: return masks(at, true);
        case Claim::rows_sum_to_1: return rows_sum(at, false);
        case Claim::some_rows_zero: return rows_sum(at, true);
        case Claim::subtracts_maximum: return subtracts_maximum(at);
        case Claim::nonlinear: return nonlinear(at);
        case Claim::times_gate: return times_gate(at);
        case Claim::between_0_and_1:
            return every_entry(
                at, [](double x) { return x >= 0 && x <= 1; }, "not between 0 and 1");
        case Claim::between_minus_1_and_1:
            return every_entry(
                at, [](double x) { return x >= -1 && x <= 1; }, "not between −1 and 1");
        case Claim::keeps_and_writes: return combines(at, false);
        case Claim::blends: return combines(at, true);
        case Claim::reads_normalized: return at.source(0).stage->part == ModelPart::norms ? "" : "no norm";
        case Claim::adds_bias: return adds_bias(at);
        case Claim::mean_of_rows: return mean_of_rows(at);
        case Claim::cross_entropy: return cross_entropy(at);
    }
    return "there is no check of this claim";
}

std::string contradictions(const Trace& trace, const ModelConfig& config, int& checked) {
    std::string lines;
    for (const Record& record : trace.records()) {
        const StageText& text = stage_text(trace, record);
        if (&text == &unknown_operation_text) lines += record.name + ": no row of the table\n";
        if (record.kind == Record::Kind::computed && text.claims[0] == Claim::none)
            lines += record.name + ": a sentence without a claim\n";
        if (const std::string wrong = forgotten(trace, record); !wrong.empty())
            lines += record.name + ": " + wrong + "\n";
        std::vector<Claim> claims(text.claims.begin(), text.claims.end());
        for (const StageAddition& addition : stage_additions())
            if (addition.fits(trace, record)) claims.push_back(addition.claim);
        for (const Claim claim : claims) {
            if (claim == Claim::none) continue;
            ++checked;
            if (const std::string wrong = contradiction(claim, trace, record, config); !wrong.empty())
                lines += record.name + ": “" + text.sentence + "” but claim " +
                         std::to_string(static_cast<int>(claim)) + " has " + wrong + "\n";
        }
    }
    return lines;
}

}  // namespace glassformer::test
