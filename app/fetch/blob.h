// One file of a hub as a blob of the cache: its bytes under their checksum, and the link that names them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace glassformer {

class Downloader;
struct FetchProgress;

struct RemoteFile {
    std::string url, name;
    std::string checksum;    // app/fetch/checksum.h; the blob's name
    std::uint64_t size = 0;  // bytes, as the server says
};

/// Bytes that are still to be got of a file whose model's folder in the cache is `folder`.
std::uint64_t missing_bytes(const RemoteFile& file, const std::filesystem::path& folder);

/// Gets the bytes into blobs/CHECKSUM.incomplete, goes on where a connection broke, and gives them their place when
/// they are as many as the server said and have its checksum. Does nothing where the blob is there. Throws Error.
void get_blob(const RemoteFile& file, const std::filesystem::path& folder, Downloader& hub,
              const std::function<void(const FetchProgress&)>& report);

/// snapshot/NAME as a link to the blob; a copy where the file system has no links.
void link_blob(const RemoteFile& file, const std::filesystem::path& folder, const std::filesystem::path& snapshot);

}  // namespace glassformer
