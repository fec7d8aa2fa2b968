#include "app/fetch/fetch_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "app/fetch/blob.h"
#include "app/fetch/checksum.h"
#include "app/fetch/download.h"
#include "app/fetch/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/system_memory.h"
#include "core/io/hub_cache.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_list = std::size_t{16} << 20U, longest_token = 4096, longest_name = 96;
constexpr long most_seconds = 120;  // until a list or the headers of a file are there
// What a model is opened from, but for shards; config.json comes last: with it the folder is a model.
constexpr std::array<std::string_view, 14> known_files{"generation_config.json",
                                                       "special_tokens_map.json",
                                                       "tokenizer_config.json",
                                                       "added_tokens.json",
                                                       "tokenizer.json",
                                                       "vocab.json",
                                                       "merges.txt",
                                                       "vocab.txt",
                                                       "source.spm",
                                                       "target.spm",
                                                       "tokenizer.model",
                                                       "spiece.model",
                                                       "sentencepiece.bpe.model",
                                                       "config.json"};
constexpr std::string_view whole_weights = "model.safetensors", index_of_shards = "model.safetensors.index.json";

/// model-00001-of-00002.safetensors
bool is_shard(std::string_view name) {
    constexpr std::string_view pattern = "model-00000-of-00000.safetensors";
    return name.size() == pattern.size() && std::ranges::equal(name, pattern, [](char letter, char wanted) {
               return wanted == '0' ? letter >= '0' && letter <= '9' : letter == wanted;
           });
}

bool is_name_part(std::string_view part) {
    return !part.empty() && part.size() <= longest_name && part.front() != '.' && part.front() != '-' &&
           part.find("--") == std::string_view::npos && std::ranges::all_of(part, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                      c == '_' || c == '.';
           });
}

void check_names(const FetchOptions& options) {
    const std::size_t slash = options.name.find('/');
    const std::string_view name = options.name;
    if (!is_name_part(name.substr(0, slash)) || (slash != std::string::npos && !is_name_part(name.substr(slash + 1))))
        throw Error(fmt::format(texts::fetch::no_name, in_quotes(options.name)));
    // A part of a path in the cache too, refs/REVISION.
    const std::string& revision = options.revision;
    std::string_view rest = revision;
    for (bool more = true; more;) {
        const std::size_t end = rest.find('/');
        if (!is_name_part(rest.substr(0, end)))
            throw Error(fmt::format(texts::fetch::no_revision, in_quotes(revision)));
        more = end != std::string_view::npos;
        if (more) rest.remove_prefix(end + 1);
    }
    if (!options.endpoint.starts_with("https://") && !options.endpoint.starts_with("http://"))
        throw Error(fmt::format(texts::fetch::no_endpoint, in_quotes(options.endpoint)));
    if (options.cache.empty()) throw Error(texts::fetch::no_cache);
}

/// Says what an answer without the wanted bytes means.
[[noreturn]] void refuse(const FetchOptions& options, const Answer& answer, const std::string& what) {
    if (!answer.problem.empty()) throw Error(fmt::format(texts::fetch::no_answer, options.endpoint, answer.problem));
    if (answer.status == 401 || answer.status == 403)
        throw Error(fmt::format(fmt::runtime(options.token.empty()                    ? texts::fetch::needs_token
                                             : sends_token_to(options.endpoint + "/") ? texts::fetch::refused_token
                                                                                      : texts::fetch::token_not_sent),
                                options.name, options.endpoint));
    if (answer.status == 404)
        throw Error(fmt::format(texts::fetch::not_there, what, options.name, options.revision, options.endpoint));
    throw Error(fmt::format(texts::fetch::status, options.endpoint, answer.status, what));
}

struct Listed {
    std::string commit;
    std::vector<std::string> files;  // those that are wanted, config.json last
};

Listed wanted_files(const FetchOptions& options, Downloader& hub) {
    std::string body;
    const std::string url =
        fmt::format("{}/api/models/{}/revision/{}", options.endpoint, options.name, in_url(options.revision));
    const auto take = [&](const Answer&, std::string_view bytes) {
        body += bytes;
        return body.size() <= longest_list;
    };
    const Answer answer = hub.send({.url = url, .with_token = true, .seconds = most_seconds, .take = take});
    if (answer.refused) throw Error(fmt::format(texts::fetch::list_too_long, options.endpoint));
    if (answer.status != 200 || !answer.problem.empty()) refuse(options, answer, texts::fetch::the_list);
    const auto list = json_in(body);
    const auto text = [](const Json& object, const char* key) {
        const Json* const value = object.find(key);
        return value != nullptr && value->is_string() ? value->text() : std::string();
    };
    Listed listed;
    if (list) listed.commit = text(*list, "sha");
    const Json* const siblings = list ? list->find("siblings") : nullptr;
    if (!is_checksum(listed.commit) || siblings == nullptr || !siblings->is_array())
        throw Error(fmt::format(texts::fetch::no_list, options.endpoint, options.name));
    std::vector<std::string> there;
    for (const Json& entry : *siblings) there.push_back(text(entry, "rfilename"));
    const auto has = [&](std::string_view name) { return std::ranges::find(there, name) != there.end(); };
    if (!has("config.json")) throw Error(fmt::format(texts::fetch::no_config, options.name));
    if (has(whole_weights)) {
        listed.files.emplace_back(whole_weights);
    } else if (has(index_of_shards)) {
        std::ranges::copy_if(there, std::back_inserter(listed.files), is_shard);
        std::ranges::sort(listed.files);
        listed.files.erase(std::unique(listed.files.begin(), listed.files.end()), listed.files.end());
        listed.files.emplace_back(index_of_shards);
    } else {
        throw Error(
            fmt::format(fmt::runtime(has("pytorch_model.bin") ? texts::fetch::only_pickle : texts::fetch::no_weights),
                        options.name));
    }
    for (const std::string_view name : known_files)
        if (has(name)) listed.files.emplace_back(name);
    return listed;
}

