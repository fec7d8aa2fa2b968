// The whole command line. Its parser's headers take longer to compile than any room of the window, so they are read in
// app/commands alone.
#pragma once

#include "app/about/commit.h"
#include "app/fetch/fetch_model.h"

namespace glassformer {

/// Prints the sentence as the program's complaint, without taking memory. Returns `code`.
int complain(const char* sentence, int code);

/// Parses the arguments of main(), runs the subcommand or the window, and turns failures into a sentence. `commit`
/// is one of the things that --version prints; `fetcher` gets models over HTTP, null where the program has no library
/// for it. Returns the exit code: 0 success, 2 bad usage or bad input, 1 anything else.
/// @throws std::bad_alloc where there is no memory for a sentence either.
int run_command_line(int argc, char** argv, const Commit& commit, const Fetcher* fetcher);

}  // namespace glassformer
