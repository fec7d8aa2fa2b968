// The one exception type of the program. Its message is one sentence for the user that names what is
// wrong and where; the command line prints it and exits with 2, the window shows it as a message.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace glassformer {

/// A text as a message may hold it, whatever it quotes: control characters and marks of direction as "\u001b", bytes
/// that are no UTF-8 as U+FFFD.
std::string printable(std::string_view text);

class Error : public std::runtime_error {
public:
    explicit Error(const std::string& sentence) : std::runtime_error(printable(sentence)) {}
};

}  // namespace glassformer
