#include "app/fetch/checksum.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <vector>

#include "app/fetch/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

constexpr std::size_t of_git = 40, of_sha256 = 64, at_once = std::size_t{1} << 20U;

}  // namespace

bool is_checksum(std::string_view text) {
    return (text.size() == of_git || text.size() == of_sha256) &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string checksum_of(const std::filesystem::path& file, std::size_t digits) {
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> sum(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!sum || EVP_DigestInit_ex(sum.get(), digits == of_git ? EVP_sha1() : EVP_sha256(), nullptr) != 1)
        throw Error(texts::fetch::no_digest);
    std::error_code unread;
    if (digits == of_git) {
        const std::string head = "blob " + std::to_string(std::filesystem::file_size(file, unread));
        EVP_DigestUpdate(sum.get(), head.c_str(), head.size() + 1);
    }
    std::ifstream bytes(file, std::ios::binary);
    std::vector<char> buffer(at_once);
    while (bytes) {
        bytes.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        EVP_DigestUpdate(sum.get(), buffer.data(), static_cast<std::size_t>(bytes.gcount()));
    }
    if (unread || bytes.bad() || !bytes.eof()) throw Error("cannot read " + path_text(file));
    std::array<unsigned char, EVP_MAX_MD_SIZE> result{};
    unsigned length = 0;
    EVP_DigestFinal_ex(sum.get(), result.data(), &length);
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
        text += "0123456789abcdef"[result[i] >> 4U];
        text += "0123456789abcdef"[result[i] & 15U];
    }
    return text;
}

std::string checksum_library() { return std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING); }

}  // namespace glassformer
