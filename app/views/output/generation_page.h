// Page of a generated text: its tokens, the candidates for the next one, and each step's log-probability with the sum;
// for a translation also the word alignment (cross-attention) and a beam search.
#pragma once

#include <filesystem>
#include <optional>

#include "app/pictures/charts/alignment_map.h"
#include "app/views/output/beam_card.h"
#include "app/views/output/page.h"
#include "app/views/output/text_measurement.h"
#include "core/generate/text_bits.h"

namespace glassformer {

class GenerationPage : public OutputPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state) override;
    float least_height(ViewContext& context, float, OutputState&) const override {
        return std::floor((context.presented ? 30.0F : 40.0F) * context.ui.em);
    }
    bool is_at_end() const override { return true; }
    void leave() override {
        beam_.stop();
        text_measurement_.stop();
    }

protected:
    TextMeasurement& text_measurement() { return text_measurement_; }
    const TextMeasurement& text_measurement() const { return text_measurement_; }
    std::string beam_status() const { return beam_.status(); }
    /// "-0.0013 for 6": the sum of the log-probabilities of the given tokens, as drawn last, and how many it is of.
    std::string given_status() const;
    /// "0.71 0.71": bits per character and per byte of the text, as drawn last; "" where there are none.
    std::string bits_status() const;
    bool shows_beam() const { return beam_shown_; }
    void show_beam(bool on) { beam_shown_ = on; }

private:
    void translation(ViewContext& context, const Rect& area, OutputState& state);
    void map(ViewContext& context, Rect area, OutputState& state);

    void steps_card(ViewContext& context, const Rect& area, const OutputState& state);
    void read_given(const Evaluation& evaluation, std::size_t given);
    void bits_line(ViewContext& context, const Rect& line);

    std::uint64_t given_of_ = 0;  // generation of the evaluation
    std::vector<double> given_;   // … log-probabilities of its tokens before the generated ones, but the first
    double given_sum_ = 0;
    std::uint64_t bits_of_ = 0;     // generation of the evaluation
    std::optional<TextBits> bits_;  // … of its whole text
    std::uint64_t generation_ = 0;  // of the evaluation that alignment_ belongs to
    int record_ = -1, head_ = -2;
    Alignment alignment_;
    BeamCard beam_;
    TextMeasurement text_measurement_;
    bool beam_shown_ = false;  // instead of the steps
};

/// Of a text that a decoder continues; it also measures other texts.
class TextPage final : public GenerationPage {
public:
    void describe(State& state) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    bool take_text(const std::filesystem::path& file) override { return text_measurement().take_file(file), true; }
};

/// Of the target of an encoder–decoder.
class TranslationPage final : public GenerationPage {
public:
    void describe(State& state) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
};

}  // namespace glassformer
