// Requests to a hub of models over HTTP, by libcurl.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace glassformer {

/// What a server answered, without the body.
struct Answer {
    long status = 0;                             // of HTTP; 0: there was no answer
    std::map<std::string, std::string> headers;  // of the last answer, by their names in small letters
    std::string problem;                         // why the connection ended before the body did; "": it did not
    bool slow = false;                           // it ended because too few bytes came, or none
    bool refused = false;                        // the one who takes the body wanted no more of it
};

struct Request {
    std::string url;
    bool head = false;        // only the headers
    bool follow = true;       // redirects, at most five, never from https to http
    std::uint64_t from = 0;   // first byte that is asked for
    bool with_token = false;  // sends the token of access, to the first host only
    long seconds = 0;         // after which all of it must be there; 0: as long as a kilobyte a second comes
    /// Takes the next bytes of a body with status 200 or 206, and what its head says; false: no more of it.
    std::function<bool(const Answer&, std::string_view)> take = {};
};

/// One connection, kept between requests. The token is sent over https or to this machine only, and is in no message.
class Downloader {
public:
    explicit Downloader(std::string token);
    ~Downloader();
    Downloader(const Downloader&) = delete;
    Downloader& operator=(const Downloader&) = delete;

    Answer send(const Request& request);

private:
    struct Handle;
    std::unique_ptr<Handle> handle_;
    std::string token_;
};

/// "libcurl 7.88.1"
std::string http_library();

/// https, or this machine.
bool sends_token_to(std::string_view url);

/// The text as a part of a path in a URL: what is not a letter, a digit or one of -._~ as %XX.
std::string in_url(std::string_view text);

}  // namespace glassformer
