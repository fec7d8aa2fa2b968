// The work beside a view's frames; it needs no picture, so it is in the core.
#pragma once

#include "core/base/background.h"
