// What is said while a model is got from a hub. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::fetch {

inline constexpr const char* no_name = "a model of a hub is named OWNER/NAME, such as openai-community/gpt2; got {}";
inline constexpr const char* no_revision =
    "--revision takes a branch, a tag or a commit, of letters, digits and . _ - / without two hyphens together; got {}";
inline constexpr const char* no_endpoint = "HF_ENDPOINT must begin with https:// or http://, got {}";
inline constexpr const char* no_cache =
    "there is no folder for models: set HF_HUB_CACHE to one, since neither HF_HOME nor HOME is set";
inline constexpr const char* no_token =
    "the token in HF_TOKEN or in the token file contains characters that are not allowed in a token";
inline constexpr const char* no_limit = "--limit takes a number of gigabytes above 0, got {}";

inline constexpr const char* no_answer = "{} cannot be reached: {}";
inline constexpr const char* too_slow = "it does not answer, or answers too slowly";
inline constexpr const char* needs_token =
    "{0} does not exist at {1}, or needs a token: check its name, or accept its terms at {1} and set HF_TOKEN to your "
    "token";
inline constexpr const char* token_not_sent =
    "{} needs a token, and a token is sent over https only, which {} does not begin with";
inline constexpr const char* refused_token = "the token may not read {}: accept its terms at {}, or use another token";
inline constexpr const char* not_there = "{} was not found in {} (revision {}) at {}";
inline constexpr const char* status = "{} answered with status {} when it was asked for {}";
inline constexpr const char* the_list = "the list of files";
inline constexpr const char* list_too_long = "the list of files from {} is longer than 16 MiB";
inline constexpr const char* no_list = "{} did not answer with a list of the files of {}";
inline constexpr const char* no_config = "{} has no config.json, so it cannot be opened as a model";
inline constexpr const char* no_weights = "{} has no model.safetensors and no shards of it";
inline constexpr const char* only_pickle =
    "{} has its weights only as pytorch_model.bin, a format that can run programs: convert it to safetensors "
    "(transformers: model.save_pretrained(folder, safe_serialization=True)) and open that folder";
inline constexpr const char* no_checksum = "{} reports no size or checksum for {}, so the download cannot be verified";
inline constexpr const char* too_large = "{} is larger than {}; a larger --limit in GB allows more";
inline constexpr const char* no_room = "{} has too little free space: {} needed, {} free";
inline constexpr const char* no_folder = "the folder {} cannot be made: {}";

inline constexpr const char* not_written = "{} could not be written";
inline constexpr const char* not_as_said = "{} does not have the {} bytes that the server said";
inline constexpr const char* no_file = "the server answered with status {1} when it was asked for {0}";
inline constexpr const char* broken =
    "the connection kept breaking, last at byte {1} of {2} of {0}: {3}; the same command goes on from there";
inline constexpr const char* other_bytes = "the bytes of {} are not those of the checksum that the server names";

inline constexpr const char* no_curl = "libcurl cannot be used";
inline constexpr const char* no_digest = "libcrypto has no SHA-1 or no SHA-256, so no file could be checked";

// Lines of the command
inline constexpr const char* variables =
    "  HF_ENDPOINT: the server, in place of https://huggingface.co\n"
    "  HF_HUB_CACHE: the folder of the cache\n"
    "  HF_HOME: the folder above it, where HF_HUB_CACHE is not set\n"
    "  HF_TOKEN: a token, for models that need one\n"
    "  HTTPS_PROXY: the proxy that requests go through; it never gets the token\n";
inline constexpr const char* was_there = "{}: {}, already there\n";
inline constexpr const char* got = "{}: {}\n";
inline constexpr const char* getting = "\r{}: {} of {} ({}%) ";
inline constexpr const char* no_library =
    "this build of the program has no libcurl and libcrypto, which fetch needs; the package for Debian has";

}  // namespace glassformer::texts::fetch
