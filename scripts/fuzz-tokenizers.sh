#!/usr/bin/env bash
# Feeds the reader of tokenizer.json, and the tokenizers that it makes, with what libFuzzer makes of small ones (needs clang).
#   scripts/fuzz-tokenizers.sh [SECONDS] [FOLDER of more tokenizer.json files]
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang++ >/dev/null || { echo "fuzz-tokenizers needs clang++" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
printf '#include "%s"\n' core/text/*.cpp core/text/pretrained/*.cpp \
  core/base/{error,file,folder,json,json_object,json_text,json_write,mapped_file,nearest_name,number_text,utf8}.cpp \
  tests/fuzz/tokenizer.cpp > "$out/fuzz.cpp"
clang++ -std=c++20 -O1 -g -w -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. "$out/fuzz.cpp" \
  $(pkg-config --cflags --libs libutf8proc libpcre2-8) -o "$out/fuzz"
mkdir "$out/corpus"
seed() { printf '%s' "$2" > "$out/corpus/$1"; }
word='"model":{"type":"WordLevel","vocab":{"a":0,"<unk>":1},"unk_token":"<unk>"}'
seed bpe '{"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2,"<unk>":3},"merges":["a b"],"unk_token":"<unk>","fuse_unk":true,"byte_fallback":true,"ignore_merges":true,"continuing_subword_prefix":"#","end_of_word_suffix":"w"}}'
seed unigram '{"model":{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["<unk>",0],["a",-1.5],["ab",-2]]}}'
seed wordpiece '{"model":{"type":"WordPiece","unk_token":"u","max_input_chars_per_word":9,"vocab":{"u":0,"a":1,"##b":2}}}'
for type in NFC NFD NFKC NFKD Lowercase StripAccents Nmt ByteLevel BertNormalizer; do
  seed "n$type" "{$word,\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"$type\"},{\"type\":\"Strip\",\"strip_left\":true,\"strip_right\":true}]}}"
done
seed nreplace "{$word,\"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"\\\\s+|(?i:x)\"},\"content\":\"_\"}}"
seed nprepend "{$word,\"normalizer\":{\"type\":\"Prepend\",\"prepend\":\"▁\"}}"
seed nprecompiled "{$word,\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"CAAAAAABAAABAAAAYQA=\"}}"
for type in ByteLevel BertPreTokenizer Whitespace WhitespaceSplit Punctuation Digits Metaspace UnicodeScripts; do
  seed "p$type" "{$word,\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"$type\",\"add_prefix_space\":true,\"behavior\":\"Isolated\"}]}}"
done
seed psplit "{$word,\"pre_tokenizer\":{\"type\":\"Split\",\"invert\":true,\"behavior\":\"MergedWithNext\",\"pattern\":{\"Regex\":\"[^\\\\W\\\\d_]+|\\\\p{N}{1,3}|[[:punct:]]\\\\b\"}}}"
seed added "{$word,\"added_tokens\":[{\"id\":2,\"content\":\"<s>\",\"special\":true,\"lstrip\":true,\"rstrip\":true,\"normalized\":true,\"single_word\":true}]}"
seed post "{$word,\"post_processor\":{\"type\":\"Sequence\",\"processors\":[{\"type\":\"BertProcessing\",\"cls\":[\"a\",0],\"sep\":[\"a\",0]},{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":\"x\",\"type_id\":1}},{\"Sequence\":{\"id\":\"A\",\"type_id\":0}}],\"special_tokens\":{\"x\":{\"ids\":[0]}}}]}}"
for type in ByteLevel Metaspace WordPiece BPEDecoder ByteFallback Fuse Strip CTC; do
  seed "d$type" "{$word,\"decoder\":{\"type\":\"Sequence\",\"decoders\":[{\"type\":\"$type\",\"content\":\"a\",\"start\":1,\"stop\":1}]}}"
done
[ -z "${2:-}" ] || [ ! -d "$2" ] || find "$2" -name '*.json' -size -20k -exec cp {} "$out/corpus" \;
grep -hoE '"[A-Za-z_]{3,}"' core/text/pretrained/*.cpp | sort -u > "$out/words"
"$out/fuzz" -max_total_time="${1:-300}" -max_len=6000 -timeout=20 -rss_limit_mb=4000 -dict="$out/words" \
  -artifact_prefix="$PWD/" "$out/corpus"
