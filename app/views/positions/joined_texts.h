// Every sentence of the page of joined vectors, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::joined {

// Controls
inline constexpr const char* combine = "combine";
inline constexpr const char* way_add = "add: x + p";
inline constexpr const char* way_append = "append: [x ; p]";
inline constexpr const char* way_one_hot = "append one-hot: [x ; e]";
inline constexpr const char* vectors = "p";
inline constexpr const char* appended = "size of p";
inline constexpr const char* appended_hint = "Number of dimensions of the appended position vectors";
inline constexpr const char* open_model = "Open “{}”";
inline constexpr const char* open_model_hint = "A built-in model trained with positions joined this way";
inline constexpr const char* opened = "Opened “{}”";
inline constexpr const char* no_model = "No built-in model was trained with positions joined this way";
inline constexpr const char* already_open = "The loaded model already joins positions this way";
inline constexpr const char* three_ways = "The Joined tab has three ways instead of columns";

// The matrices: what each is, with its size below
inline constexpr const char* tokens = "X, tokens";
inline constexpr const char* positions = "P, positions";
inline constexpr const char* one_hot = "E, one-hot positions";
inline constexpr const char* sum = "X + P";
inline constexpr const char* both = "[X ; P]";
inline constexpr const char* both_one_hot = "[X ; E]";
inline constexpr const char* size = "{} × {}";
inline constexpr const char* cell = "{}, dimension {}: {}";
inline constexpr const char* cell_sum = "{}, dimension {}: {} + {} = {}";

// What the way does, with its sizes
inline constexpr const char* says_add =
    "Added, token and position share the same {} dimensions. Each number of the result is a sum of the two.";
inline constexpr const char* says_append =
    "Appended, token and position keep dimensions of their own: {} + {} = {}. Each number of the result is one of the "
    "two.";
inline constexpr const char* says_one_hot =
    "Each position has one dimension of its own, with a 1 there and 0 elsewhere: {} + {} = {} dimensions.";

// Which of the two is the longer, by the mean norms of the rows that are shown
inline constexpr const char* norms_positions =
    "The position vectors are {} times as long as the token vectors (mean norms {} and {}){}";
inline constexpr const char* norms_tokens =
    "The token vectors are {} times as long as the position vectors (mean norms {} and {}){}";
inline constexpr const char* norms_alike =
    "Position vectors and token vectors are about equally long (mean norms {} and {}).";
inline constexpr const char* norms_no_positions = "The position vectors are all 0.";
inline constexpr const char* norms_no_tokens = "The token vectors are all 0.";
inline constexpr const char* positions_dominate = ", so positions dominate the sum.";
inline constexpr const char* tokens_dominate = ", so tokens dominate the sum.";
inline constexpr const char* parts_likewise = ", and so are the two parts of the joined vector.";

// Whose numbers these are
inline constexpr const char* own = "These are the loaded model’s own numbers.";
inline constexpr const char* other_formula =
    "The token vectors are the loaded model’s, the position vectors are not: they are computed from the formula.";
inline constexpr const char* other_random =
    "The token vectors are the loaded model’s, the position vectors are not: they are random, seed {}.";
inline constexpr const char* formula =
    "Not from a model: the token vectors are random, seed {}, and the position vectors are computed from the formula.";
inline constexpr const char* random = "Not from a model: random vectors, seed {}.";

// The products
inline constexpr const char* products = "The dot product of the query’s and the key’s joined vectors, in its products";
inline constexpr const char* products_brief = "Dot product of query and key, in its products";
inline constexpr const char* way = "joined";
inline constexpr const char* way_add_brief = "added";
inline constexpr const char* way_append_brief = "appended";
inline constexpr const char* way_one_hot_brief = "one-hot";
inline constexpr const char* dimensions = "dimensions";
inline constexpr const char* kept = "{}";
inline constexpr const char* extended = "{} + {} = {}";
inline constexpr const char* cross =
    "i is the query’s position, j the key’s. Appended vectors have no dimension in common with the token, so their "
    "products with it are 0. A matrix that reads the joined vectors, as those of queries and keys do, can combine the "
    "two "
    "again.";
inline constexpr const char* only_own = "Only the row “{}” has the loaded model’s own position vectors.";

}  // namespace glassformer::texts::joined
