#include "core/io/import_weights.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

/// The tied matrix under its other names, as ends of names: of a head, and of the embedding of a stack.
constexpr std::array<std::string_view, 5> tied_heads{"lm_head.weight", "embed_out.weight", "vocab_projector.weight",
                                                     "cls.predictions.decoder.weight", "lm_head.decoder.weight"};
constexpr std::string_view tied_embedding = "embed_tokens.weight";

bool ends_in(std::string_view name, std::string_view ending) {
    return name == ending || (name.ends_with(ending) && name[name.size() - ending.size() - 1] == '.');
}

/// Ends of names, behind a dot or whole: what files of all architectures carry along and nobody needs.
constexpr std::array<std::string_view, 10> carried_along{
    // masks and tables of positions, which are computed
    "attn.bias", "attn.masked_bias", "attention.bias", "attention.masked_bias", "rotary_emb.inv_freq",
    "embeddings.position_ids",
    // a head of pre-training and a pooler under another head
    "cls.seq_relationship.weight", "cls.seq_relationship.bias", "pooler.dense.weight", "pooler.dense.bias"};
constexpr std::array<std::string_view, 2> carried_below{"cls.predictions.decoder.", "lm_head.decoder."};

/// The number that stands where the pattern has "{l}"; nothing where the text is no case of it.
struct PatternMatch {
    std::string layer;
    std::string_view rest;  // of the text, behind the pattern: "" or ".weight"
};
std::optional<PatternMatch> match_pattern(std::string_view pattern, std::string_view text) {
    constexpr std::string_view hole = "{l}";
    PatternMatch match;
    if (const std::size_t at = pattern.find(hole); at != std::string_view::npos) {
        if (!text.starts_with(pattern.substr(0, at))) return std::nullopt;
        const std::size_t end = std::min(text.find('.', at), text.size());
        match.layer = text.substr(at, end - at);
        pattern.remove_prefix(at + hole.size());
        text.remove_prefix(end);
    }
    if (!text.starts_with(pattern)) return std::nullopt;
    match.rest = text.substr(pattern.size());
    if (match.rest.empty() || match.rest == ".weight" || match.rest == ".bias") return match;
    return std::nullopt;
}

/// The pattern's names, one an alternative.
std::vector<std::string> names_of(std::string_view pattern, const PatternMatch& match) {
    std::vector<std::string> names;
    while (!pattern.empty()) {
        const std::size_t bar = std::min(pattern.find('|'), pattern.size());
        std::string name(pattern.substr(0, bar));
        if (const std::size_t at = name.find("{l}"); at != std::string::npos) name.replace(at, 3, match.layer);
        names.push_back(name + std::string(match.rest));
        pattern.remove_prefix(std::min(bar + 1, pattern.size()));
    }
    return names;
}

/// "a", "b", "c" and others.
std::string some_of(const std::vector<std::string_view>& names) {
    constexpr std::size_t named = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), named); ++i) text += (i > 0 ? ", " : "") + in_quotes(names[i]);
    return text + (names.size() > named ? " and others" : "");
}

/// Reads tensors into our order, one parameter at a time.
class TensorImport {
public:
    TensorImport(const Importer& importer, const ConfigImport& config, const WeightFiles& files, Loading& loading)
        : importer_(importer), config_(config), files_(files), loading_(loading) {
        const std::string beginning = std::string(importer.prefix) + ".";
        const auto prefixed = [&](std::string_view name) { return name.starts_with(beginning); };
        prefixed_ = std::ranges::any_of(files.names(), prefixed);
    }

    /// Finds its tensor, and takes note of it; no number is read.
    void look_for(const ParameterShape& ours) { static_cast<void>(source_of(ours)); }
    Parameter parameter(const ParameterShape& ours) {
        const auto [row, tensor] = source_of(ours);
        return read(ours, *row, *tensor);
    }

