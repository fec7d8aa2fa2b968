#include "core/train/tasks/translation_clause.h"

#include "core/train/tasks/lexicon.h"

namespace glassformer::translation {

namespace {

template <class Row, std::size_t N>
const Row* draw_row(const std::array<Row, N>& rows, Random& random) {
    return &rows.at(static_cast<std::size_t>(random.below(static_cast<int>(N))));
}

/// One of the rows for which `fits` holds.
template <class Row, std::size_t N, class Fits>
const Row* draw_fitting(const std::array<Row, N>& rows, Random& random, Fits fits) {
    const Row* row = nullptr;
    do {
        row = draw_row(rows, random);
    } while (!fits(*row));
    return row;
}

constexpr double with_adjective = 0.5, with_adjective_behind_preposition = 0.3;

void draw_subject(Clause& clause, Random& random, double pronoun_share) {
    if (chance(pronoun_share, random))
        clause.pronoun = draw_fitting(pronouns, random, [&](const Pronoun& p) { return clause.past || p.present; });
    else
        clause.subject = draw_noun_phrase(random, person | animal, with_adjective, true);
}

void draw_clitic(Clause& clause, Random& random) {
    clause.verb = draw_fitting(transitive_verbs, random, [](const Verb& v) { return (v.objects & person) != 0; });
    clause.clitic = draw_fitting(clitics, random, [&](const Clitic& c) { return !clause.past || c.past; });
    const bool repeats = clause.pronoun != nullptr && clause.clitic->full == clause.pronoun->itself;
    // "l'" before a vowel is always "him", so that the text alone decides the translation.
    const bool unclear = clause.clitic == &her && starts_with_vowel(clause.verb->present);
    if (repeats || unclear) clause.clitic = &him;
}

/// The places of what the English sentence is told from.
struct Places {
    NounPhrasePlaces subject, object, behind_preposition;
    int pronoun = -1, ne = -1, clitic = -1, finite = -1, negation = -1, adverb = -1, main = -1;
    int very = -1, quality = -1, preposition = -1, time = -1;
};

std::string_view finite_verb(const Clause& clause) {
    if (clause.verb == nullptr) return "est";
    if (!clause.past) return clause.verb->present;
    return clause.pronoun != nullptr ? clause.pronoun->auxiliary : "a";
}

Places say(const Clause& clause, Draft& draft) {
    Places at;
    const std::string_view finite = finite_verb(clause);
    const bool negated = clause.negation != Negation::none, vowel = starts_with_vowel(finite);
    if (clause.time != nullptr && clause.time_first) at.time = draft.say(clause.time->french);
    if (clause.pronoun != nullptr)
        at.pronoun =
            draft.say(vowel && !negated && clause.clitic == nullptr ? clause.pronoun->elided : clause.pronoun->french);
    else
        at.subject = say(*clause.subject, draft);
    if (negated) at.ne = draft.say(vowel && clause.clitic == nullptr ? "n'" : "ne");
    if (clause.clitic != nullptr) at.clitic = draft.say(vowel ? clause.clitic->elided : clause.clitic->full);
    at.finite = at.main = draft.say(finite);
    if (negated) at.negation = draft.say(clause.negation == Negation::never ? "jamais" : "pas");
    if (clause.adverb != nullptr) at.adverb = draft.say(clause.adverb->french);
    if (clause.past) at.main = draft.say(clause.verb->participle);
    if (clause.very) at.very = draft.say(very.french);
    if (clause.quality != nullptr) {
        const bool feminine = clause.pronoun != nullptr ? clause.pronoun->feminine : clause.subject->noun->feminine;
        at.quality = draft.say(form(*clause.quality, feminine));
    }
    if (clause.object) at.object = say(*clause.object, draft);
    if (clause.preposition != nullptr) {
        at.preposition = draft.say(clause.preposition->french);
        at.behind_preposition = say(clause.behind_preposition, draft);
    }
    if (clause.time != nullptr && !clause.time_first) at.time = draft.say(clause.time->french);
    return at;
}

void tell_verb(const Clause& clause, const Places& at, Draft& draft) {
    if (clause.verb == nullptr) {
        draft.tell("is", {at.finite});
        if (clause.negation != Negation::none)
            draft.tell(clause.negation == Negation::never ? "never" : "not", {at.ne, at.negation});
        if (clause.very) draft.tell(very.english, {at.very});
        draft.tell(clause.quality->english, {at.quality});
        return;
    }
    const Verb& verb = *clause.verb;
    if (clause.negation == Negation::not_) {
        draft.tell(clause.past ? "did" : "does", {at.ne, at.finite, at.negation});
        draft.tell("not", {at.ne, at.negation});
        draft.tell(verb.base, {at.main});
    } else {
        if (clause.negation == Negation::never) draft.tell("never", {at.ne, at.negation});
        if (clause.adverb != nullptr) draft.tell(clause.adverb->english, {at.adverb});
        if (clause.past)
            draft.tell(verb.past, {at.finite, at.main});
        else
            draft.tell(verb.third, {at.main});
    }
    draft.tell(verb.particle, {at.main});
}

void tell(const Clause& clause, const Places& at, Draft& draft) {
    if (clause.time != nullptr && clause.time_first) draft.tell(clause.time->english, {at.time});
    if (clause.pronoun != nullptr)
        draft.tell(clause.pronoun->english, {at.pronoun});
    else
        tell(*clause.subject, at.subject, draft);
    tell_verb(clause, at, draft);
    if (clause.clitic != nullptr) draft.tell(clause.clitic->english, {at.clitic});
    if (clause.object) tell(*clause.object, at.object, draft);
    if (clause.verb != nullptr) draft.tell(clause.verb->after_object, {at.main});
    if (clause.preposition != nullptr) {
        draft.tell(clause.preposition->english, {at.preposition});
        tell(clause.behind_preposition, at.behind_preposition, draft);
    }
    if (clause.time != nullptr && !clause.time_first) draft.tell(clause.time->english, {at.time});
}

}  // namespace

Clause draw_clause(Random& random) {
    constexpr int transitive = 5, with_clitic = 4, intransitive = 2, copula = 2;  // how often of their sum
    Clause clause;
    const int type = random.below(transitive + with_clitic + intransitive + copula);
    const bool has_object = type < transitive, has_clitic = !has_object && type < transitive + with_clitic;
    const bool is_copula = type >= transitive + with_clitic + intransitive;
    const bool is_intransitive = !has_object && !has_clitic && !is_copula;
    clause.past = !is_copula && chance(0.5, random);
    const double negation = random.uniform();
    clause.negation = negation < 0.6 ? Negation::none : negation < 0.9 ? Negation::not_ : Negation::never;
    const bool negated = clause.negation != Negation::none;
    draw_subject(clause, random, is_copula ? 0.3 : 0.6);
    if (is_copula) {
        const unsigned kind = clause.pronoun != nullptr ? person : clause.subject->noun->kind;
        clause.quality = draw_adjective(random, adjectives_after, kind);
        clause.very = chance(0.3, random);
    } else if (has_clitic) {
        draw_clitic(clause, random);
    } else if (has_object) {
        clause.verb = draw_row(transitive_verbs, random);
        clause.object = draw_noun_phrase(random, clause.verb->objects, with_adjective, !negated);  // else it were "de"
    } else {
        clause.verb = draw_row(intransitive_verbs, random);
    }
    if (!negated && !is_copula && chance(0.15, random)) clause.adverb = draw_row(adverbs, random);
    if (chance(is_intransitive ? 0.45 : 0.2, random)) {
        clause.preposition = draw_row(prepositions, random);
        clause.behind_preposition =
            draw_noun_phrase(random, clause.preposition->kinds, with_adjective_behind_preposition, true);
    }
    if (chance(0.2, random)) {
        clause.time = clause.past && chance(0.5, random) ? &yesterday : &today;
        clause.time_first = chance(0.5, random);
    }
    return clause;
}

Draft write(const Clause& clause) {
    Draft draft;
    tell(clause, say(clause, draft), draft);
    return draft;
}

}  // namespace glassformer::translation
