// Reading what a view kept in a session file: each value where it is there and can be used, else what was there before.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

class ViewReader {
public:
    explicit ViewReader(const ViewValues& values) : values_(values) {}

    int whole(const std::string& name, int now, int low, int high) const;
    float number(const std::string& name, float now, float low, float high) const;
    bool yes(const std::string& name, bool now) const;
    std::string text(const std::string& name, const std::string& now) const;
    std::vector<int> wholes(const std::string& name, const std::vector<int>& now) const;

private:
    const ViewValues& values_;
};

/// Throws Error: the sentence, in which {} stands for the words, and which of the known ones may be meant.
[[noreturn]] void refuse_words(const char* sentence, const std::string& words, const std::vector<std::string>& known);

/// As values of a session file.
std::string value_text(int value);
std::string value_text(float value);
std::string value_text(bool value);
std::string value_text(const std::string& value);
std::string value_text(const std::vector<int>& values);

}  // namespace glassformer
