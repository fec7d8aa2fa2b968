// Texts that pages of the experiments view share.
#pragma once

namespace glassformer::texts::experiment_frame {

inline constexpr const char* click_opens = "Click: open this run in the Walk";

inline constexpr const char* off = "off";
inline constexpr const char* on = "on";

}  // namespace glassformer::texts::experiment_frame
