// (1 - z) ⊙ new + z ⊙ old; backward one of the gradients (BACKWARD_Z, BACKWARD_NEW, BACKWARD_OLD).
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Z { float z[]; };
layout(std430, binding = 1) readonly buffer New { float fresh[]; };
layout(std430, binding = 2) readonly buffer Old { float old[]; };
layout(std430, binding = 3) buffer Result { float result[]; };
layout(std430, binding = 4) readonly buffer Upstream { float upstream[]; };
void main() {
    for (int i = FIRST; i < n; i += STRIDE) {
        const float share = z[base[0] + i];
#if defined(BACKWARD_Z)
        result[base[3] + i] += (old[base[2] + i] - fresh[base[1] + i]) * upstream[base[4] + i];
#elif defined(BACKWARD_NEW)
        result[base[3] + i] += (1.0 - share) * upstream[base[4] + i];
#elif defined(BACKWARD_OLD)
        result[base[3] + i] += share * upstream[base[4] + i];
#else
        result[base[3] + i] = (1.0 - share) * fresh[base[1] + i] + share * old[base[2] + i];
#endif
    }
}
