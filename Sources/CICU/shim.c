#include "CICU.h"
#include "without_icu.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/utrans.h>
#include <unicode/utypes.h>

// UErrorCode is an enumeration with the size of int32_t, UChar has the size of uint16_t.
_Static_assert(sizeof(UErrorCode) == sizeof(int32_t), "status codes are passed as int32_t");
_Static_assert(sizeof(UChar) == sizeof(uint16_t), "UTF-16 is passed as uint16_t");
_Static_assert(U_USING_DEFAULT_WARNING == -127, "icuUsingDefault");

// Programs are linked with libicuuc. libicui18n knows transliterators, collators and dates; few answers need one, and to load it takes a
// twentieth of a whole lookup, so it is opened when the first of its functions is called.
//
// The library for other programs (GEOCODE_LIBRARY) is linked with neither: ICU's functions carry its version in their names, and each system
// has another one. It takes the newest version that it finds, and does without where there is none.

enum { built_version = U_ICU_VERSION_MAJOR_NUM };

static void *open_library(const char *name, int version) {
  char file[64];
  snprintf(file, sizeof file, "lib%s.so.%d", name, version);
  return dlopen(file, RTLD_LAZY | RTLD_LOCAL);
}

// A function by its name without a version.
static void *find_function(void *library, const char *name, int version) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "%s_%d", name, version);
  return library ? dlsym(library, symbol) : NULL;
}

#ifdef GEOCODE_LIBRARY

enum { oldest_version = 70, newest_version = 99 };

static void *common, *i18n;
static int found_version;

static void open_all(void) {
  for (int version = newest_version; version >= oldest_version; version--) {
    void *one = open_library("icuuc", version);
    void *other = one ? open_library("icui18n", version) : NULL;
    if (other) {
      common = one;
      i18n = other;
      found_version = version;
      return;
    }
    if (one) dlclose(one);
  }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *common_function(const char *name) {
  pthread_once(&once, open_all);
  return find_function(common, name, found_version);
}

static void *i18n_function(const char *name) {
  pthread_once(&once, open_all);
  return find_function(i18n, name, found_version);
}

int icu_version(void) {
  pthread_once(&once, open_all);
  return found_version;
}

#else

static void *i18n;

// Where something is missing the process ends as it does when the loader misses a library at its start. The reason is known
// to the thread alone in which it failed, so it is asked for there and at once.
static void end_without_i18n(void) {
  const char *reason = dlerror();
  fprintf(stderr, "Error: ICU is incomplete: %s\n", reason ? reason : "libicui18n");
  _Exit(127);
}

static void open_i18n(void) {
  i18n = open_library("icui18n", built_version);
  if (!i18n) end_without_i18n();
}

static void *i18n_function(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_i18n);
  void *function = find_function(i18n, name, built_version);
  if (!function) end_without_i18n();
  return function;
}

int icu_version(void) { return built_version; }

#endif

// A function by a call that finds it, looked up once.
#define FOUND(find, function, name)                               \
  ({                                                              \
    static _Atomic(void *) known;                                 \
    void *found = atomic_load_explicit(&known, memory_order_acquire); \
    if (!found) {                                                 \
      found = find(name);                                         \
      atomic_store_explicit(&known, found, memory_order_release); \
    }                                                             \
    (__typeof__(&function))found;                                 \
  })

// Functions of both libraries; in a library that was linked with neither they may be NULL, which `icu_version` tells before.
#define I18N(function) FOUND(i18n_function, function, #function)
#ifdef GEOCODE_LIBRARY
#define COMMON(function) FOUND(common_function, function, #function)
// What a function returns where there is no ICU.
#define WITHOUT_ICU(value) do { if (icu_version() == 0) return value; } while (0)
#else
#define COMMON(function) (&function)
#define WITHOUT_ICU(value) do {} while (0)
#endif

#ifdef GEOCODE_LIBRARY
static int32_t failed(int32_t *status) {
  *status = U_MISSING_RESOURCE_ERROR;
  return 0;
}
#endif

int32_t icu_display_country(
    const char *locale, const char *displayLocale, uint16_t *out, int32_t capacity, int32_t *status) {
  WITHOUT_ICU(failed(status));
  return COMMON(uloc_getDisplayCountry)(locale, displayLocale, (UChar *)out, capacity, (UErrorCode *)status);
}

