// A lesson as one page: nothing is loaded from anywhere, and it is read with any browser.
#pragma once

#include <string>

#include "app/handout/handout.h"

namespace glassformer {

std::string html_page(const Handout& handout);

}  // namespace glassformer
