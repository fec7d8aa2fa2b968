// Every sentence of the attention maps of a training. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* map_head = "{}, head {}";                       // "Block 1"
inline constexpr const char* map_self_head = "{}, self-attention, head {}";  // of an encoder–decoder: "Decoder block 1"
inline constexpr const char* map_cross_head = "{}, cross-attention, head {}";  // the decoder's attention to the encoder
inline constexpr const char* map_alignment = "Alignment of the decoder with the source";
inline constexpr const char* map_lookup = "Weights of the table's keys";
inline constexpr const char* map_brief = "{}.{}";  // over a small map: block, head
inline constexpr const char* map_brief_encoder = "Enc {}.{}";
inline constexpr const char* map_brief_decoder = "Dec {}.{}";
inline constexpr const char* map_brief_cross = "Cross {}.{}";
inline constexpr const char* map_brief_alignment = "Alignment";
inline constexpr const char* map_brief_lookup = "Keys";
inline constexpr const char* map_query = "Query";
inline constexpr const char* map_key = "Key";
inline constexpr const char* map_table_key = "Key of the table";
inline constexpr const char* map_weight_tip = "“{}” attends to “{}”: {}";
inline constexpr const char* map_lookup_tip = "“{}”, key {} of the table: {}";

}  // namespace glassformer::texts::train
