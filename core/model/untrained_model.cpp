#include "core/model/untrained_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/model/published_models.h"

namespace glassformer {

namespace {

constexpr std::string_view before_title = "untrained/", before_json = "/{";
constexpr std::int64_t most_untrained_parameters = 64'000'000;
constexpr const char* untrained_source = "the name of an untrained model";
constexpr std::size_t most_words_named = 8;

/// Words between blanks, each a token.
class BlankTokenizer final : public Tokenizer {
public:
    BlankTokenizer(std::vector<std::pair<std::string, int>> words, int size) : words_(std::move(words)), size_(size) {}

    Encoding encode(std::string_view text) const override {
        static constexpr std::string_view blanks = " \t\n";
        Encoding tokens;
        for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
            const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
            const std::string word(text.substr(at, end - at));
            const int id = find(word);
            if (id < 0) {
                std::string known;
                for (std::size_t w = 0; w < std::min(words_.size(), most_words_named); ++w)
                    known += (known.empty() ? "" : ", ") + in_quotes(words_[w].first);
                if (words_.size() > most_words_named) known += ", …";
                throw Error(in_quotes(word) + " is not among the words of this untrained model, which has " + known);
            }
            tokens.push_back({id, at, end, word, false});
            at = text.find_first_not_of(blanks, end);
        }
        return tokens;
    }
    std::string decode(std::span<const int> ids) const override {
        std::string text;
        for (const int id : ids) text += (text.empty() ? "" : " ") + token(id);
        return text;
    }
    std::string token(int id) const override {
        if (id < 0 || id >= size_) throw Error("token ID " + std::to_string(id) + " is outside the vocabulary");
        const auto found = std::ranges::find(words_, id, &std::pair<std::string, int>::second);
        return found == words_.end() ? "<" + std::to_string(id) + ">" : found->first;
    }
    int size() const override { return size_; }
    int unknown_id() const override { return -1; }
    int find(std::string_view word) const override {
        const auto found = std::ranges::find(words_, word, &std::pair<std::string, int>::first);
        return found == words_.end() ? -1 : found->second;
    }

private:
    std::vector<std::pair<std::string, int>> words_;
    int size_;
};

void give(Weights& weights, const std::string& name, const auto& change) {
    for (Parameter& parameter : weights.parameters) {
        if (parameter.name != name) continue;
        const auto changed = std::make_shared<Tensor>(parameter.shape);
        std::copy_n(parameter.data, parameter.shape.count(), changed->data.begin());
        change(changed->data);
        parameter.data = changed->data.data();
        parameter.owner = changed;
        parameter.packing = {};
        return;
    }
    throw Error("an untrained model has no parameter " + in_quotes(name));
}

UntrainedModel untrained_of(const std::string& title, std::string_view json) {
    const Json root = parse_json(json, untrained_source, KeyOrder::as_written);
    JsonObject read(root, untrained_source);
    UntrainedModel model{.title = title, .config = parse_config(read.value("config").dump(), untrained_source)};
    model.seed = static_cast<std::uint64_t>(read.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), 0));
    const InitOptions usual;
    model.init.matrices = static_cast<MatrixInit>(read.choice("matrices", matrix_init_names, 0));
    model.init.std = static_cast<float>(read.number("std", 0, 1e3, static_cast<double>(usual.std)));
    model.init.embedding_std = static_cast<float>(read.number("embedding_std", 0, 1e3, 0));
    model.init.scale_residual = read.boolean("scale_residual", usual.scale_residual);
    model.init.forget_bias = static_cast<float>(read.number("forget_bias", -1e3, 1e3, 0));
    model.recurrent_scale = read.number("recurrent_scale", 0, 1e3, 1);
    constexpr double largest = std::numeric_limits<float>::max();
    if (read.has("given")) {
        static_cast<void>(read.object("given"));  // is one
        for (const Json::Entry& entry : read.value("given").items()) {
            std::vector<float> numbers;
            const bool is_list = entry.value.is_array();
            if (is_list) numbers.reserve(entry.value.size());
            for (const Json& number : is_list ? entry.value : Json::array()) {
                if (!number.is_number() || !(std::abs(number.get<double>()) <= largest))
                    throw read.error("given", "must have numbers that a float holds for " + in_quotes(entry.key));
                numbers.push_back(number.get<float>());
            }
            if (!is_list) throw read.error("given", "must have a list of numbers for " + in_quotes(entry.key));
            model.given.emplace_back(entry.key, std::move(numbers));
        }
    }
    if (read.has("words")) {
        JsonObject words = read.object("words");
        for (const Json::Entry& entry : read.value("words").items())
            model.words.emplace_back(entry.key,
                                     static_cast<int>(words.integer(entry.key, 0, model.config.vocab_size - 1)));
    }
    read.finish();
    return model;
}

}  // namespace

