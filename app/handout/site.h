// Lessons as a site: a page that lists them and finds words in their steps. Nothing is loaded from anywhere: it is read
// from a folder, without a server.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/handout/handout.h"

namespace glassformer {

/// A step as the search finds it.
struct SiteStep {
    std::string title;
    std::string text;    // what is read before its question is answered, and what its picture shows
    std::string hidden;  // hints, the answer and what follows it: found, but not shown among what was found
};
SiteStep site_step(const HandoutStep& step);

struct SiteLesson {
    std::string name;  // of its files, without their endings
    std::string title, about, lecture;
    double minutes = 0;                    // 0: not said
    std::vector<std::string> before = {};  // names of lessons that come before it, in the site or not
    std::vector<SiteStep> steps = {};
    bool pdf = false, film = false;  // are written too
};

/// The name of the page that lists the lessons, without its ending: no lesson of a site can have it.
inline constexpr std::string_view site_contents = "index";

/// The address of a file of the site, from another one: no name is read as anything but a name.
std::string site_address(std::string_view name, std::string_view ending = ".html");

/// The page that lists them, in this order.
std::string site_page(std::span<const SiteLesson> lessons);

}  // namespace glassformer
