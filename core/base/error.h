// The one exception type of the program. Its message is one sentence for the user that names what is
// wrong and where; the command line prints it and exits with 2, the window shows it as a message.
#pragma once

#include <stdexcept>
#include <string>

namespace glassformer {

class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace glassformer
