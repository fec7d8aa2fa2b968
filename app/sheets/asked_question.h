// What a query asks, where it is a question in a student's words: "what is a head", "why", "how does softmax work?".
#pragma once

#include <string>

namespace glassformer {

struct AskedQuestion {
    bool asks = false;        // it begins with a word that asks, or ends with a question mark
    bool of_meaning = false;  // "what is …": what a word means; else why or how something is so
    std::string about;        // its words without those that ask: "head"; the query itself where it asks nothing
};

AskedQuestion question_in(const std::string& query);

}  // namespace glassformer
