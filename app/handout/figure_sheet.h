// The pictures of a page as short as they can be while they look the same: the letters of all of them are there once,
// words that stand in several places too, and cells of matrices become images of their colours.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

class FigureSheet {
public:
    /// `svg`: an element that inline_svg() wrote. What it has in common with others is in shared().
    std::string add(std::string_view svg);
    /// An element without a size, for the page's end: what the pictures refer to. "" where there is nothing.
    std::string shared() const;

private:
    struct Use {
        std::string name;
        double x = 0, y = 0;
    };
    struct Cell {
        std::string colour;
        double left = 0, top = 0, right = 0, bottom = 0;
    };
    static bool read_cell(std::string_view line, Cell& cell);
    bool read_use(std::string_view line, Use& use) const;
    std::string with_style_named(std::string line);
    std::string word(const std::vector<Use>& uses);
    std::string cells(const std::vector<Cell>& cells);
    /// The name that a definition has in the page; `content` without its id.
    std::string name_of(const char* kind, const std::string& before, const std::string& after);

    std::map<std::string, std::string> defined_;  // names by what is before and after them
    std::string definitions_;
    std::map<std::string, std::string> styles_;                // names by what they say
    std::map<std::string, std::string, std::less<>> letters_;  // of the picture that is added: our names by its own
};

}  // namespace glassformer
