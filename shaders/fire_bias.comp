// A small network of the distance, ψ(|i - j|) / ψ(max(L, i)) with ψ(t) = log(|c| t + 1) (Li et al. 2023). Backward one row
// a query, which column_sums adds up: OUT_WEIGHT [hidden, head], OUT_BIAS [head], IN_WEIGHT and IN_BIAS [hidden], SCALE
// (of c) and REACH (of λ), one number each.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer InWeight { float in_weight[]; };    // [hidden]
layout(std430, binding = 1) readonly buffer InBias { float in_bias[]; };        // [hidden]
layout(std430, binding = 2) readonly buffer OutWeight { float out_weight[]; };  // [hidden, head]
layout(std430, binding = 3) readonly buffer OutBias { float out_bias[]; };      // [head]
layout(std430, binding = 4) readonly buffer Scale { float scale[]; };           // c
layout(std430, binding = 5) readonly buffer Lambda { float lambda[]; };
layout(std430, binding = 6) readonly buffer Above { float above[]; };  // the gradient from above [head, query, key]
layout(std430, binding = 7) writeonly buffer Result { float result[]; };
uniform int heads, queries, keys, hidden, first, first_key;
uniform float unit;  // of λ: L is so many tokens times |λ|

const float epsilon = 1e-6;

float size_of_c() { return abs(scale[base[4]]); }
float reach() { return unit * abs(lambda[base[5]]); }
float psi(float t) { return log(size_of_c() * t + 1.0); }
float place_of(int i) { return max(reach(), float(first + i)); }
float distance_of(int i, int j) { return float(abs(first + i - first_key - j)); }
float before(int m, float x) { return in_weight[base[0] + m] * x + in_bias[base[1] + m]; }
float above_at(int head, int i, int j) { return above[base[6] + (head * queries + i) * keys + j]; }

// The gradient of hidden unit m, all heads together.
float of_unit(int m, int i, int j) {
    float sum = 0.0;
    for (int head = 0; head < heads; ++head) sum += out_weight[base[2] + m * heads + head] * above_at(head, i, j);
    return sum;
}

void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
#if defined(OUT_WEIGHT)
        const int head = e % heads, m = e / heads % hidden, i = e / heads / hidden;
        const float divisor = psi(place_of(i)) + epsilon;
        float sum = 0.0;
        for (int j = 0; j < keys; ++j)
            sum += max(before(m, psi(distance_of(i, j)) / divisor), 0.0) * above_at(head, i, j);
        result[base[7] + e] = sum;
#elif defined(OUT_BIAS)
        const int head = e % heads, i = e / heads;
        float sum = 0.0;
        for (int j = 0; j < keys; ++j) sum += above_at(head, i, j);
        result[base[7] + e] = sum;
#elif defined(IN_WEIGHT) || defined(IN_BIAS)
        const int m = e % hidden, i = e / hidden;
        const float divisor = psi(place_of(i)) + epsilon;
        float sum = 0.0;
        for (int j = 0; j < keys; ++j) {
            const float x = psi(distance_of(i, j)) / divisor;
            if (!(before(m, x) > 0.0)) continue;
#ifdef IN_WEIGHT
            sum += x * of_unit(m, i, j);
#else
            sum += of_unit(m, i, j);
#endif
        }
        result[base[7] + e] = sum;
#elif defined(SCALE) || defined(REACH)
        const int i = e;
        const float c = size_of_c(), place = place_of(i), divisor = psi(place) + epsilon;
        float sum = 0.0;
        for (int j = 0; j < keys; ++j) {
            const float t = distance_of(i, j), x = psi(t) / divisor;
            float of_x = 0.0;
            for (int m = 0; m < hidden; ++m)
                if (before(m, x) > 0.0) of_x += in_weight[base[0] + m] * of_unit(m, i, j);
            const float place_slope = x / (divisor * (c * place + 1.0));
#ifdef SCALE
            sum += of_x * (t / ((c * t + 1.0) * divisor) - place * place_slope);
#else
            if (reach() >= float(first + i)) sum -= of_x * c * place_slope;
#endif
        }
#ifdef SCALE
        result[base[7] + e] = scale[base[4]] < 0.0 ? -sum : sum;
#else
        result[base[7] + e] = lambda[base[5]] < 0.0 ? -unit * sum : unit * sum;
#endif
#else
        const int j = e % keys, i = e / keys % queries, head = e / keys / queries;
        const float x = psi(distance_of(i, j)) / (psi(place_of(i)) + epsilon);
        float sum = out_bias[base[3] + head];
        for (int m = 0; m < hidden; ++m) sum += out_weight[base[2] + m * heads + head] * max(before(m, x), 0.0);
        result[base[7] + e] = sum;
#endif
    }
}
