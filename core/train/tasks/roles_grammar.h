// Who gave what to whom: sentences with a giver, an object and a receiver.
#pragma once

#include <array>
#include <vector>

#include "core/train/task.h"
#include "core/train/tasks/lexicon.h"

namespace glassformer {

class RolesGrammar {
public:
    enum Role { giver, object, receiver };
    static constexpr int roles = 3;

    struct Sentence {
        std::vector<int> tokens;  // the first is <who>, where the answer is read
        std::array<int, roles> positions{};
    };

    /// The grammar, built once.
    static const RolesGrammar& instance();

    const std::vector<std::string>& vocabulary() const { return lexicon_.words(); }
    Sentence draw(Random& random, Split split) const;

    /// The token that says that this word of the sentence plays the role: "<from-mary>", "roses", "<to-mary>".
    int answer(const Sentence& sentence, Role role) const;
    /// All tokens that answer the question of a role.
    const std::vector<int>& answers(Role role) const { return answers_[role]; }

private:
    RolesGrammar();

    Lexicon lexicon_;
    std::array<std::vector<int>, roles> answers_;
    std::array<std::vector<int>, roles> answer_of_word_;  // [role][word]; -1 where the word cannot play it
};

}  // namespace glassformer
