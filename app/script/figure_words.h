// A picture in words, for its caption and for who does not see it: what is drawn, of which run, and what to look at.
#pragma once

#include <string>

namespace glassformer {

class App;

struct FigureWords {
    std::string caption, alternative;
};

/// Of the view as it is shown. `tells`: with what to look at, which may be what a question asks for.
FigureWords figure_words(App& app, bool tells);

}  // namespace glassformer
