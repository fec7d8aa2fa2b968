// What one head adds to the output of its attention: its own output times its rows of W_O. The output is the sum of
// these parts over all heads, and the bias where the model has one (Elhage et al. 2021: heads are independent and add).
#pragma once

#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// The right factor of that product: rows first … first + count − 1 of an operand of the output.
struct HeadRows {
    int weight = -1;  // record of W_O; −1: the output is no product with a matrix that all heads share
    int first = 0, count = 0;
};

/// `heads`: record of the heads' outputs [head, pos, d_head]; `out`: of the attention's output [pos, d_model]; `head`
/// counted from 0.
HeadRows rows_of_head(const Trace& trace, int heads, int out, int head);
/// [pos, d_model] in rows, in the units of the residual stream; empty where rows_of_head() finds no W_O.
std::vector<float> head_output(const Trace& trace, int heads, int out, int head);

}  // namespace glassformer
