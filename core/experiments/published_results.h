// Tables of results that lectures on transformers show, as their papers print them. Nothing here is computed by this
// program, and none of these models is in it; what is shown of them must say so.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

enum class NetworkKind : std::uint8_t { recurrent, convolutional, transformer };

struct PublishedMeasure {
    std::string_view name;     // "bleu": of a number that lessons read
    std::string_view title;    // "BLEU"
    std::string_view meaning;  // a sentence or two
    bool higher_is_better = true;
    bool logarithmic = false;  // what spans powers of ten; its figures are written with one: "2.3e19"
};
struct PublishedResult {
    std::string_view name;  // "Transformer (big)"
    NetworkKind kind = NetworkKind::transformer;
    std::vector<std::string_view> figures;  // as printed, one for each measure; "": the table has none
    std::string_view note = {};             // where printings differ
};
struct PublishedResults {
    std::string_view title;   // "WMT 2014, English–German"
    std::string_view source;  // "Vaswani et al. 2017, table 2"
    std::vector<PublishedMeasure> measures;
    std::vector<PublishedResult> rows;  // in the order of the table
    std::size_t compared = 0;           // the row that the others are measured by at first
};

/// All tables, in the order of their papers.
std::span<const PublishedResults> published_results();

/// The number of a figure; none where the table has none.
std::optional<double> figure_value(const PublishedResult& row, std::size_t measure);
/// "28.4", "2.3·10¹⁹", "–".
std::string figure_text(const PublishedResults& table, const PublishedResult& row, std::size_t measure);
/// Place among the figures of a measure, 1 is the best; equal figures share the better place. 0: the row has no figure.
int place_of(const PublishedResults& table, std::size_t row, std::size_t measure);
/// Other rows with the same figure; 0 also where the row has none.
int ties_of(const PublishedResults& table, std::size_t row, std::size_t measure);
/// Figures that a measure has.
int figures_of(const PublishedResults& table, std::size_t measure);
/// Indices of the rows, the best figure of a measure first; rows without one last, in the order of the table.
std::vector<std::size_t> best_first(const PublishedResults& table, std::size_t measure);

}  // namespace glassformer
