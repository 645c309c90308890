#pragma once

// ICU renames each function by a macro (u_foldCase becomes u_foldCase_72), which Swift cannot see. Every function that the
// package calls therefore has a wrapper here, with the same arguments under the prefix `icu_`.

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>
#include <unicode/utypes.h>

static inline int32_t icu_display_country(
    const char *locale, const char *displayLocale, UChar *out, int32_t capacity, UErrorCode *status) {
  return uloc_getDisplayCountry(locale, displayLocale, out, capacity, status);
}
static inline int32_t icu_add_likely_subtags(const char *locale, char *out, int32_t capacity, UErrorCode *status) {
  return uloc_addLikelySubtags(locale, out, capacity, status);
}
static inline int32_t icu_display_language(
    const char *locale, const char *displayLocale, UChar *out, int32_t capacity, UErrorCode *status) {
  return uloc_getDisplayLanguage(locale, displayLocale, out, capacity, status);
}
static inline int32_t icu_for_language_tag(
    const char *tag, char *out, int32_t capacity, int32_t *parsedLength, UErrorCode *status) {
  return uloc_forLanguageTag(tag, out, capacity, parsedLength, status);
}

static inline int32_t icu_script_of(UChar32 scalar, UErrorCode *status) {
  return (int32_t)uscript_getScript(scalar, status);
}
static inline bool icu_has_script(UChar32 scalar, int32_t script) {
  return uscript_hasScript(scalar, (UScriptCode)script);
}
static inline const char *icu_script_short_name(int32_t script) { return uscript_getShortName((UScriptCode)script); }
static inline int32_t icu_script_value(const char *name) { return u_getPropertyValueEnum(UCHAR_SCRIPT, name); }

static inline UChar32 icu_fold_case(UChar32 scalar) { return u_foldCase(scalar, U_FOLD_CASE_DEFAULT); }
static inline int8_t icu_char_type(UChar32 scalar) { return u_charType(scalar); }
static inline uint8_t icu_combining_class(UChar32 scalar) { return u_getCombiningClass(scalar); }

static inline const UNormalizer2 *icu_nfkd(UErrorCode *status) { return unorm2_getNFKDInstance(status); }
static inline int32_t icu_decomposition(
    const UNormalizer2 *normalizer, UChar32 scalar, UChar *out, int32_t capacity, UErrorCode *status) {
  return unorm2_getDecomposition(normalizer, scalar, out, capacity, status);
}

static inline UTransliterator *icu_open_transliterator(const UChar *id, int32_t length, UErrorCode *status) {
  return utrans_openU(id, length, UTRANS_FORWARD, NULL, 0, NULL, status);
}
static inline void icu_transliterate(
    const UTransliterator *transliterator, UChar *text, int32_t *length, int32_t capacity, int32_t *limit,
    UErrorCode *status) {
  utrans_transUChars(transliterator, text, length, capacity, 0, limit, status);
}
static inline void icu_close_transliterator(UTransliterator *transliterator) { utrans_close(transliterator); }

static inline UCollator *icu_open_collator(const char *locale, UErrorCode *status) { return ucol_open(locale, status); }
static inline void icu_close_collator(UCollator *collator) { ucol_close(collator); }
static inline void icu_collate_primary(UCollator *collator, UErrorCode *status) {
  ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_PRIMARY, status);
  ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, status);
}
static inline int32_t icu_collate(
    const UCollator *collator, const UChar *a, int32_t aLength, const UChar *b, int32_t bLength) {
  return (int32_t)ucol_strcoll(collator, a, aLength, b, bLength);
}
