#include "without_icu.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uscript.h>
#include <unicode/utypes.h>

struct block {
  uint32_t first, last;
  int32_t script;
};

// Blocks of Unicode with the letters of names, ascending. ASCII is answered without asking.
static const struct block blocks[] = {
    {0x00C0, 0x024F, USCRIPT_LATIN},      {0x0370, 0x03FF, USCRIPT_GREEK},      {0x0400, 0x052F, USCRIPT_CYRILLIC},
    {0x0531, 0x058A, USCRIPT_ARMENIAN},   {0x0591, 0x05F4, USCRIPT_HEBREW},     {0x0600, 0x06FF, USCRIPT_ARABIC},
    {0x0700, 0x074F, USCRIPT_SYRIAC},     {0x0750, 0x077F, USCRIPT_ARABIC},     {0x0780, 0x07BF, USCRIPT_THAANA},
    {0x08A0, 0x08FF, USCRIPT_ARABIC},     {0x0900, 0x097F, USCRIPT_DEVANAGARI}, {0x0980, 0x09FF, USCRIPT_BENGALI},
    {0x0A00, 0x0A7F, USCRIPT_GURMUKHI},   {0x0A80, 0x0AFF, USCRIPT_GUJARATI},   {0x0B00, 0x0B7F, USCRIPT_ORIYA},
    {0x0B80, 0x0BFF, USCRIPT_TAMIL},      {0x0C00, 0x0C7F, USCRIPT_TELUGU},     {0x0C80, 0x0CFF, USCRIPT_KANNADA},
    {0x0D00, 0x0D7F, USCRIPT_MALAYALAM},  {0x0D80, 0x0DFF, USCRIPT_SINHALA},    {0x0E01, 0x0E3A, USCRIPT_THAI},
    {0x0E40, 0x0E5B, USCRIPT_THAI},       {0x0E80, 0x0EFF, USCRIPT_LAO},        {0x0F00, 0x0FFF, USCRIPT_TIBETAN},
    {0x1000, 0x109F, USCRIPT_MYANMAR},    {0x10A0, 0x10FF, USCRIPT_GEORGIAN},   {0x1100, 0x11FF, USCRIPT_HANGUL},
    {0x1200, 0x139F, USCRIPT_ETHIOPIC},   {0x1780, 0x17FF, USCRIPT_KHMER},      {0x1800, 0x18AF, USCRIPT_MONGOLIAN},
    {0x1C90, 0x1CBF, USCRIPT_GEORGIAN},   {0x1E00, 0x1EFF, USCRIPT_LATIN},      {0x1F00, 0x1FFF, USCRIPT_GREEK},
    {0x2D00, 0x2D2F, USCRIPT_GEORGIAN},   {0x2D30, 0x2D7F, USCRIPT_TIFINAGH},   {0x3041, 0x309F, USCRIPT_HIRAGANA},
    {0x30A1, 0x30FA, USCRIPT_KATAKANA},   {0x30FD, 0x30FF, USCRIPT_KATAKANA},   {0x3130, 0x318F, USCRIPT_HANGUL},
    {0x31F0, 0x31FF, USCRIPT_KATAKANA},   {0x3400, 0x4DBF, USCRIPT_HAN},        {0x4E00, 0x9FFF, USCRIPT_HAN},
    {0xAC00, 0xD7A3, USCRIPT_HANGUL},     {0xF900, 0xFAFF, USCRIPT_HAN},        {0xFB50, 0xFDFF, USCRIPT_ARABIC},
    {0xFE70, 0xFEFC, USCRIPT_ARABIC},     {0xFF21, 0xFF5A, USCRIPT_LATIN},      {0xFF66, 0xFF9D, USCRIPT_KATAKANA},
    {0x20000, 0x323AF, USCRIPT_HAN},
};

int32_t icu_less_script_of(uint32_t scalar) {
  for (size_t index = 0; index < sizeof blocks / sizeof *blocks; index++) {
    if (scalar < blocks[index].first) return USCRIPT_COMMON;
    // The signs of multiplication and division stand among the letters of Latin.
    if (scalar <= blocks[index].last) return scalar == 0xD7 || scalar == 0xF7 ? USCRIPT_COMMON : blocks[index].script;
  }
  return USCRIPT_COMMON;
}

