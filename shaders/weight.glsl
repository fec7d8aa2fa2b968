// Weights of a softmax before they are divided by their sum.
const float least = -87.0;  // below it an exponential is 0, as on the processor
float weight_of(float score, float peak) { return score - peak < least ? 0.0 : exp(max(score - peak, least)); }

// What a score counts as in the search for the largest: NaN as +inf, for either leaves the row without weights. By its
// bits, because isnan() may be optimised away, and max() may ignore it.
const float not_a_number = uintBitsToFloat(0x7fc00000u);
float peak_of(float score) {
    const uint size = floatBitsToUint(score) & 0x7fffffffu;
    return size > 0x7f800000u ? uintBitsToFloat(0x7f800000u) : score;
}
