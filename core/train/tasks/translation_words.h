// The words of the translation tasks, French beside English, with what agreement and elision have to know of them.
// Which words a sentence takes, and in which order, is translation_clause.h's.
#pragma once

#include <array>
#include <string_view>

namespace glassformer::translation {

/// What a noun is; verbs, adjectives and prepositions say which kinds go with them. A sum of these.
enum Kind : unsigned { person = 1, animal = 2, food = 4, thing = 8, readable = 16, place = 32, any_kind = 63 };

struct Noun {
    std::string_view french, english;
    bool feminine = false;
    bool elides = false;  // begins with a vowel or a mute h
    unsigned kind = 0;
};
inline constexpr auto nouns = std::to_array<Noun>({
    {"homme", "man", false, true, person},           {"femme", "woman", true, false, person},
    {"fille", "girl", true, false, person},          {"garçon", "boy", false, false, person},
    {"professeur", "teacher", false, false, person}, {"amie", "friend", true, true, person},
    {"enfant", "child", false, true, person},        {"chat", "cat", false, false, animal},
    {"chien", "dog", false, false, animal},          {"oiseau", "bird", false, true, animal},
    {"souris", "mouse", true, false, animal},        {"pomme", "apple", true, false, food},
    {"gâteau", "cake", false, false, food},          {"orange", "orange", true, true, food},
    {"fleur", "flower", true, false, thing},         {"livre", "book", false, false, readable},
    {"lettre", "letter", true, false, readable},     {"maison", "house", true, false, place},
    {"jardin", "garden", false, false, place},       {"église", "church", true, true, place},
    {"rue", "street", true, false, place},
});

struct Adjective {
    std::string_view masculine, feminine, before_vowel, english;  // before_vowel: masculine, before such a noun
    unsigned kinds = 0;
};
inline constexpr auto adjectives_before = std::to_array<Adjective>({
    {"petit", "petite", "petit", "small", any_kind},
    {"grand", "grande", "grand", "big", any_kind},
    {"vieux", "vieille", "vieil", "old", person | animal | readable | thing | place},
    {"jeune", "jeune", "jeune", "young", person | animal},
    {"beau", "belle", "bel", "beautiful", any_kind},
});
inline constexpr auto adjectives_after = std::to_array<Adjective>({
    {"noir", "noire", "noir", "black", animal | food | thing | readable | place},
    {"blanc", "blanche", "blanc", "white", animal | food | thing | readable | place},
    {"rouge", "rouge", "rouge", "red", animal | food | thing | readable | place},
    {"vert", "verte", "vert", "green", animal | food | thing | readable | place},
    {"intelligent", "intelligente", "intelligent", "clever", person | animal},
    {"heureux", "heureuse", "heureux", "happy", person | animal},
    {"fatigué", "fatiguée", "fatigué", "tired", person | animal},
    {"fort", "forte", "fort", "strong", person | animal},
});

/// Third person of the present, participle of the passé composé (always with avoir).
struct Verb {
    std::string_view present, participle, base, third, past;
    std::string_view particle{};      // behind the English verb: "looks for"
    std::string_view after_object{};  // behind the object: "hit me with a pie"
    unsigned objects = 0;             // kinds; 0: takes none
};
inline constexpr auto transitive_verbs = std::to_array<Verb>({
    {"voit", "vu", "see", "sees", "saw", "", "", person | animal | food | thing | readable | place},
    {"mange", "mangé", "eat", "eats", "ate", "", "", food},
    {"cherche", "cherché", "look", "looks", "looked", "for", "", person | animal | food | thing | readable},
    {"regarde", "regardé", "watch", "watches", "watched", "", "", person | animal | food | thing | place},
    {"aime", "aimé", "love", "loves", "loved", "", "", person | animal | food | readable | place},
    {"attend", "attendu", "wait", "waits", "waited", "for", "", person | animal},
    {"écoute", "écouté", "listen", "listens", "listened", "to", "", person | animal},
    {"lit", "lu", "read", "reads", "read", "", "", readable},
    {"achète", "acheté", "buy", "buys", "bought", "", "", animal | food | thing | readable | place},
    {"trouve", "trouvé", "find", "finds", "found", "", "", person | animal | food | thing | readable},
    {"frappe", "frappé", "hit", "hits", "hit", "", "", person | animal},
    {"entarte", "entarté", "hit", "hits", "hit", "", "with a pie", person},
});
inline constexpr auto intransitive_verbs = std::to_array<Verb>({
    {"dort", "dormi", "sleep", "sleeps", "slept"},
    {"chante", "chanté", "sing", "sings", "sang"},
    {"rit", "ri", "laugh", "laughs", "laughed"},
    {"court", "couru", "run", "runs", "ran"},
});

/// An object pronoun before the verb.
struct Clitic {
    std::string_view full, elided, english;
    bool past = false;  // the others would need a participle that agrees: "les a frappés"
};
inline constexpr auto clitics = std::to_array<Clitic>({
    {"me", "m'", "me", true},
    {"te", "t'", "you", true},
    {"le", "l'", "him", true},
    {"nous", "nous", "us"},
    {"les", "les", "them"},
    {"la", "l'", "her"},
});
inline constexpr const Clitic& him = clitics[2];
inline constexpr const Clitic& her = clitics[5];

/// A subject pronoun.
struct Pronoun {
    std::string_view french, elided, auxiliary, english;
    bool feminine = false;
    bool present = false;       // the others would need another form of the verb
    std::string_view itself{};  // the clitic that would repeat it
};
inline constexpr auto pronouns = std::to_array<Pronoun>({
    {"je", "j'", "ai", "i", false, false, "me"},
    {"tu", "tu", "as", "you", false, false, "te"},
    {"il", "il", "a", "he", false, true},
    {"elle", "elle", "a", "she", true, true},
    {"nous", "nous", "avons", "we", false, false, "nous"},
    {"ils", "ils", "ont", "they"},
});

struct Preposition {
    std::string_view french, english;
    unsigned kinds = 0;
};
inline constexpr auto prepositions = std::to_array<Preposition>({
    {"dans", "in", place},
    {"devant", "in front of", place},
    {"derrière", "behind", place},
    {"avec", "with", person},
});

/// Words with one form.
struct Pair {
    std::string_view french, english;
};
inline constexpr auto adverbs = std::to_array<Pair>({{"souvent", "often"}, {"toujours", "always"}});
inline constexpr Pair yesterday{"hier", "yesterday"}, today{"aujourd'hui", "today"}, very{"très", "very"};
inline constexpr auto conjunctions = std::to_array<Pair>({{"et", "and"}, {"mais", "but"}});

/// All that no table above holds: forms of determiners, auxiliaries, negation.
inline constexpr std::string_view other_french =
    "le la l' un une mon ma ce cette cet est ne n' pas jamais hier aujourd'hui très";
inline constexpr std::string_view other_english = "the a an my this is does did not never yesterday today very";

}  // namespace glassformer::translation
