// A lesson as one page: nothing is loaded from anywhere, and it is read with any browser.
#pragma once

#include <optional>
#include <string>

#include "app/handout/handout.h"

namespace glassformer {

/// A lesson that a page leads to.
struct SiteNeighbour {
    std::string name, title;
};
struct SiteNeighbours {
    std::optional<SiteNeighbour> previous = {}, next = {};
};

/// `site`: the page is one of a site (app/handout/site.h) and leads to its contents and to these; null: it stands
/// alone.
std::string html_page(const Handout& handout, const SiteNeighbours* site = nullptr);

}  // namespace glassformer
