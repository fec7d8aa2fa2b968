// Words for the settings of a training: its setup offers them, and the charts tell earlier runs apart by them.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* clip_none = "off";
inline constexpr const char* schedule_cosine = "Cosine decay";
inline constexpr const char* schedule_constant = "Constant";
inline constexpr const char* smoothing_all = "All classes";
inline constexpr const char* smoothing_other = "Other classes";

}  // namespace glassformer::texts::train