    /// Tensors that nobody took although they are of a layer that the model has, so that it would compute something
    /// else than what they were trained for. Biases of zeros add nothing.
    std::vector<std::string_view> left_out_of_layers() const {
        std::vector<std::string_view> names = unused();
        std::erase_if(names, [this](std::string_view name) {
            const auto begins = [name](const std::string& layer) { return name.starts_with(layer); };
            return std::ranges::none_of(layers_, begins) || (name.ends_with(".bias") && is_zero(*files_.find(name)));
        });
        return names;
    }

    /// Names of tensors that nobody took, but for those that files carry along.
    std::vector<std::string_view> unused() const {
        std::vector<std::string_view> names;
        for (const std::string_view name : files_.names())
            if (!taken_.contains(name) && !is_carried(name)) names.push_back(name);
        return names;
    }

private:
    struct Source {
        const ImportTensor* row;
        const MappedTensor* tensor;
    };
    Source source_of(const ParameterShape& ours) {
        for (const std::span<const ImportTensor> rows : {config_.head->tensors, importer_.tensors})
            for (const ImportTensor& row : rows)
                if (const auto match = match_pattern(row.ours, ours.name)) {
                    const MappedTensor& tensor = find(names_of(row.theirs, *match));
                    // "model.layers.0.", of all that is in that layer.
                    const std::string number = "." + match->layer + ".";
                    if (const std::size_t at = tensor.name.find(number);
                        !match->layer.empty() && at != std::string::npos)
                        layers_.insert(tensor.name.substr(0, at + number.size()));
                    return {&row, &tensor};
                }
        throw Error(std::string(importer_.title) + " has no parameter " + in_quotes(ours.name));
    }

    static bool is_zero(const MappedTensor& tensor) {
        if (tensor.type->to_floats == nullptr) return false;
        std::vector<float> numbers(tensor.count);
        tensor.type->to_floats(tensor.bytes, numbers.data(), tensor.count);
        return std::ranges::all_of(numbers, [](float number) { return number == 0; });
    }

    bool is_carried(std::string_view name) const {
        const auto ends = [&](std::string_view ending) { return ends_in(name, ending); };
        const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
        return ends(tied_embedding) || std::ranges::any_of(tied_heads, ends) ||
               std::ranges::any_of(carried_along, ends) || std::ranges::any_of(carried_below, begins) ||
               std::ranges::any_of(importer_.unneeded, ends);
    }

    /// The first of the names that there is, with the prefix or without; the oldest files have other names for norms.
    const MappedTensor& find(const std::vector<std::string>& names) {
        for (const std::string& name : names)
            for (const std::string& spelling : spellings(name))
                if (const MappedTensor* tensor = files_.find(spelling)) {
                    taken_.insert(tensor->name);
                    return files_.floats(spelling);
                }
        const std::vector<std::string> tried = spellings(names.front());
        throw Error(files_.missing(names.front().starts_with('.') && !prefixed_ ? tried[1] : tried[0]));
    }
    std::vector<std::string> spellings(const std::string& name) const {
        std::vector<std::string> result{name};
        if (name.starts_with('.')) result = {std::string(importer_.prefix) + name, name.substr(1)};
        for (const auto& [now, once] :
             {std::pair<std::string_view, std::string_view>{"LayerNorm.weight", "gamma"}, {"LayerNorm.bias", "beta"}})
            if (name.ends_with(now))
                for (std::size_t i = 0, count = result.size(); i < count; ++i)
                    result.push_back(result[i].substr(0, result[i].rfind('.') + 1) + std::string(once));
        return result;
    }

