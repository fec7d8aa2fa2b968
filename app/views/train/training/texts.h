// Every sentence of the page of a training beside its settings and its film. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* tab_training = "Training";
inline constexpr const char* attention = "Attention after step {} in “{}”";
inline constexpr const char* prediction = "Prediction: {} {}";  // a token or class, its probability
inline constexpr const char* predicted_at = "Prediction at “{}”: {} {}";
inline constexpr const char* prediction_untrained = "Untrained weights. ";  // before the two above
inline constexpr const char* prediction_right = " – right";
inline constexpr const char* prediction_wrong = " – right would be {}";
inline constexpr const char* no_attention = "This model has no attention heads to show.";
inline constexpr const char* reading = "Reading the example with these weights…";

}  // namespace glassformer::texts::train