static const struct {
  const char *code;
  int32_t script;
} codes[] = {
    {"Latn", USCRIPT_LATIN},      {"Grek", USCRIPT_GREEK},     {"Cyrl", USCRIPT_CYRILLIC},  {"Armn", USCRIPT_ARMENIAN},
    {"Hebr", USCRIPT_HEBREW},     {"Arab", USCRIPT_ARABIC},    {"Syrc", USCRIPT_SYRIAC},    {"Thaa", USCRIPT_THAANA},
    {"Deva", USCRIPT_DEVANAGARI}, {"Beng", USCRIPT_BENGALI},   {"Guru", USCRIPT_GURMUKHI},  {"Gujr", USCRIPT_GUJARATI},
    {"Orya", USCRIPT_ORIYA},      {"Taml", USCRIPT_TAMIL},     {"Telu", USCRIPT_TELUGU},    {"Knda", USCRIPT_KANNADA},
    {"Mlym", USCRIPT_MALAYALAM},  {"Sinh", USCRIPT_SINHALA},   {"Thai", USCRIPT_THAI},      {"Laoo", USCRIPT_LAO},
    {"Tibt", USCRIPT_TIBETAN},    {"Mymr", USCRIPT_MYANMAR},   {"Geor", USCRIPT_GEORGIAN},  {"Hang", USCRIPT_HANGUL},
    {"Ethi", USCRIPT_ETHIOPIC},   {"Khmr", USCRIPT_KHMER},     {"Mong", USCRIPT_MONGOLIAN}, {"Tfng", USCRIPT_TIFINAGH},
    {"Hira", USCRIPT_HIRAGANA},   {"Kana", USCRIPT_KATAKANA},  {"Hani", USCRIPT_HAN},
};

int32_t icu_less_script_value(const char *code) {
  for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
    if (strcmp(codes[index].code, code) == 0) return codes[index].script;
  }
  return -1;
}

// Languages that are mostly written in another script than Latin, by the code of the script.
static const char *const scripts[][2] = {
    {"Arab", " ar ckb fa ks ps sd ug ur "},
    {"Armn", " hy "},
    {"Beng", " as bn mni "},
    {"Cyrl", " ab ba be bg ce cv kk ky mk mn os ru sah sr tg tt udm uk "},
    {"Deva", " awa bho brx doi gom hi kok mai mr ne sa "},
    {"Ethi", " am ti "},
    {"Geor", " ka "},
    {"Grek", " el "},
    {"Gujr", " gu "},
    {"Guru", " pa "},
    {"Hans", " wuu zh "},
    {"Hant", " yue nan "},
    {"Hebr", " he iw yi "},
    {"Jpan", " ja "},
    {"Khmr", " km "},
    {"Knda", " kn tcy "},
    {"Kore", " ko "},
    {"Laoo", " lo "},
    {"Mlym", " ml "},
    {"Mymr", " my "},
    {"Orya", " or "},
    {"Sinh", " si "},
    {"Taml", " ta "},
    {"Telu", " te "},
    {"Tfng", " zgh "},
    {"Thaa", " dv "},
    {"Thai", " th "},
    {"Tibt", " bo dz "},
};

int32_t icu_less_likely_subtags(const char *locale, char *out, int32_t capacity, int32_t *status) {
  char language[16];
  size_t length = strcspn(locale, "_-");
  if (length == 0 || length >= sizeof language - 2 || strncmp(locale, "und", length) == 0) {
    *status = U_MISSING_RESOURCE_ERROR;
    return 0;
  }
  // A script that is given stays.
  const char *rest = locale + length;
  if (strlen(rest) >= 5 && (rest[5] == 0 || rest[5] == '_' || rest[5] == '-')) {
    int written = snprintf(out, (size_t)capacity, "%s", locale);
    if (written >= capacity) *status = U_BUFFER_OVERFLOW_ERROR;
    return written;
  }
  snprintf(language, sizeof language, " %.*s ", (int)length, locale);
  const char *script = "Latn";
  for (size_t index = 0; index < sizeof scripts / sizeof *scripts; index++) {
    if (strstr(scripts[index][1], language)) script = scripts[index][0];
  }
  // Chinese is written in traditional characters in these regions.
  if (strcmp(script, "Hans") == 0 && (strcmp(rest, "_TW") == 0 || strcmp(rest, "_HK") == 0 || strcmp(rest, "_MO") == 0)) {
    script = "Hant";
  }
  int written = snprintf(out, (size_t)capacity, "%.*s_%s%s", (int)length, locale, script, rest);
  if (written >= capacity) *status = U_BUFFER_OVERFLOW_ERROR;
  return written;
}
