// The film of a view from the command line.
#pragma once

#include <functional>
#include <string>

#include "app/export/view_film_export.h"
#include "app/workspace/app_options.h"

namespace glassformer {

/// A film of options.view on the command line: after options.script, or, without one, after the Train view has trained
/// to its end. `task`: that it must be; empty: any. Throws Error, also where the view has no film.
void render_view_film(const AppOptions& options, FilmOrder order, const std::string& task = {},
                      const std::function<bool(int done, int all)>& goes_on = {});

}  // namespace glassformer
