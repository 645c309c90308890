#ifndef GEOCODE_H
#define GEOCODE_H

/*
 * libgeocode: addresses of coordinates, from a store file, in the process that asks.
 *
 *   geocode *store;
 *   char *message;
 *   if (geocode_open("germany.sqlite", &store, &message) != GEOCODE_OK) { puts(message); geocode_free(message); return 1; }
 *   char *json;
 *   if (geocode_json(store, 52.5163, 13.3777, NULL, &json, &message) == GEOCODE_OK) { puts(json); geocode_free(json); }
 *   geocode_close(store);
 *
 * Coordinates are WGS84 degrees, latitude first. Texts are UTF-8; those of structures and columns have no control characters but the ends of
 * lines and tabs, whatever somebody has put on the map. No function writes output or ends the process,
 * and none but geocode_guard installs a signal handler.
 *
 * Threads: any number of threads may use one store at once. Close it when none does any more.
 * Fork: a child process may use a store that its parent opened; it opens the file again when it asks for the first time.
 *
 * Errors: a function that can fail returns a status. Where it takes `message`, it sets it to one English sentence that says what to do, or to
 * NULL on success; free it with geocode_free. `message` may be NULL for callers that do not want it.
 *
 * Versions: structures that a caller fills begin with their size, so that a later library takes structures of an earlier header.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header, as `major * 10000 + minor * 100 + patch`. */
#define GEOCODE_VERSION 100

/* How a call ended. Values stay the same in all versions. */
typedef enum geocode_status {
  GEOCODE_OK = 0,
  /* Nothing is known within reach of the point. */
  GEOCODE_NOT_FOUND = 1,
  /* An argument is wrong: the caller must change it. */
  GEOCODE_INVALID = 2,
  /* There is no file at the path. */
  GEOCODE_MISSING = 3,
  /* The file cannot be read: no permission, a folder, a device, no memory. */
  GEOCODE_UNREADABLE = 4,
  /* The file is no store. */
  GEOCODE_FOREIGN = 5,
  /* The store is of another format: import its extracts again, or use another version of this library. */
  GEOCODE_OUTDATED = 6,
  /* The store is damaged, or it was changed in place while it was open. */
  GEOCODE_DAMAGED = 7,
  /* The progress function asked to stop. */
  GEOCODE_CANCELLED = 8
} geocode_status;

/* An open store. */
typedef struct geocode geocode;

/* How questions are answered. Fill it with GEOCODE_OPTIONS, then change what you want; NULL in its place means the same defaults. */
typedef struct geocode_options {
  /* sizeof(geocode_options) */
  size_t size;
  /* Preferred languages, BCP 47 tags separated by commas, best first: "de,en". NULL: the names as mapped. */
  const char *languages;
  /* The finest part to answer: "country", "state", "county", "city", "suburb", "street" or "address". NULL: "address". */
  const char *detail;
  /* Nothing farther from the point than so many meters is matched; negative: no limit but the usual one of each kind of thing. */
  double maximum_distance_meters;
  /* Threads that geocode_columns uses at most; 0: one for each processor. */
  int32_t threads;
  /* Whether geocode_json adds the areas around the point (1), and the reasons for each field (2); the sum for both. */
  int32_t extras;
  /* Called now and then during geocode_columns, one call at a time but on any thread, with how many points are answered. A result other than
   * 0 stops the work with GEOCODE_CANCELLED. NULL: never. */
  int32_t (*progress)(void *context, int64_t done, int64_t total);
  void *context;
  /* Fields that geocode_json adds only if asked for, separated by commas: "nearby,names,plus_code". NULL: none. */
  const char *with;
  /* Layers of your own areas that geocode_json adds: their names, separated by commas, or "all". NULL: none. */
  const char *layers;
  /* The country whose point of view counts in disputed areas, ISO 3166-1 alpha-2: "IN". NULL: the country of the map. */
  const char *worldview;
} geocode_options;

#define GEOCODE_OPTIONS {sizeof(geocode_options), NULL, NULL, -1.0, 0, 0, NULL, NULL, NULL, NULL, NULL}

/* The version of the library, such as "0.1.0". Do not free it. */
const char *geocode_version(void);

/* Opens a store.
 *
 * On success *result is the store, to be closed with geocode_close; otherwise it is NULL. */
geocode_status geocode_open(const char *path, geocode **result, char **message);

/* Lets the process survive a store file that is cut short while it is open (by a copy over it, say): installs a handler for SIGBUS, which leaves
 * faults elsewhere to the handler that was there before. Such a store then fails with GEOCODE_DAMAGED. Without this call no handler is
 * installed, and such an accident ends the process. Stores that are replaced by renaming, as imports and updates do, need no guard. */
void geocode_guard(void);

/* Closes a store. NULL is allowed. */
void geocode_close(geocode *store);

/* Opens what is at the path of the store by now, such as a newer store that was renamed over it. Calls that are running go on with the old
 * one. On failure the old one stays open. */
geocode_status geocode_reload(geocode *store, char **message);

