#include "core/experiments/published_results.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace glassformer {

namespace {

constexpr NetworkKind recurrent = NetworkKind::recurrent, convolutional = NetworkKind::convolutional,
                      transformer = NetworkKind::transformer;

constexpr PublishedMeasure bleu_measure{
    .name = "bleu",
    .title = "BLEU",
    .meaning =
        "BLEU (Papineni et al. 2002): how many sequences of one to four words a translation shares with reference "
        "translations, from 0 to 100. Higher is better. Figures with different tokenization are not comparable."};
constexpr PublishedMeasure cost_measure{
    .name = "flop",
    .title = "FLOP of training",
    .meaning =
        "Floating-point operations of the whole training, estimated by the paper from the training time and the "
        "speed of the processors. Lower is cheaper.",
    .higher_is_better = false,
    .logarithmic = true};
constexpr PublishedMeasure perplexity_measure{
    .name = "perplexity",
    .title = "Perplexity",
    .meaning =
        "e to the power of the mean loss in nats per token, on texts held out. Lower is better; 1 would be a model "
        "that is always certain and right. Only figures with the same tokens are comparable.",
    .higher_is_better = false};
constexpr PublishedMeasure rouge_measure{
    .name = "rouge_l",
    .title = "ROUGE-L",
    .meaning =
        "ROUGE-L (Lin 2004): the longest common subsequence of words with the reference text, as F1 in percent. "
        "Higher is better."};

constexpr std::string_view of_translation = "Vaswani et al. 2017, table 2";

PublishedResults english_german() {
    return {.title = "WMT 2014, English–German",
            .source = of_translation,
            .measures = {bleu_measure, cost_measure},
            .rows = {{"ByteNet", convolutional, {"23.75", ""}},
                     {"GNMT + RL", recurrent, {"24.6", "2.3e19"}},
                     {"ConvS2S", convolutional, {"25.16", "9.6e18"}},
                     {"MoE", recurrent, {"26.03", "2.0e19"}},
                     {"GNMT + RL, ensemble", recurrent, {"26.30", "1.8e20"}},
                     {"ConvS2S, ensemble", convolutional, {"26.36", "7.7e19"}},
                     {"Transformer (base)", transformer, {"27.3", "3.3e18"}},
                     {"Transformer (big)", transformer, {"28.4", "2.3e19"}}},
            .compared = 7};
}

PublishedResults english_french() {
    return {.title = "WMT 2014, English–French",
            .source = of_translation,
            .measures = {bleu_measure, cost_measure},
            .rows = {{"Deep-Att + PosUnk", recurrent, {"39.2", "1.0e20"}},
                     {"GNMT + RL", recurrent, {"39.92", "1.4e20"}},
                     {"ConvS2S", convolutional, {"40.46", "1.5e20"}},
                     {"MoE", recurrent, {"40.56", "1.2e20"}},
                     {"Deep-Att + PosUnk, ensemble", recurrent, {"40.4", "8.0e20"}},
                     {"GNMT + RL, ensemble", recurrent, {"41.16", "1.1e21"}},
                     {"ConvS2S, ensemble", convolutional, {"41.29", "1.2e21"}},
                     {"Transformer (base)", transformer, {"38.1", "3.3e18"}},
                     {"Transformer (big)",
                      transformer,
                      {"41.8", "2.3e19"},
                      "Some printings of the paper give a BLEU of 41.0 for the big model."}},
            .compared = 8};
}

/// What the paper changed in its base model to see what matters: the heads, and the encoding of positions.
PublishedResults heads_and_positions() {
    return {.title = "Heads and positions, English–German",
            .source = "Vaswani et al. 2017, table 3, rows (A) and (E), newstest2013",
            .measures = {bleu_measure, perplexity_measure},
            .rows = {{"8 heads of 64 (base)", transformer, {"25.8", "4.92"}},
                     {"1 head of 512", transformer, {"24.9", "5.29"}},
                     {"4 heads of 128", transformer, {"25.5", "5.00"}},
                     {"16 heads of 32", transformer, {"25.8", "4.91"}},
                     {"32 heads of 16", transformer, {"25.4", "5.01"}},
                     {"Base, learned positions", transformer, {"25.7", "4.92"}}},
            .compared = 0};
}

PublishedResults documents() {
    return {.title = "Wikipedia articles from their sources",
            .source = "Liu et al. 2018, table 4",
            .measures = {rouge_measure, perplexity_measure},
            .rows = {{"seq2seq with attention, 500 tokens", recurrent, {"12.7", "5.04952"}},
                     {"Encoder and decoder, 500 tokens", transformer, {"34.2", "2.46645"}},
                     {"Decoder, 4000 tokens", transformer, {"33.6", "2.22216"}},
                     {"Memory-compressed, 11000 tokens", transformer, {"36.2", "2.05159"}},
                     {"… with 128 experts, 11000 tokens", transformer, {"37.9", "1.92871"}},
                     {"… with 256 experts, 7500 tokens", transformer, {"38.8", "1.90325"}}}};
}

std::string superscript(int number) {
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number))) text += digits.at(static_cast<std::size_t>(digit - '0'));
    return text;
}

bool is_better(const PublishedMeasure& measure, double a, double b) { return measure.higher_is_better ? a > b : a < b; }

}  // namespace

std::span<const PublishedResults> published_results() {
    static const std::array tables{english_german(), english_french(), heads_and_positions(), documents()};
    return tables;
}

std::optional<double> figure_value(const PublishedResult& row, std::size_t measure) {
    const std::string text(row.figures.at(measure));
    if (text.empty()) return {};
    return std::strtod(text.c_str(), nullptr);
}

std::string figure_text(const PublishedResults& table, const PublishedResult& row, std::size_t measure) {
    const std::string text(row.figures.at(measure));
    if (text.empty()) return "–";
    const std::size_t power = text.find('e');
    if (!table.measures.at(measure).logarithmic || power == std::string::npos) return text;
    return text.substr(0, power) + "·10" + superscript(std::atoi(text.c_str() + power + 1));
}

int place_of(const PublishedResults& table, std::size_t row, std::size_t measure) {
    const std::optional<double> own = figure_value(table.rows.at(row), measure);
    if (!own) return 0;
    return 1 + static_cast<int>(std::ranges::count_if(table.rows, [&](const PublishedResult& other) {
               const std::optional<double> value = figure_value(other, measure);
               return value && is_better(table.measures.at(measure), *value, *own);
           }));
}

int ties_of(const PublishedResults& table, std::size_t row, std::size_t measure) {
    const std::optional<double> own = figure_value(table.rows.at(row), measure);
    if (!own) return 0;
    return static_cast<int>(std::ranges::count_if(
               table.rows, [&](const PublishedResult& other) { return figure_value(other, measure) == own; })) -
           1;
}

int figures_of(const PublishedResults& table, std::size_t measure) {
    return static_cast<int>(std::ranges::count_if(
        table.rows, [&](const PublishedResult& row) { return figure_value(row, measure).has_value(); }));
}

std::vector<std::size_t> best_first(const PublishedResults& table, std::size_t measure) {
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const std::optional<double> of_a = figure_value(table.rows[a], measure),
                                    of_b = figure_value(table.rows[b], measure);
        if (!of_a || !of_b) return of_a.has_value() && !of_b.has_value();
        return is_better(table.measures[measure], *of_a, *of_b);
    });
    return order;
}

}  // namespace glassformer
