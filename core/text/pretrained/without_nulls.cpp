#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

Json without_nulls(const Json& value) {
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& entry : value) list.push_back(without_nulls(entry));
        return list;
    }
    if (!value.is_object()) return value;
    Json object = Json::object();
    for (const auto& [key, entry] : value.items())
        if (!entry.is_null()) object.add(key, without_nulls(entry));
    return object;
}

}  // namespace glassformer
