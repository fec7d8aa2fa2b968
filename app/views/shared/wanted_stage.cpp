#include "app/views/shared/wanted_stage.h"

#include <string_view>

namespace glassformer {

int wanted_stage(const Targets& targets, const Trace& trace) {
    const std::string_view wanted = targets.wanted;
    if (!wanted.starts_with(wanted_stages)) return -1;
    const int id = trace.find(wanted.substr(wanted_stages.size()));
    return id >= 0 && trace.record(id).kind == Record::Kind::computed ? id : -1;
}

}  // namespace glassformer
