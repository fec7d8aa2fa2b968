// What computes in the background gives way to what draws: on two cores a frame that waits for its share of one is
// late.
#pragma once

namespace glassformer {

/// From now on this thread runs when threads of the usual priority leave a core to it. Alone it is as fast as before.
/// To be called first thing on threads of the program's own; where the system has no priority a thread, nothing
/// happens.
void lower_thread_priority();

}  // namespace glassformer
