// Pictures as SVG that stands in a page: what cairo writes is a file of its own.
#pragma once

#include <string>
#include <string_view>

#include "app/paint/theme.h"

namespace glassformer {

/// The <svg> element of a file that cairo wrote, without its size: `attributes` are written into its tag. Names within
/// it begin with `prefix`, so that pictures of one page do not take each other's letters.
std::string inline_svg(std::string_view file, std::string_view prefix, std::string_view attributes);

/// A formula as an <svg> element as large as the text around it, on its baseline. `display`: larger, on a line of its
/// own. Throws Error where the markup cannot be read.
std::string formula_svg(const std::string& markup, const Theme& theme, bool display, std::string_view prefix,
                        std::string_view style_class);

}  // namespace glassformer
