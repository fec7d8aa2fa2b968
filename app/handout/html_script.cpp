#include "app/handout/html_script.h"

#include <fmt/core.h>

#include "app/handout/html_text.h"

namespace glassformer {

namespace {

/// A hash in base 64, as a page's policy names the one script that may run.
std::string base64_of_hex(std::string_view hex) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bits, text;
    for (const char c : hex) {
        const unsigned value = static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
        for (const unsigned bit : {8U, 4U, 2U, 1U}) bits += (value & bit) != 0 ? '1' : '0';
    }
    while (bits.size() % 6 != 0) bits += '0';
    for (std::size_t at = 0; at < bits.size(); at += 6)
        text += digits[static_cast<std::size_t>(std::stoi(bits.substr(at, 6), nullptr, 2))];
    while (text.size() % 4 != 0) text += '=';
    return text;
}

}  // namespace

std::string html_head(std::string_view title, std::string_view script_sha256) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
        "'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n",
        base64_of_hex(script_sha256), html_text(title));
}

std::string script_data(const Json& data) {
    std::string text;
    for (const char c : data.dump()) {
        if (c == '<' || c == '>' || c == '&')
            text += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
        else
            text += c;
    }
    return text;
}

}  // namespace glassformer
