// The rows of the list of tasks, each made in the file of its name. Only task.cpp needs this.
#pragma once

#include "core/train/task.h"

namespace glassformer {

Task coreference_task();       // coreference.cpp
Task coreference_full_task();  // coreference.cpp
Task sort_task();              // sort.cpp

}  // namespace glassformer
