#include "app/fetch/download.h"

#include <curl/curl.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "app/fetch/texts.h"
#include "core/base/error.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr long most_redirects = 5, seconds_to_connect = 20, seconds_of_silence = 60, slowest = 1000;  // bytes a second
constexpr std::size_t most_headers = 200, longest_header = 8192;

struct Reader {
    const Request* request = nullptr;
    CURL* curl = nullptr;
    Answer answer;
    std::exception_ptr thrown = {};  // within a callback: it may not pass through libcurl
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

/// What `take` returns; 0, which ends the transfer, where it throws.
template <class Take>
std::size_t without_throwing(Reader& reader, Take&& take) noexcept {
    try {
        return take();
    } catch (...) {
        reader.thrown = std::current_exception();
        return 0;
    }
}

std::size_t keep_header(char* bytes, std::size_t size, std::size_t count, Answer& answer) {
    const std::string_view line(bytes, size * count);
    if (line.starts_with("HTTP/")) {  // of the next answer: after a redirect only its headers count
        answer.headers.clear();
    } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos &&
                                                         line.size() < longest_header &&
                                                         answer.headers.size() < most_headers) {
        answer.headers[lower_case(trimmed(line.substr(0, colon)))] = trimmed(line.substr(colon + 1));
    }
    return size * count;
}

std::size_t pass_on(char* bytes, std::size_t size, std::size_t count, Reader& reader) {
    long status = 0;
    curl_easy_getinfo(reader.curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 206) return size * count;  // a page that explains the error
    reader.answer.status = status;
    if (reader.request->take && !reader.request->take(reader.answer, {bytes, size * count})) {
        reader.answer.refused = true;
        return 0;
    }
    return size * count;
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* into) {
    auto& reader = *static_cast<Reader*>(into);
    return without_throwing(reader, [&] { return keep_header(bytes, size, count, reader.answer); });
}

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* into) {
    auto& reader = *static_cast<Reader*>(into);
    return without_throwing(reader, [&] { return pass_on(bytes, size, count, reader); });
}

}  // namespace

struct Downloader::Handle {
    CURL* curl = nullptr;
};

Downloader::Downloader(std::string token) : handle_(std::make_unique<Handle>()), token_(std::move(token)) {
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    handle_->curl = ready == CURLE_OK ? curl_easy_init() : nullptr;
    if (handle_->curl == nullptr) throw Error(texts::fetch::no_curl);
}

Downloader::~Downloader() { curl_easy_cleanup(handle_->curl); }

Answer Downloader::send(const Request& request) {
    CURL* const curl = handle_->curl;
    curl_easy_reset(curl);
    Reader reader{.request = &request, .curl = curl, .answer = {}};
    const bool secure = request.url.starts_with("https://");
    curl_slist* headers = nullptr;
    if (request.with_token && !token_.empty() && sends_token_to(request.url))
        headers = curl_slist_append(headers, ("Authorization: Bearer " + token_).c_str());
    if (headers != nullptr && !secure) curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");  // it would be read on the way
    const std::unique_ptr<curl_slist, void (*)(curl_slist*)> kept(headers, curl_slist_free_all);
    curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "glassformer");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);  // libcurl does not pass it on to another host
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, seconds_to_connect);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, slowest);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, request.seconds);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, seconds_of_silence);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, request.follow ? 1L : 0L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, most_redirects);
    curl_easy_setopt(curl, CURLOPT_NOBODY, request.head ? 1L : 0L);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &reader);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reader);
    std::string range;
    if (request.from > 0) {
        range = std::to_string(request.from) + "-";
        curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());
    }
    const CURLcode ended = curl_easy_perform(curl);
    if (reader.thrown) std::rethrow_exception(reader.thrown);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reader.answer.status);
    reader.answer.slow = ended == CURLE_OPERATION_TIMEDOUT;
    if (ended != CURLE_OK && !reader.answer.refused)
        reader.answer.problem = reader.answer.slow ? texts::fetch::too_slow : curl_easy_strerror(ended);
    return std::move(reader.answer);
}

bool sends_token_to(std::string_view url) {
    if (url.starts_with("https://")) return true;
    for (const std::string_view here : {"http://127.0.0.1", "http://localhost"}) {
        if (!url.starts_with(here)) continue;
        std::string_view rest = url.substr(here.size());
        if (rest.starts_with(':')) rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
        if (rest.empty() || rest.front() == '/') return true;  // not localhost.example.org or localhost:1@example.org
    }
    return false;
}

std::string in_url(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF", plain = "-._~";
    std::string url;
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        const bool is_plain = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                              (code >= 'a' && code <= 'z') || plain.find(letter) != std::string_view::npos;
        if (is_plain) {
            url += letter;
        } else {
            url += '%';
            url += digits[code >> 4U];
            url += digits[code & 15U];
        }
    }
    return url;
}

std::string http_library() { return std::string("libcurl ") + curl_version_info(CURLVERSION_NOW)->version; }

}  // namespace glassformer
