// A manual page for each command, from the rows that its --help reads.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace glassformer {

struct ManualPage {
    std::string name;  // "glassformer-lesson-export"
    std::string text;  // in the language of man (groff_man(7)), UTF-8
};

/// The page of the whole program first, then one for each command, those inside another after it. All are of section 1.
/// `version` stands in their last line.
std::vector<ManualPage> manual_pages(const CLI::App& program, const std::string& version);

}  // namespace glassformer
