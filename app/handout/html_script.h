// Scripts of a page: its policy names those that may run, and their data cannot become one.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"

namespace glassformer {

/// The first lines of a page up to its style. Nothing is loaded from anywhere, and no script runs but the one whose
/// SHA-256 this is, in hexadecimal digits.
std::string html_head(std::string_view title, std::string_view script_sha256);

/// JSON that can stand in a <script>: no part of it ends that.
std::string script_data(const Json& data);

}  // namespace glassformer
