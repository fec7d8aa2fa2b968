// A number with a name, beside the run: what a page of a view shows, as lessons read it ("page.loss").
#pragma once

#include <string>

namespace glassformer {

struct NamedNumber {
    std::string name;  // letters, digits and _: "pairs_at_4096"
    double value = 0;  // NaN: there is none with what the page is set to, or it is not computed yet
};

}  // namespace glassformer
