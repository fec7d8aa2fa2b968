// Kinds of pictures; list.cpp maps operations to them.
#pragma once

#include "app/pictures/board/page.h"

namespace glassformer::picture {

// product.cpp: A at the left, B above, the result where row meets column
void linear(Page& page);
void linear_transposed(Page& page);
void project_heads(Page& page);
void attention_scores(Page& page);
void shaw_scores(Page& page);
void attention_values(Page& page);
void relative_scores(Page& page);

// sum.cpp: tensors side by side with their signs
void add(Page& page);
void copy(Page& page);
void head_bias(Page& page);
void scale(Page& page);
void mask(Page& page);

void softmax(Page& page);  // softmax.cpp: scores, exponentials, sum, weights; for a vocabulary the largest entries
void norm(Page& page);     // norm.cpp: input, what the row is shifted and divided by, γ and β, result

// embedding.cpp: rows of a table
void embed(Page& page);
void learned_positions(Page& page);

// position.cpp: rotations and biases by position
void plain(Page& page);  // the result alone; what a stage without a picture of its own gets
void rope(Page& page);
void table_bias(Page& page);

void gradient(Page& page);  // gradient.cpp: values, and beside them the gradients

void merge_heads(Page& page);  // heads.cpp: one below the other, then side by side

// activation.cpp: in, the curve, out
void activate(Page& page);
void gated(Page& page);

// recurrent.cpp: rows weighted and added below one another; a convolution's kernel
void recurrent_gate(Page& page);
void gated_sum(Page& page);
void blend(Page& page);
void concat(Page& page);
void split_heads(Page& page);
void conv1d(Page& page);

// pool.cpp: many rows become one, many positions one number
void pool(Page& page);
void query_scores(Page& page);
void place_scores(Page& page);
void weighted_rows(Page& page);
void cross_entropy(Page& page);

}  // namespace glassformer::picture