int32_t icu_display_language(
    const char *locale, const char *displayLocale, uint16_t *out, int32_t capacity, int32_t *status) {
  WITHOUT_ICU(failed(status));
  return COMMON(uloc_getDisplayLanguage)(locale, displayLocale, (UChar *)out, capacity, (UErrorCode *)status);
}

int32_t icu_add_likely_subtags(const char *locale, char *out, int32_t capacity, int32_t *status) {
  WITHOUT_ICU(icu_less_likely_subtags(locale, out, capacity, status));
  return COMMON(uloc_addLikelySubtags)(locale, out, capacity, (UErrorCode *)status);
}

int32_t icu_for_language_tag(const char *tag, char *out, int32_t capacity, int32_t *parsedLength, int32_t *status) {
  WITHOUT_ICU(failed(status));
  return COMMON(uloc_forLanguageTag)(tag, out, capacity, parsedLength, (UErrorCode *)status);
}

int32_t icu_script_of(uint32_t scalar) {
  WITHOUT_ICU(icu_less_script_of(scalar));
  UErrorCode status = U_ZERO_ERROR;
  return (int32_t)COMMON(uscript_getScript)((UChar32)scalar, &status);
}

int32_t icu_script_value(const char *code) {
  WITHOUT_ICU(icu_less_script_value(code));
  return COMMON(u_getPropertyValueEnum)(UCHAR_SCRIPT, code);
}

uint32_t icu_fold_case(uint32_t scalar) { return (uint32_t)COMMON(u_foldCase)((UChar32)scalar, U_FOLD_CASE_DEFAULT); }

int8_t icu_char_type(uint32_t scalar) { return COMMON(u_charType)((UChar32)scalar); }

uint8_t icu_combining_class(uint32_t scalar) { return COMMON(u_getCombiningClass)((UChar32)scalar); }

int32_t icu_compatible_decomposition(uint32_t scalar, uint16_t *out, int32_t capacity, int32_t *status) {
  const UNormalizer2 *normalizer = COMMON(unorm2_getNFKDInstance)((UErrorCode *)status);
  return COMMON(unorm2_getDecomposition)(normalizer, (UChar32)scalar, (UChar *)out, capacity, (UErrorCode *)status);
}

ICUTransliterator *icu_open_transliterator(const uint16_t *id, int32_t length, int32_t *status) {
  WITHOUT_ICU((failed(status), NULL));
  return (ICUTransliterator *)I18N(utrans_openU)(
      (const UChar *)id, length, UTRANS_FORWARD, NULL, 0, NULL, (UErrorCode *)status);
}

void icu_transliterate(
    const ICUTransliterator *transliterator, uint16_t *text, int32_t *length, int32_t capacity, int32_t *status) {
  int32_t limit = *length;
  I18N(utrans_transUChars)(
      (const UTransliterator *)transliterator, (UChar *)text, length, capacity, 0, &limit, (UErrorCode *)status);
}

void icu_close_transliterator(ICUTransliterator *transliterator) { I18N(utrans_close)((UTransliterator *)transliterator); }

ICUCollator *icu_open_primary_collator(const char *locale, int32_t *status) {
  UCollator *collator = I18N(ucol_open)(locale, (UErrorCode *)status);
  I18N(ucol_setAttribute)(collator, UCOL_STRENGTH, UCOL_PRIMARY, (UErrorCode *)status);
  I18N(ucol_setAttribute)(collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, (UErrorCode *)status);
  return (ICUCollator *)collator;
}

int32_t icu_collate(
    const ICUCollator *collator, const uint16_t *a, int32_t aLength, const uint16_t *b, int32_t bLength) {
  return (int32_t)I18N(ucol_strcoll)((const UCollator *)collator, (const UChar *)a, aLength, (const UChar *)b, bLength);
}

void icu_close_collator(ICUCollator *collator) { I18N(ucol_close)((UCollator *)collator); }

int32_t icu_time_zone_city(
    const uint16_t *timeZone, int32_t length, const char *locale, uint16_t *out, int32_t capacity, int32_t *status) {
  WITHOUT_ICU(failed(status));
  static const UChar pattern[] = {'V', 'V', 'V'};
  UDateFormat *format = I18N(udat_open)(
      UDAT_PATTERN, UDAT_PATTERN, locale, (const UChar *)timeZone, length, pattern, 3, (UErrorCode *)status);
  if (*status > 0) return 0;
  int32_t written = I18N(udat_format)(format, 0, (UChar *)out, capacity, NULL, (UErrorCode *)status);
  I18N(udat_close)(format);
  return written;
}
