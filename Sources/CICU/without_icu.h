#pragma once
#include <stdint.h>

// What little must be known of scripts where there is no ICU: enough to choose among the names of a place the one that is read.

/// The script of a character by the block that it is in; 0 for signs and for blocks that are not listed.
int32_t icu_less_script_of(uint32_t scalar);

/// The number of a script by its code; -1 for none of those above.
int32_t icu_less_script_value(const char *code);

/// A locale with the script that its language is mostly written in, and without a region. Fails for a region without a language.
int32_t icu_less_likely_subtags(const char *locale, char *out, int32_t capacity, int32_t *status);