    Parameter read(const ParameterShape& ours, const ImportTensor& row, const MappedTensor& tensor) {
        const Shape expected = stored_shape(ours.shape, row);
        if (!same_sizes(tensor.sizes, expected))
            throw Error(files_.where(tensor.name) + " should be " + text(expected) + ", found " +
                        shape_text(tensor.sizes));
        const bool matrix = ours.shape.rank() == 2;
        const std::size_t skipped =
            row.layout == ImportLayout::positions
                ? static_cast<std::size_t>(config_.first_position) * static_cast<std::size_t>(ours.shape.cols())
                : 0;
        const bool as_it_lies = row.layout == ImportLayout::copied || row.layout == ImportLayout::positions ||
                                row.layout == ImportLayout::one_row || (row.layout == ImportLayout::linear && !matrix);
        if (const float* in_place = tensor.in_place(); as_it_lies && in_place != nullptr)
            return {ours.name, ours.shape, in_place + skipped, tensor.file};
        const auto copy = std::make_shared<Tensor>(ours.shape);
        if (as_it_lies)
            numbers(tensor, skipped, copy->data.data(), copy->data.size());
        else if (row.layout == ImportLayout::columns)
            copy_columns(tensor, row, *copy);
        else if (matrix)
            transpose(tensor, row, *copy);
        else
            copy_entries(tensor, row, *copy);
        return {ours.name, ours.shape, copy->data.data(), copy};
    }

    /// The shape that the file must have.
    Shape stored_shape(const Shape& ours, const ImportTensor& row) const {
        const int last = ours.rank() - 1;
        const auto times = [](const Dimension& dimension, int factor) {
            return Dimension{dimension.axis, dimension.size * factor};
        };
        switch (row.layout) {
            case ImportLayout::copied: return ours;
            case ImportLayout::positions: return ours.with(0, {ours.axis(0), ours.size(0) + config_.first_position});
            case ImportLayout::one_row: return {{Axis::scalar, 1}, ours[0]};
            case ImportLayout::columns: return ours.with(last, times(ours[last], row.parts));
            case ImportLayout::linear:
            case ImportLayout::head_rows: break;
        }
        if (ours.rank() != 2) return ours.with(0, times(ours[0], row.parts));
        return {times(ours[1], row.parts), ours[0]};
    }

    /// Where the row of their matrix lies that is our column.
    std::size_t their_row(const ImportTensor& row, std::size_t column) const {
        if (row.layout != ImportLayout::head_rows) return column;
        const auto width = static_cast<std::size_t>(config_.config.d_head), part = static_cast<std::size_t>(row.part),
                   parts = static_cast<std::size_t>(row.parts);
        return (column / width * parts + part) * width + column % width;
    }

    /// Our matrix is [in, out], theirs [parts · out, in]; in tiles, so that both are walked over in short lines.
    void transpose(const MappedTensor& tensor, const ImportTensor& row, Tensor& to) {
        constexpr std::size_t tile_rows = 32, tile_cols = 128;
        const auto in = static_cast<std::size_t>(to.shape.size(0)), out = static_cast<std::size_t>(to.shape.size(1));
        std::array<std::array<float, tile_cols>, tile_rows> tile{};
        for (std::size_t first = 0; first < out; first += tile_rows) {
            const std::size_t rows = std::min(tile_rows, out - first);
            for (std::size_t begin = 0; begin < in; begin += tile_cols) {
                const std::size_t cols = std::min(tile_cols, in - begin);
                for (std::size_t r = 0; r < rows; ++r)
                    read_at(tensor, their_row(row, first + r) * in + begin, tile[r].data(), cols);
                for (std::size_t c = 0; c < cols; ++c) {
                    float* const line = to.data.data() + (begin + c) * out + first;
                    for (std::size_t r = 0; r < rows; ++r) line[r] = tile[r][c];
                }
            }
            done(tensor, rows * in);
        }
    }

    /// Our matrix is [in, out], theirs [in, parts · out]; of vectors there is one row.
    void copy_columns(const MappedTensor& tensor, const ImportTensor& row, Tensor& to) {
        const auto width = static_cast<std::size_t>(to.shape.cols()), part = static_cast<std::size_t>(row.part),
                   parts = static_cast<std::size_t>(row.parts);
        for (std::size_t r = 0; r < to.shape.rows(); ++r) {
            read_at(tensor, (parts * r + part) * width, to.data.data() + r * width, width);
            done(tensor, width);
        }
    }

