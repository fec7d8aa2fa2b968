// Layer norm (Ba, Kiros, Hinton 2016).
#include "norm.glsl"
