// Bits per character and per byte of a text that the user brings, measured on a thread of its own: a text that the
// model was not trained on says how well it predicts (core/train/held_out_text.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/views/shared/view.h"
#include "core/base/latest.h"
#include "core/train/held_out_text.h"

namespace glassformer {

class TextMeasurement {
public:
    /// Measured from the next frame on, by the model that is shown then and by each that is shown later.
    void take_file(const std::filesystem::path& file);
    void take_text(std::string text, std::string name);
    /// Height of the lines in pixels.
    static float height(float em, const Evaluation& evaluation);
    void draw(ViewContext& context, Rect area);
    /// Gives the work up; it begins anew when the page is shown again.
    void stop() { measured_.stop(); }
    /// "1.87 1.88 for 4096": per character, per byte, predicted tokens; "running", why there is none, or "" without a
    /// text.
    std::string status() const;
    TextPart part() const { return part_; }
    void choose_part(TextPart part) { part_ = part; }

private:
    struct Request {
        std::filesystem::path file;
        std::string text, name;
        int number = 0;  // of the texts that were brought
    };
    /// What an answer is of.
    struct Question {
        std::string model, architecture;
        int number = 0;
        TextPart part = TextPart::whole;
        bool operator==(const Question&) const = default;
    };
    struct Measured {
        std::size_t done = 0, windows = 0;
        std::optional<TextBits> bits;
    };
    void follow(ViewContext& context);
    void line(ViewContext& context, const Rect& place) const;

    std::shared_ptr<const Request> request_;  // null: no text was brought
    int texts_taken_ = 0;
    TextPart part_ = TextPart::whole;
    int window_ = 0;
    Latest<Question, Measured> measured_;
};

}  // namespace glassformer
