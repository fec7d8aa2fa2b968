// Which words of a text a masked language model has to find, and what it reads in their place.
#pragma once

#include "core/base/random.h"
#include "core/train/sample.h"

namespace glassformer {

/// Chooses each of the sample's tokens with probability 0.15 and labels it with itself, all others with -1. Of those
/// chosen, 80 % become `mask`, 10 % a word drawn from 0 … words-1 (perhaps the same), 10 % stay as they are, so that a
/// word that is not masked may be wrong too (Devlin et al. 2019).
void mask_words(Random& random, int mask, int words, Sample& sample);

}  // namespace glassformer
