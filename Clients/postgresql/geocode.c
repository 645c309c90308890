// An extension for PostgreSQL that answers with addresses of coordinates. README.md beside this file says how it is used.
//
// 1. Each backend opens the store that `geocode.database` names when it first asks. The file is mapped, so all backends share its pages.
// 2. It keeps the placemark of its last question: (reverse_geocode(lat, lon)).* calls the function once for each column.
// 3. What is no place, or where nothing is known, is null. Only a store that cannot be read is an error.
// 4. Texts of the library are UTF-8, and those of the server in the encoding of the database. A path is bytes, which nobody converts.

#include "postgres.h"

#include <math.h>

#include <geocode.h>

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/guc.h"

PG_MODULE_MAGIC;

void _PG_init(void);

// The field of a column; NULL for one that this library does not have.
static const geocode_field *find_field(const char *name) {
  size_t count;
  const geocode_field *fields = geocode_fields(&count);
  for (size_t index = 0; index < count; index++) {
    if (pg_strcasecmp(fields[index].name, name) == 0) return &fields[index];
  }
  return NULL;
}

// A text of the library in the encoding of the database: itself, or a copy.
static char *to_server(const char *text) { return pg_any_to_server(text, strlen(text), PG_UTF8); }

// An argument as the library takes it.
static char *to_library(Datum argument) {
  char *copy = text_to_cstring(DatumGetTextPP(argument));
  return pg_server_to_any(copy, strlen(copy), PG_UTF8);
}

// MARK: The store of this backend

static char *database;
static geocode *store;
static char store_path[MAXPGPATH];

static struct {
  bool is_known;
  double latitude, longitude;
  char languages[64];
  const char *detail;
  geocode_placemark *placemark;
} last;

static void forget(void) {
  geocode_placemark_free(last.placemark);
  last.placemark = NULL;
  last.is_known = false;
}

// Ends the statement with a message of the library.
static void report(geocode_status status, char *message) {
  char *text = pstrdup(message ? message : "out of memory");
  geocode_free(message);
  // What is no UTF-8 in a path stands there as U+FFFD, which few encodings have.
  for (char *mark; (mark = strstr(text, "\xEF\xBF\xBD"));) {
    *mark = '?';
    memmove(mark + 1, mark + 3, strlen(mark + 3) + 1);
  }
  ereport(
      ERROR, (errcode(
                  status == GEOCODE_INVALID   ? ERRCODE_INVALID_PARAMETER_VALUE
                  : status == GEOCODE_MISSING ? ERRCODE_UNDEFINED_FILE
                  : status == GEOCODE_DAMAGED ? ERRCODE_DATA_CORRUPTED
                                              : ERRCODE_IO_ERROR),
              errmsg("%s", to_server(text))));
}

// Opens the store that is set, if another one is open or none.
static void open_store(void) {
  geocode *opened;
  char *message;
  geocode_status status;
  if (!database || !*database) {
    ereport(
        ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("geocode.database is not set"),
                errhint("ALTER SYSTEM SET geocode.database = '/path/of/a/store.sqlite', then SELECT pg_reload_conf().")));
  }
  if (store && strcmp(store_path, database) == 0) return;
  if (strlen(database) >= sizeof store_path) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the path in geocode.database is too long")));
  }
  // A backend that a signal ends takes all others with it.
  geocode_guard();
  status = geocode_open(database, &opened, &message);
  if (status != GEOCODE_OK) report(status, message);
  forget();
  geocode_close(store);
  store = opened;
  strlcpy(store_path, database, sizeof store_path);
}

// The placemark at a point, which the backend keeps until the next question; NULL where nothing is known.
static const geocode_placemark *ask(double latitude, double longitude, const char *languages, const char *detail) {
  geocode_options options = GEOCODE_OPTIONS;
  geocode_placemark *placemark;
  char *message;
  geocode_status status;
  if (!(fabs(latitude) <= 90 && fabs(longitude) <= 180)) return NULL;
  open_store();
  if (!languages) languages = "";
  if (last.is_known && last.latitude == latitude && last.longitude == longitude && strcmp(last.languages, languages) == 0 &&
      (strcmp(last.detail, detail) == 0 || strcmp(last.detail, "address") == 0)) {
    return last.placemark;
  }
  if (*languages) options.languages = languages;
  options.detail = detail;
  status = geocode_placemark_at(store, latitude, longitude, &options, &placemark, &message);
  if (status == GEOCODE_NOT_FOUND) {
    geocode_free(message);
  } else if (status != GEOCODE_OK) {
    report(status, message);
  }
  forget();
  last.placemark = placemark;
  last.is_known = strlen(languages) < sizeof last.languages;
  last.latitude = latitude;
  last.longitude = longitude;
  last.detail = detail;
  strlcpy(last.languages, languages, sizeof last.languages);
  return placemark;
}

