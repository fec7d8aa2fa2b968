// Part of every compute shader. Tensors are bound from block 0 on, in the order of the call; entry i of the tensor in
// block b is at base[b] + i. n: items to be done; a shader strides over those beyond its groups.
uniform int base[8];
uniform int n;

const float minus_infinity = uintBitsToFloat(0xff800000u);

// for (int i = FIRST; i < n; i += STRIDE) does every item once, in a shader called with call_over().
#define FIRST int(gl_GlobalInvocationID.x)
#define STRIDE int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)
