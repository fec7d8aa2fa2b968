#include "core/experiments/runs.h"

#include <algorithm>
#include <cmath>

#include "core/model/untrained_model.h"

namespace glassformer {

namespace {

std::string joined_ids(std::span<const float> ids, char between) {
    std::string text;
    for (const float id : ids) {
        if (!text.empty()) text += between;
        text += std::to_string(std::lround(id));
    }
    return text;
}
std::string ids_text(std::span<const float> ids) { return joined_ids(ids, ' '); }
std::string labels_text(std::span<const float> ids) {
    std::string text = joined_ids(ids, ',');
    text.insert(text.begin(), '#');
    return text;
}

UntrainedModel deep_model(const DeepStack& setting, ModelConfig config, const std::string& titled) {
    return {.title = titled, .config = std::move(config), .seed = setting.seed, .init = deep_init()};
}

}  // namespace

Inputs run_of_stack(const DeepStack& setting, StackKind kind, const std::string& titled) {
    Inputs inputs;
    inputs.model = untrained_name(deep_model(setting, stack_config(setting, kind), titled));
    inputs.text = ids_text(deep_tokens_and_labels(setting)[0]);
    return inputs;
}

std::string stream_record(StackKind kind, int block) {
    if (block < 0) return "embed";
    const bool mlp = kind == StackKind::with_mlp || kind == StackKind::with_both;
    return "blocks." + std::to_string(block) + (mlp ? ".resid_post" : ".resid_mid");
}

Inputs run_of_order(const DeepStack& setting, BlockOrder order, const std::string& titled) {
    const std::array<std::vector<float>, 2> drawn = deep_tokens_and_labels(setting);
    Inputs inputs;
    inputs.model = untrained_name(deep_model(setting, order_config(setting, order), titled));
    inputs.text = ids_text(drawn[0]);
    inputs.gradients = true;
    inputs.labels = labels_text(drawn[1]);
    return inputs;
}

Inputs run_of_mixer(const MixedTokens& setting, Mixer mixer, std::span<const std::string> words,
                    const std::string& titled) {
    UntrainedModel model{.title = titled,
                         .config = mixer_config(setting, mixer),
                         .seed = setting.seed,
                         .init = mixer_init(setting)};
    Inputs inputs;
    for (std::size_t t = 0; t < words.size() && t < setting.tokens.size(); ++t) {
        inputs.text += (t == 0 ? "" : " ") + words[t];
        if (std::ranges::find(model.words, words[t], &std::pair<std::string, int>::first) == model.words.end())
            model.words.emplace_back(words[t], setting.tokens[t] % model.config.vocab_size);
    }
    inputs.model = untrained_name(model);
    return inputs;
}

std::string mixer_record(Mixer mixer, int layer) {
    if (layer == 0) return "embed";
    const std::string number = std::to_string(layer - 1);
    switch (mixer) {
        case Mixer::recurrent: return "rnn." + number + ".hidden";
        case Mixer::convolution: return "conv." + number + ".out";
        case Mixer::attention: break;
    }
    return "blocks." + number + ".resid_post";
}

Inputs run_of_reach(const UntrainedReach& setting, int model, const std::string& titled) {
    const Sample first = reach_texts(setting).front();
    Inputs inputs;
    inputs.model = untrained_name(reach_model(setting, model, titled));
    inputs.text = ids_text(std::vector<float>(first.tokens.begin(), first.tokens.end()));
    inputs.gradients = true;
    inputs.labels = "#" + std::to_string(first.labels.front());
    return inputs;
}

Inputs run_of_tiny_step(const TinyStep& setting, const Sample& first, const std::string& titled) {
    const TrainingPlan plan = tiny_plan(setting);
    Inputs inputs;
    inputs.model = untrained_name(
        {.title = titled, .config = plan.config, .seed = plan.options.seed, .init = plan.options.init});
    inputs.text = ids_text(std::vector<float>(first.tokens.begin(), first.tokens.end()));
    inputs.gradients = true;
    inputs.labels = labels_text(std::vector<float>(first.labels.begin(), first.labels.end()));
    return inputs;
}

}  // namespace glassformer
