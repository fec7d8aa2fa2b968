// A model of a hub, got into the cache in which Hugging Face's libraries keep theirs (core/io/hub_cache.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace glassformer {

struct FetchOptions {
    std::string name;               // "OWNER/NAME", or "NAME" for the few models that have no owner
    std::string revision = "main";  // a branch, a tag or a commit
    std::string endpoint;           // "https://…" without a slash at its end
    std::string token;              // of access; "": none
    std::filesystem::path cache;
    std::uint64_t most_bytes = 0;  // of all files together
};

struct FetchProgress {
    std::string file;                  // the one that is being got
    std::uint64_t done = 0, size = 0;  // bytes of that file
    bool was_there = false;            // nothing had to be got
};

/// Gets the files that a model is opened from: config, tokenizer and safetensors, whatever else the hub has under that
/// name. What a broken connection left is gone on with, also by the next call. Every file is compared with the checksum
/// that the server names; none takes its place before. Returns the snapshot: a model folder. Throws Error.
std::filesystem::path fetch_model(const FetchOptions& options, const std::function<void(const FetchProgress&)>& report);

/// What a command line asks for.
struct FetchRequest {
    std::string name, revision;
    std::uint64_t most_bytes = 0;
};
/// The same from the hub, with the token and into the cache that the environment names. Throws Error.
std::filesystem::path fetch_into_cache(const FetchRequest& request,
                                       const std::function<void(const FetchProgress&)>& report);
/// "libcurl 7.88.1": what it is done with.
std::vector<std::string> fetch_libraries();

/// Both, for who may have been built without.
struct Fetcher {
    decltype(&fetch_into_cache) fetch;
    decltype(&fetch_libraries) libraries;
};

/// $HF_ENDPOINT, else that of Hugging Face.
std::string hub_endpoint();

/// The token of access: $HF_TOKEN, else the file $HF_TOKEN_PATH, else `token` in hub_home(); "" where there is none.
/// Throws Error where it is no token.
std::string hub_token();

}  // namespace glassformer
