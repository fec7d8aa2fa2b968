#include "core/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace glassformer {

void lower_thread_priority() {
#ifdef __linux__
    // Of this thread alone: Linux counts niceness by thread. That it is refused is no reason not to compute.
    constexpr int niceness = 10;
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness));
#endif
}

}  // namespace glassformer