std::string untrained_name(const UntrainedModel& model) {
    Json root;
    root["config"] = parse_json(config_json(model.config), untrained_source, KeyOrder::as_written);
    root["seed"] = model.seed;
    const InitOptions usual;
    if (model.init.matrices != usual.matrices)
        root["matrices"] = matrix_init_names.at(static_cast<std::size_t>(model.init.matrices));
    if (model.init.std != usual.std) root["std"] = shortest_decimal(model.init.std);
    if (model.init.embedding_std != usual.embedding_std)
        root["embedding_std"] = shortest_decimal(model.init.embedding_std);
    if (!model.init.scale_residual) root["scale_residual"] = false;
    if (model.init.forget_bias != 0) root["forget_bias"] = shortest_decimal(model.init.forget_bias);
    if (model.recurrent_scale != 1) root["recurrent_scale"] = model.recurrent_scale;
    for (const auto& [name, numbers] : model.given) {
        Json list = Json::array();
        for (const float number : numbers) list.push_back(shortest_decimal(number));
        root["given"][name] = std::move(list);
    }
    for (const auto& [word, id] : model.words) root["words"][word] = id;
    return std::string(before_title) + model.title + "/" + root.dump();
}

std::optional<std::string> untrained_title(std::string_view name) {
    const std::size_t end = name.find(before_json);
    if (!name.starts_with(before_title) || end == std::string_view::npos || end < before_title.size())
        return std::nullopt;
    return std::string(name.substr(before_title.size(), end - before_title.size()));
}

Weights untrained_weights(const UntrainedModel& model) {
    if (parameter_count(model.config) > most_untrained_parameters)
        throw Error("an untrained model can have at most 64 million parameters");
    Weights weights = initial_weights(model.config, model.seed, model.init);
    if (model.recurrent_scale != 1) {
        std::vector<std::string> names;
        for (const Parameter& parameter : weights.parameters)
            if (parameter.name.ends_with(".recurrent.weight")) names.push_back(parameter.name);
        for (const std::string& name : names)
            give(weights, name, [&](auto& numbers) {
                for (float& number : numbers)
                    number = static_cast<float>(model.recurrent_scale * static_cast<double>(number));
            });
    }
    for (const auto& [name, given] : model.given)
        give(weights, name, [&](auto& numbers) {
            if (given.size() > numbers.size()) throw Error("too many numbers are given for " + in_quotes(name));
            std::ranges::copy(given, numbers.begin());
        });
    return weights;
}

std::shared_ptr<const Model> open_untrained(std::string_view name) {
    const std::optional<std::string> title = untrained_title(name);
    if (!title) return nullptr;
    const UntrainedModel of = untrained_of(*title, name.substr(name.find(before_json) + 1));
    auto model = std::make_shared<Model>();
    model->name = of.title;
    model->config = of.config;
    model->weights = untrained_weights(of);
    if (!of.words.empty())
        model->tokenizer = std::make_shared<const BlankTokenizer>(of.words, of.config.vocab_size);
    model->card.title = of.title;
    model->card.seed = static_cast<std::int64_t>(of.seed);
    return model;
}

}  // namespace glassformer
