// The cursor in JSON, as the settings and session files write it. For their .cpp files only.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/views/shared/cursor.h"

namespace glassformer {

inline nlohmann::ordered_json json_of(const Cursor& cursor) {
    return {{"record", cursor.record}, {"head", cursor.head},     {"row", cursor.row},
            {"column", cursor.column}, {"locked", cursor.locked}, {"limit", cursor.limit}};
}

template <class Json>
Cursor cursor_from(const Json& json) {
    Cursor cursor;
    cursor.record = json.value("record", "");
    cursor.head = std::max(0, json.value("head", 0));
    cursor.row = std::max(0, json.value("row", 0));
    cursor.column = std::max(0, json.value("column", 0));
    cursor.locked = json.value("locked", false);
    cursor.limit = std::max(-1, json.value("limit", -1));
    return cursor;
}

}  // namespace glassformer