/// Size and checksum of a file, as the headers of its address say them.
RemoteFile remote_file(const FetchOptions& options, Downloader& hub, const std::string& commit,
                       const std::string& name) {
    RemoteFile file{.url = fmt::format("{}/{}/resolve/{}/{}", options.endpoint, options.name, commit, in_url(name)),
                    .name = name,
                    .checksum = {},
                    .size = {}};
    Request request{.url = file.url, .head = true, .follow = false, .with_token = true, .seconds = most_seconds};
    Answer answer = hub.send(request);
    // A redirect within the hub, as of a model that was renamed; one to where the bytes lie names them already.
    for (int i = 0; i < 5 && answer.status / 100 == 3 && !answer.headers.contains("x-linked-etag"); ++i) {
        const std::string& to = answer.headers["location"];
        if (!to.starts_with('/') || to.starts_with("//")) break;
        const std::size_t path = options.endpoint.find('/', options.endpoint.find("://") + 3);
        request.url = file.url = options.endpoint.substr(0, path) + to;
        answer = hub.send(request);
    }
    if (!answer.problem.empty() || (answer.status != 200 && answer.status / 100 != 3)) refuse(options, answer, name);
    const auto header = [&](const char* linked, const char* plain) -> std::string_view {
        for (const char* key : {linked, plain})
            if (const auto found = answer.headers.find(key); found != answer.headers.end()) return found->second;
        return {};
    };
    std::string_view tag = header("x-linked-etag", "etag");
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag.size() >= 2 && tag.front() == '"' && tag.back() == '"') tag = tag.substr(1, tag.size() - 2);
    const std::string_view size = header("x-linked-size", "content-length");
    const auto read = std::from_chars(size.data(), size.data() + size.size(), file.size);
    if (!is_checksum(tag) || size.empty() || read.ec != std::errc() || read.ptr != size.data() + size.size())
        throw Error(fmt::format(texts::fetch::no_checksum, options.endpoint, name));
    file.checksum = tag;
    return file;
}

void check_room(const FetchOptions& options, const std::vector<RemoteFile>& files) {
    std::uint64_t all = 0, missing = 0;
    for (const RemoteFile& file : files) {
        if (file.size > options.most_bytes || all > options.most_bytes - file.size)
            throw Error(fmt::format(texts::fetch::too_large, options.name, bytes_text(options.most_bytes)));
        all += file.size;
        missing += missing_bytes(file, options.cache / cache_folder(options.name));
    }
    std::error_code unknown;
    const fs::space_info room = fs::space(options.cache, unknown);
    if (!unknown && room.available < missing)
        throw Error(fmt::format(texts::fetch::no_room, path_text(options.cache), bytes_text(missing),
                                bytes_text(room.available)));
}

const char* given(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

}  // namespace

fs::path fetch_model(const FetchOptions& options, const std::function<void(const FetchProgress&)>& report) {
    check_names(options);
    std::error_code failed;
    fs::create_directories(options.cache, failed);
    if (failed) throw Error(fmt::format(texts::fetch::no_folder, path_text(options.cache), failed.message()));
    Downloader hub(options.token);
    const Listed listed = wanted_files(options, hub);
    std::vector<RemoteFile> files;
    files.reserve(listed.files.size());
    for (const std::string& name : listed.files) files.push_back(remote_file(options, hub, listed.commit, name));
    check_room(options, files);
    const fs::path folder = options.cache / cache_folder(options.name);
    fs::path snapshot = folder / "snapshots" / listed.commit;
    for (const RemoteFile& file : files) {
        get_blob(file, folder, hub, report);
        link_blob(file, folder, snapshot);
    }
    if (options.revision != listed.commit) write_file(folder / "refs" / options.revision, listed.commit);
    return snapshot;
}

std::string hub_endpoint() {
    std::string endpoint = given("HF_ENDPOINT") ? given("HF_ENDPOINT") : "https://huggingface.co";
    while (endpoint.ends_with('/')) endpoint.pop_back();
    return endpoint;
}

std::string hub_token() {
    std::string token;
    if (const char* value = given("HF_TOKEN")) {
        token = value;
    } else {
        const fs::path home = hub_home();
        const fs::path file = given("HF_TOKEN_PATH") ? fs::path(given("HF_TOKEN_PATH"))
                              : home.empty()         ? home
                                                     : home / "token";
        std::error_code unread;
        if (file.empty() || !fs::is_regular_file(file, unread)) return {};
        token = read_file(file, longest_token);
    }
    while (!token.empty() && (token.back() == '\n' || token.back() == '\r' || token.back() == ' ')) token.pop_back();
    if (std::ranges::any_of(token, [](char c) { return c <= ' ' || c > '~'; })) throw Error(texts::fetch::no_token);
    return token;
}

std::filesystem::path fetch_into_cache(const FetchRequest& request,
                                       const std::function<void(const FetchProgress&)>& report) {
    return fetch_model({.name = request.name,
                        .revision = request.revision,
                        .endpoint = hub_endpoint(),
                        .token = hub_token(),
                        .cache = hub_cache(),
                        .most_bytes = request.most_bytes},
                       report);
}

std::vector<std::string> fetch_libraries() { return {http_library(), checksum_library()}; }

}  // namespace glassformer
