#pragma once

#include <stdbool.h>
#include <stdint.h>

// The functions of ICU that the package calls, in plain C types.
//
// ICU's own headers cannot be shown to Swift: they rename each function by a macro (u_foldCase becomes u_foldCase_72), and
// their types clash with those of the ICU that Foundation brings along.
//
// Each function does what the ICU function named in its comment does. `status` is ICU's error code: negative for a warning,
// 0 for success, positive for a failure. Functions that write a text return its length, which may exceed the capacity.

/// Status: there was no data for the asked language, the default language of the process was used.
static const int32_t icuUsingDefault = -127;

/// A transliterator; one thread at a time may use it.
typedef struct ICUTransliterator ICUTransliterator;
/// A collator; one thread at a time may use it.
typedef struct ICUCollator ICUCollator;

/// The version of ICU, such as 72; 0 where the library for other programs finds none.
int icu_version(void);

/// uloc_getDisplayCountry
int32_t icu_display_country(
    const char *locale, const char *displayLocale, uint16_t *out, int32_t capacity, int32_t *status);
/// uloc_getDisplayLanguage
int32_t icu_display_language(
    const char *locale, const char *displayLocale, uint16_t *out, int32_t capacity, int32_t *status);
/// uloc_addLikelySubtags
int32_t icu_add_likely_subtags(const char *locale, char *out, int32_t capacity, int32_t *status);
/// uloc_forLanguageTag
int32_t icu_for_language_tag(const char *tag, char *out, int32_t capacity, int32_t *parsedLength, int32_t *status);

/// uscript_getScript: the script of a character, 0 for common and 1 for inherited.
int32_t icu_script_of(uint32_t scalar);
/// u_getPropertyValueEnum(UCHAR_SCRIPT): the number of a script by its ISO 15924 code; -1 for none.
int32_t icu_script_value(const char *code);

/// u_foldCase
uint32_t icu_fold_case(uint32_t scalar);
/// u_charType: the general category.
int8_t icu_char_type(uint32_t scalar);
/// u_getCombiningClass
uint8_t icu_combining_class(uint32_t scalar);
/// unorm2_getDecomposition of NFKD: negative when the character does not decompose.
int32_t icu_compatible_decomposition(uint32_t scalar, uint16_t *out, int32_t capacity, int32_t *status);

/// utrans_openU, forward
ICUTransliterator *icu_open_transliterator(const uint16_t *id, int32_t length, int32_t *status);
/// utrans_transUChars of a whole text in place
void icu_transliterate(
    const ICUTransliterator *transliterator, uint16_t *text, int32_t *length, int32_t capacity, int32_t *status);
/// utrans_close
void icu_close_transliterator(ICUTransliterator *transliterator);

/// ucol_open at primary strength, which ignores case and accents, and punctuation
ICUCollator *icu_open_primary_collator(const char *locale, int32_t *status);
/// ucol_strcoll: negative, 0 or positive.
int32_t icu_collate(
    const ICUCollator *collator, const uint16_t *a, int32_t aLength, const uint16_t *b, int32_t bLength);
/// ucol_close
void icu_close_collator(ICUCollator *collator);

/// udat_format of the pattern VVV: the city that a time zone is named after, such as `Moskau` for `Europe/Moscow` in `de`. ICU
/// falls back to the last part of the zone's id.
int32_t icu_time_zone_city(
    const uint16_t *timeZone, int32_t length, const char *locale, uint16_t *out, int32_t capacity, int32_t *status);
