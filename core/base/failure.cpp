#include "core/base/failure.h"

#include <new>
#include <stdexcept>
#include <system_error>

#include "core/base/error.h"

namespace glassformer {

std::string sentence_of(const std::exception& failure) {
    const auto is = [&]<class Kind>() { return dynamic_cast<const Kind*>(&failure) != nullptr; };
    if (is.template operator()<Error>()) return failure.what();
    // More of something than there could be memory for is a length_error.
    if (is.template operator()<std::bad_alloc>() || is.template operator()<std::length_error>()) return no_memory;
    if (const auto* of_system = dynamic_cast<const std::system_error*>(&failure)) {
        if (of_system->code() == std::errc::resource_unavailable_try_again)
            return "no thread could be started: too many run already, or there is not enough memory";
        return printable("the system refused this: " + of_system->code().message());
    }
    return printable(std::string("this is a fault of the program itself: ") + failure.what());
}

}  // namespace glassformer
