// Every sentence of the film of a training's attention heads. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* film_open = "Film of heads";
inline constexpr const char* film_open_hint = "Show all attention heads, step by step, as a film";
inline constexpr const char* film_close = "Close the film";
inline constexpr const char* film_close_hint = "Back to the charts";
inline constexpr const char* film_play = "Play";
inline constexpr const char* film_pause = "Pause";
inline constexpr const char* film_play_hint = "Play from the first to the last step whose weights are kept, or pause";
inline constexpr const char* film_heads = "All heads";
inline constexpr const char* film_strip = "Film strip";
inline constexpr const char* film_speed = "{} steps per second";  // of those whose weights are kept
inline constexpr const char* film_faster_hint = "Play faster";
inline constexpr const char* film_slower_hint = "Play slower";
inline constexpr const char* film_export = "Export…";
inline constexpr const char* film_export_hint = "Export the film as a GIF, an MP4 or pictures";
inline constexpr const char* film_initial = "Initial weights";
inline constexpr const char* film_step = "Step {} of {}";
inline constexpr const char* film_loss = "held-out loss {} nats";
inline constexpr const char* film_accuracy = "accuracy {}%";
inline constexpr const char* film_text = "“{}”";
inline constexpr const char* film_column = "Step {}";
inline constexpr const char* film_column_initial = "Initial";
inline constexpr const char* film_appeared = "over 50% on the right answer";
inline constexpr const char* film_appeared_hint =
    "From this step on, the head gives more than half of its attention to the right answer (mean over held-out texts)";
inline constexpr const char* film_frame_hint = "{}, step {}: click to go to this step";
inline constexpr const char* film_reading = "Reading the text with the weights of step {}…";
inline constexpr const char* film_too_short =
    "Train at least one step: the film needs two steps whose weights are kept";
inline constexpr const char* film_no_heads = "This model has no attention heads to film";
inline constexpr const char* film_failed = "The text cannot be read with the weights of step {}: {}";

// Keys
inline constexpr const char* command_film = "show or hide the attention film";
inline constexpr const char* command_run = "start or pause the training";
inline constexpr const char* command_film_words = "animation, movie, video, play, film strip";

}  // namespace glassformer::texts::train