    void copy_entries(const MappedTensor& tensor, const ImportTensor& row, Tensor& to) {
        for (std::size_t i = 0; i < to.data.size(); ++i) read_at(tensor, their_row(row, i), to.data.data() + i, 1);
        done(tensor, to.data.size());
    }

    void numbers(const MappedTensor& tensor, std::size_t from, float* to, std::size_t count) {
        constexpr std::size_t at_once = std::size_t{1} << 18U;
        for (std::size_t first = 0; first < count; first += at_once) {
            const std::size_t some = std::min(at_once, count - first);
            read_at(tensor, from + first, to + first, some);
            done(tensor, some);
        }
    }

    static void read_at(const MappedTensor& tensor, std::size_t from, float* to, std::size_t count) {
        tensor.type->to_floats(tensor.bytes + from * (static_cast<std::size_t>(tensor.type->bits) / 8), to, count);
    }

    /// Half of their way: the other half is the parameters' preparation.
    void done(const MappedTensor& tensor, std::size_t numbers) {
        bytes_ += numbers * (static_cast<std::size_t>(tensor.type->bits) / 8);
        loading_.reach(std::min<std::uint64_t>(bytes_ / 2, loading_.total()));
    }

    const Importer& importer_;
    const ConfigImport& config_;
    const WeightFiles& files_;
    Loading& loading_;
    bool prefixed_ = true;
    std::uint64_t bytes_ = 0;  // that were copied
    std::set<std::string, std::less<>> taken_;
    std::set<std::string> layers_;  // how names of their tensors begin
};

}  // namespace

std::vector<TiedCopy> tied_copies(const WeightFiles& files, const ModelConfig& config) {
    const bool pair = has_target(config);
    const char* const embedding = !pair                      ? "embed.tokens.weight"
                                  : config.shared_embeddings ? "encoder.embed.tokens.weight"
                                                             : "decoder.embed.tokens.weight";
    std::vector<TiedCopy> copies;
    for (const std::string_view name : files.names()) {
        const bool head = std::ranges::any_of(tied_heads, [&](std::string_view end) { return ends_in(name, end); });
        const bool of_stack = pair && config.shared_embeddings && ends_in(name, tied_embedding);
        const MappedTensor& tensor = *files.find(name);
        if (!((head && config.tie_embeddings) || of_stack) || tensor.type->to_floats == nullptr) continue;
        copies.push_back({std::string(name), embedding, std::vector<float>(tensor.count)});
        tensor.type->to_floats(tensor.bytes, copies.back().numbers.data(), tensor.count);
    }
    return copies;
}

Weights import_weights(const Importer& importer, const ConfigImport& config, const WeightFiles& files,
                       std::vector<std::string>& warnings, Loading* loading) {
    Loading unseen;
    if (loading == nullptr) loading = &unseen;
    loading->expect(files.data_size());
    loading->reach(0);
    TensorImport tensors(importer, config, files, *loading);
    const std::vector<ParameterShape> shapes = parameter_shapes(config.config);
    for (const ParameterShape& parameter : shapes) tensors.look_for(parameter);
    if (const auto left_out = tensors.left_out_of_layers(); !left_out.empty())
        throw Error(files.path() + ": the layers have " + std::to_string(left_out.size()) +
                    (left_out.size() == 1 ? " tensor" : " tensors") + " that this " + importer.title +
                    " cannot use, so it would not compute what they were trained for: " + some_of(left_out) +
                    "; config.json may belong to another model");
    Weights weights;
    for (const ParameterShape& parameter : shapes) weights.parameters.push_back(tensors.parameter(parameter));
    if (const std::vector<std::string_view> unused = tensors.unused(); !unused.empty())
        warnings.push_back(files.path() + ": " + std::to_string(unused.size()) +
                           (unused.size() == 1 ? " tensor is" : " tensors are") + " not part of this " +
                           importer.title + " and not used: " + some_of(unused));
    return weights;
}

}  // namespace glassformer
