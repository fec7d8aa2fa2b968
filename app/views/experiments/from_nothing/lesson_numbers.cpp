// The numbers of the page on attention from points, as lessons read them.
#include "app/views/experiments/from_nothing/page.h"

namespace glassformer {

std::vector<NamedNumber> FromNothingPage::numbers() const {
    if (!result_) return {};
    const auto keys = static_cast<std::size_t>(tokens()), d = outputs().data.size() / (scores().data.size() / keys);
    const auto query = static_cast<std::size_t>(query_at()), key = static_cast<std::size_t>(key_at());
    return {{"tokens", static_cast<double>(keys)},
            {"score", static_cast<double>(scores().data[query * keys + key])},
            {"weight", static_cast<double>(weights().data[query * keys + key])},
            {"output_1", static_cast<double>(outputs().data[query * d])},
            {"output_2", static_cast<double>(outputs().data[query * d + 1])}};
}

}  // namespace glassformer
