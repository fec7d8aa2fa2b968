// The activations and their slopes; which one is a definition: ACTIVATION_relu, _gelu, _gelu_tanh, _silu,
// _tanh, _sigmoid, _quick_gelu,
// _relu2.
float sigmoid(float x) { return 1.0 / (1.0 + exp(-clamp(x, -87.0, 87.0))); }
float hyperbolic_tangent(float x) {
    // Of small x by its series: the quotient would lose their digits.
    if (abs(x) < 0.02) return x * (1.0 - x * x * (1.0 / 3.0 - x * x * (2.0 / 15.0)));
    const float e = exp(-2.0 * min(abs(x), 40.0));
    return sign(x) * (1.0 - e) / (1.0 + e);
}

#if defined(ACTIVATION_relu)
float activation(float x) { return x < 0.0 ? 0.0 : x; }
float activation_slope(float x) { return x > 0.0 ? 1.0 : 0.0; }
#elif defined(ACTIVATION_gelu)
// The normal distribution's tail beyond |x|, with the polynomial of core/ops/activation_table.cpp.
float tail(float x) {
    const float u = min(abs(x) * 0.70710678, 8.5);
    const float low = (((-0.019936519 * u + 0.103094257) * u + 0.636560629) * u + 1.12838271) * u;
    const float high =
        ((((1.77130214e-07 * u - 4.8963289e-06) * u + 5.60327283e-05) * u - 0.000332088121) * u + 0.000922384027) * u +
        0.000862788767;
    return 0.5 * exp(-(low + u * u * u * u * u * high));
}
float activation(float x) { return (x < 0.0 ? 0.0 : x) - min(abs(x), 40.0) * tail(x); }
float activation_slope(float x) {
    const float beyond = tail(x);
    return (x > 0.0 ? 1.0 - beyond : beyond) + 0.39894228 * x * exp(max(-0.5 * x * x, -80.0));
}
#elif defined(ACTIVATION_gelu_tanh)
const float root_2_over_pi = 0.79788456, cubic = 0.044715;  // Hendrycks and Gimpel 2016
float activation(float x) {
    return 0.5 * x * (1.0 + hyperbolic_tangent(root_2_over_pi * (x + cubic * x * x * x)));
}
float activation_slope(float x) {
    const float t = hyperbolic_tangent(root_2_over_pi * (x + cubic * x * x * x));
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * root_2_over_pi * (1.0 + 3.0 * cubic * x * x);
}
#elif defined(ACTIVATION_silu)
float activation(float x) { return x * sigmoid(x); }
float activation_slope(float x) {
    const float s = sigmoid(x);
    return s * (1.0 + x * (1.0 - s));
}
#elif defined(ACTIVATION_tanh)
float activation(float x) { return hyperbolic_tangent(x); }
float activation_slope(float x) {
    const float t = hyperbolic_tangent(x);
    return 1.0 - t * t;
}
#elif defined(ACTIVATION_sigmoid)
float activation(float x) { return sigmoid(x); }
float activation_slope(float x) {
    const float s = sigmoid(x);
    return s * (1.0 - s);
}
#elif defined(ACTIVATION_quick_gelu)
float activation(float x) { return x * sigmoid(1.702 * x); }
float activation_slope(float x) {
    const float s = sigmoid(1.702 * x);
    return s * (1.0 + 1.702 * x * (1.0 - s));
}
#elif defined(ACTIVATION_relu2)
float activation(float x) { return x < 0.0 ? 0.0 : x * x; }
float activation_slope(float x) { return x < 0.0 ? 0.0 : 2.0 * x; }
#endif
