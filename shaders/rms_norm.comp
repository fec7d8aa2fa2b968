// Rms norm (Zhang and Sennrich 2019): no mean is taken off, and there is no bias.
#define MEAN_FREE
#include "norm.glsl"
