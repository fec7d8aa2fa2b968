// The cursor in JSON, and numbers that are kept within bounds, as the settings and session files have them. For their
// .cpp files only.
#pragma once

#include <algorithm>
#include <limits>

#include "app/views/shared/cursor.h"
#include "core/base/json_object.h"

namespace glassformer {

/// A number of any size, moved to the nearest end of its range; a value that is no number is an Error.
inline float number_within(JsonObject& object, const char* key, float otherwise, float least, float most) {
    constexpr double endless = std::numeric_limits<double>::max();
    return static_cast<float>(std::clamp(object.number(key, -endless, endless, static_cast<double>(otherwise)),
                                         static_cast<double>(least), static_cast<double>(most)));
}
inline int whole_within(JsonObject& object, const char* key, int otherwise, int least, int most) {
    constexpr auto low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();
    return static_cast<int>(std::clamp<std::int64_t>(object.integer(key, low, high, otherwise), least, most));
}

inline Json json_of(const Cursor& cursor) {
    return {{"record", cursor.record}, {"head", cursor.head},     {"row", cursor.row},
            {"column", cursor.column}, {"locked", cursor.locked}, {"limit", cursor.limit}};
}

inline Cursor cursor_from(JsonObject object) {
    constexpr int most = std::numeric_limits<int>::max();
    Cursor cursor;
    cursor.record = object.string("record", "");
    cursor.head = whole_within(object, "head", 0, 0, most);
    cursor.row = whole_within(object, "row", 0, 0, most);
    cursor.column = whole_within(object, "column", 0, 0, most);
    cursor.locked = object.boolean("locked", false);
    cursor.limit = whole_within(object, "limit", -1, -1, most);
    return cursor;
}

/// The colour limits of a session or of the settings; what cannot be read is as if it were not there.
inline ColourLimits colour_limits_in(JsonObject& object) {
    return parse_colour_limits(object.string("color_limits", "auto")).value_or(ColourLimits{});
}

}  // namespace glassformer