// A column that is no field of placemarks: a code, a layer of own areas, what is known of the road. Null where it is not known.
static char *ask_column(double latitude, double longitude, const char *column, const char *languages) {
  geocode_options options = GEOCODE_OPTIONS;
  char *value, *message, *copy;
  geocode_status status;
  bool is_place = fabs(latitude) <= 90 && fabs(longitude) <= 180;
  open_store();
  if (languages && *languages) options.languages = languages;
  // A name that is wrong is wrong for every row.
  status = geocode_text(store, is_place ? latitude : 0, is_place ? longitude : 0, column, &options, &value, &message);
  if (status == GEOCODE_NOT_FOUND) {
    geocode_free(message);
    return NULL;
  }
  if (status != GEOCODE_OK) report(status, message);
  if (!value) return NULL;
  copy = is_place ? pstrdup(value) : NULL;
  geocode_free(value);
  return copy ? to_server(copy) : NULL;
}

static const char *field_text(const geocode_field *field, const geocode_placemark *placemark) {
  return *(const char *const *)((const char *)placemark + field->offset);
}

static double field_number(const geocode_field *field, const geocode_placemark *placemark) {
  return *(const double *)((const char *)placemark + field->offset);
}

// MARK: Functions

PG_FUNCTION_INFO_V1(geocode_placemark_row);
Datum geocode_placemark_row(PG_FUNCTION_ARGS) {
  Datum *values;
  bool *nulls;
  TupleDesc type;
  const geocode_placemark *placemark;
  char *languages;
  if (PG_ARGISNULL(0) || PG_ARGISNULL(1)) PG_RETURN_NULL();
  if (get_call_result_type(fcinfo, NULL, &type) != TYPEFUNC_COMPOSITE) elog(ERROR, "reverse_geocode returns a row");
  languages = PG_ARGISNULL(2) ? NULL : to_library(PG_GETARG_DATUM(2));
  placemark = ask(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1), languages, "address");
  if (!placemark) PG_RETURN_NULL();
  values = palloc0(sizeof *values * type->natts);
  nulls = palloc0(sizeof *nulls * type->natts);
  for (int index = 0; index < type->natts; index++) {
    Form_pg_attribute attribute = TupleDescAttr(type, index);
    const geocode_field *field = find_field(NameStr(attribute->attname));
    bool is_number = attribute->atttypid == FLOAT8OID;
    nulls[index] = true;
    if (!field || is_number != (field->is_number != 0)) continue;
    if (is_number) {
      values[index] = Float8GetDatum(field_number(field, placemark));
    } else {
      const char *value = field_text(field, placemark);
      if (!value) continue;
      values[index] = CStringGetTextDatum(to_server(value));
    }
    nulls[index] = false;
  }
  PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(type), values, nulls)));
}

PG_FUNCTION_INFO_V1(geocode_placemark_column);
Datum geocode_placemark_column(PG_FUNCTION_ARGS) {
  const geocode_field *field;
  const geocode_placemark *placemark;
  char *name, *languages;
  const char *value;
  if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2)) PG_RETURN_NULL();
  name = to_library(PG_GETARG_DATUM(2));
  field = find_field(name);
  languages = PG_ARGISNULL(3) ? NULL : to_library(PG_GETARG_DATUM(3));
  if (!field) {
    char *text = ask_column(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1), name, languages);
    if (!text) PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text(text));
  }
  placemark = ask(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1), languages, field->detail);
  if (!placemark) PG_RETURN_NULL();
  if (field->is_number) PG_RETURN_TEXT_P(cstring_to_text(psprintf("%.15g", field_number(field, placemark))));
  value = field_text(field, placemark);
  if (!value) PG_RETURN_NULL();
  PG_RETURN_TEXT_P(cstring_to_text(to_server(value)));
}

PG_FUNCTION_INFO_V1(geocode_reload_store);
Datum geocode_reload_store(PG_FUNCTION_ARGS) {
  char *message;
  geocode_status status;
  open_store();
  status = geocode_reload(store, &message);
  if (status != GEOCODE_OK) report(status, message);
  forget();
  PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(geocode_attribution_text);
Datum geocode_attribution_text(PG_FUNCTION_ARGS) {
  char *attribution, *copy;
  open_store();
  attribution = geocode_attribution(store);
  copy = pstrdup(attribution ? attribution : "");
  geocode_free(attribution);
  PG_RETURN_TEXT_P(cstring_to_text(to_server(copy)));
}

void _PG_init(void) {
  // Whoever sets it has the server read a file: not for every user.
  DefineCustomStringVariable(
      "geocode.database", "The store that reverse_geocode answers from.", "Made by 'geocode import'.", &database, "", PGC_SUSET, 0,
      NULL, NULL, NULL);
#if PG_VERSION_NUM >= 150000
  MarkGUCPrefixReserved("geocode");
#endif
}
