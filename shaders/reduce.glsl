// Sums and maxima over the LOCAL threads of a group; every thread gets the result.
shared float reduced[LOCAL];

float sum_of_group(float x) {
    const int me = int(gl_LocalInvocationIndex);
    barrier();
    reduced[me] = x;
    barrier();
    for (int half_ = LOCAL / 2; half_ > 0; half_ /= 2) {
        if (me < half_) reduced[me] += reduced[me + half_];
        barrier();
    }
    return reduced[0];
}

float maximum_of_group(float x) {
    const int me = int(gl_LocalInvocationIndex);
    barrier();
    reduced[me] = x;
    barrier();
    for (int half_ = LOCAL / 2; half_ > 0; half_ /= 2) {
        if (me < half_) reduced[me] = max(reduced[me], reduced[me + half_]);
        barrier();
    }
    return reduced[0];
}