/* What the store and the library say about themselves, as a JSON object: "version", "storeFormat", "path", "dataTimestamp", "attribution",
 * "extracts", "bounds", "rows", and "icu", the version of ICU, or null where none was found: then no name is transliterated, and a country has
 * no other names than those of the map.
 *
 * Free *result with geocode_free. */
geocode_status geocode_info(geocode *store, char **result, char **message);

/* The attribution that must be shown with answers, one source a line. Free it with geocode_free. */
char *geocode_attribution(geocode *store);

/* The placemark at a point as JSON, in the form of the daemon's protocol: {"coordinate": …, "title": …, "address": {…}, …}.
 *
 * Free *result with geocode_free; it is NULL unless the status is GEOCODE_OK. */
geocode_status geocode_json(
    geocode *store, double latitude, double longitude, const geocode_options *options, char **result, char **message);

/* A placemark. A text that is not known is NULL. All texts live as long as the placemark. */
typedef struct geocode_placemark {
  /* sizeof(geocode_placemark) as the library knows it: fields behind it are those of a later version. */
  size_t size;
  const char *title;
  const char *subtitle;
  /* The whole address on one line. */
  const char *address;
  /* The same as people write it, lines separated by line feeds. */
  const char *formatted_address;
  const char *name;
  const char *house_number;
  const char *street;
  const char *neighborhood;
  const char *suburb;
  const char *city;
  const char *county;
  const char *state;
  /* ISO 3166-2, such as "US-CA". */
  const char *state_code;
  const char *postal_code;
  const char *country;
  /* ISO 3166-1 alpha-2, such as "US". */
  const char *country_code;
  const char *inland_water;
  const char *ocean;
  /* IANA, such as "America/Los_Angeles". */
  const char *time_zone;
  /* Places of interest around the point, smallest first, separated by "; ". */
  const char *areas_of_interest;
  /* Fields that rest on borders good to about 1 km, by the names of the JSON, separated by "; ". */
  const char *coarse_fields;
  /* What was matched: "building", "address", "interpolation", "street", "area", "country" or "water". */
  const char *match;
  /* The OpenStreetMap object that was matched, such as "way/123". */
  const char *source;
  /* Where the matched thing is. */
  double latitude;
  double longitude;
  /* How far it is from the point; 0 when it contains the point. */
  double distance_meters;
} geocode_placemark;

/* The placemark at a point as a structure.
 *
 * Free *result with geocode_placemark_free; it is NULL unless the status is GEOCODE_OK. */
geocode_status geocode_placemark_at(
    geocode *store, double latitude, double longitude, const geocode_options *options, geocode_placemark **result,
    char **message);

/* One column of the placemark at a point as a text, a number in decimal digits. `column` is a name of geocode_column_names, or the name of a
 * layer of your own areas, whose areas are separated by "; ".
 *
 * Free *result with geocode_free; it is NULL where the placemark does not know it, and unless the status is GEOCODE_OK. */
geocode_status geocode_text(
    geocode *store, double latitude, double longitude, const char *column, const geocode_options *options, char **result,
    char **message);

/* A field of geocode_placemark, for programs that find fields by their names. */
typedef struct geocode_field {
  /* The name of the column, as of `geocode csv --columns`. */
  const char *name;
  /* Where it stands in the structure. */
  size_t offset;
  /* 1 for a double, 0 for a text, which is NULL where it is not known. */
  int32_t is_number;
  /* The coarsest detail of a question whose answers have it; a coarser question is answered faster. */
  const char *detail;
} geocode_field;

/* All fields that are columns, in the order of `geocode csv --columns all`. Do not free them. */
const geocode_field *geocode_fields(size_t *count);

/* Frees a placemark. NULL is allowed. */
void geocode_placemark_free(geocode_placemark *placemark);

/* Frees a text that this library returned. NULL is allowed. */
void geocode_free(char *text);

/* The Arrow C data interface (https://arrow.apache.org/docs/format/CDataInterface.html). */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* The names of all columns that geocode_columns knows, separated by commas, in the order of `geocode csv --columns all`. Do not free it. */
const char *geocode_column_names(void);

/* Answers many points at once, on several threads, as columns of Arrow.
 *
 * `columns` are names as of `geocode csv --columns`, separated by commas: "street,house_number,city,status", also those of layers of your own
 * areas. NULL: the columns that `geocode csv` adds. The array is a struct array with a child for each column and a row for each point, in their order. Texts are dictionaries (32-bit
 * indices into UTF-8); "distance_meters", "match_latitude" and "match_longitude" are 64-bit floating-point, and all others are texts, as
 * geocode_text has them; what is not known is null.
 *
 * No point stops the others; only a store that cannot be read any more fails the whole call. The column "status" says how each went: "ok", "not_found", "missing_coordinate" for NaN, "out_of_range" for
 * what is no place on Earth, or "error".
 *
 * `count` may be 0, with arrays that are NULL. On success *array and *schema are to be released as Arrow says, by any thread, also after the
 * store is closed; otherwise their `release` is NULL. */
geocode_status geocode_columns(
    geocode *store, const double *latitudes, const double *longitudes, int64_t count, const char *columns,
    const geocode_options *options, struct ArrowArray *array, struct ArrowSchema *schema, char **message);

#ifdef __cplusplus
}
#endif

#endif
