// A loadable extension for SQLite that answers with addresses of coordinates. README.md beside this file says how it is used.
//
//   reverse_geocode(latitude, longitude)                      the address on one line
//   reverse_geocode(latitude, longitude, column)              one column of the placemark, such as 'city', or a layer of your own areas
//   reverse_geocode(latitude, longitude, column, languages)   the same in languages, such as 'de,en'
//   placemark(latitude, longitude [, languages])              a table with one row and a column for each field
//   geocode_open(path)                                        chooses the store of this connection; gives its attribution
//
// 1. Each connection has a store, which is opened when the first row asks, and the placemark of its last row: several columns of one row
//    cost one question.
// 2. What is no place, or where nothing is known, is NULL. Only a store that cannot be read is an error.

#include <geocode.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

// MARK: The columns

static const geocode_field *fields;
static size_t field_count;

static const geocode_field *find_field(const char *name) {
  for (size_t index = 0; index < field_count; index++) {
    if (sqlite3_stricmp(fields[index].name, name) == 0) return &fields[index];
  }
  return NULL;
}

// MARK: The store of a connection

struct connection {
  int users;
  geocode *store;
  char *path;
  // The last question and its answer; NULL where nothing is known.
  double latitude, longitude;
  char languages[64];
  const char *detail;
  geocode_placemark *placemark;
  int has_answer;
};

static void forget(struct connection *connection) {
  geocode_placemark_free(connection->placemark);
  connection->placemark = NULL;
  connection->has_answer = 0;
}

static void release(void *pointer) {
  struct connection *connection = pointer;
  if (--connection->users > 0) return;
  forget(connection);
  geocode_close(connection->store);
  sqlite3_free(connection->path);
  sqlite3_free(connection);
}

// Opens the store. Returns an error message to be freed by geocode_free, or NULL.
static char *open_store(struct connection *connection, const char *path) {
  geocode *store;
  char *message = NULL;
  if (geocode_open(path, &store, &message) != GEOCODE_OK) return message;
  char *copy = sqlite3_mprintf("%s", path);
  forget(connection);
  geocode_close(connection->store);
  sqlite3_free(connection->path);
  connection->store = store;
  connection->path = copy;
  return NULL;
}

// Opens the store that GEOCODE_DATABASE names, unless one is open.
static geocode_status need_store(struct connection *connection, char **message) {
  *message = NULL;
  if (connection->store) return GEOCODE_OK;
  const char *path = getenv("GEOCODE_DATABASE");
  if (!path || !*path) return GEOCODE_MISSING;
  return (*message = open_store(connection, path)) ? GEOCODE_UNREADABLE : GEOCODE_OK;
}

// Asks for a column that is no field of placemarks: a code, a layer of own areas, what is known of the road. The text is the caller's.
static geocode_status ask_column(
    struct connection *connection, double latitude, double longitude, const char *column, const char *languages, char **result,
    char **message) {
  *result = NULL;
  geocode_status status = need_store(connection, message);
  if (status != GEOCODE_OK) return status;
  geocode_options options = GEOCODE_OPTIONS;
  options.languages = languages && *languages ? languages : NULL;
  status = geocode_text(connection->store, latitude, longitude, column, &options, result, message);
  if (status != GEOCODE_NOT_FOUND) return status;
  geocode_free(*message);
  *message = NULL;
  return GEOCODE_OK;
}

// Asks about a point. Returns GEOCODE_OK with the placemark, to be freed by the caller, or NULL where nothing is known.
static geocode_status ask(
    struct connection *connection, double latitude, double longitude, const char *languages, const char *detail,
    geocode_placemark **result, char **message) {
  *result = NULL;
  geocode_status status = need_store(connection, message);
  if (status != GEOCODE_OK) return status;
  geocode_options options = GEOCODE_OPTIONS;
  options.languages = languages && *languages ? languages : NULL;
  options.detail = detail;
  status = geocode_placemark_at(connection->store, latitude, longitude, &options, result, message);
  if (status != GEOCODE_NOT_FOUND) return status;
  geocode_free(*message);
  *message = NULL;
  return GEOCODE_OK;
}

// The same, from what the connection remembers if it was asked last. The placemark stays the connection's.
static geocode_status recall(
    struct connection *connection, double latitude, double longitude, const char *languages, const char *detail,
    const geocode_placemark **result, char **message) {
  if (!languages) languages = "";
  int fits = strlen(languages) < sizeof connection->languages;
  int is_known = fits && connection->has_answer && connection->latitude == latitude && connection->longitude == longitude &&
                 strcmp(connection->languages, languages) == 0 &&
                 (strcmp(connection->detail, detail) == 0 || strcmp(connection->detail, "address") == 0);
  *message = NULL;
  if (!is_known) {
    geocode_placemark *placemark;
    geocode_status status = ask(connection, latitude, longitude, languages, detail, &placemark, message);
    *result = NULL;
    if (status != GEOCODE_OK) return status;
    forget(connection);
    connection->placemark = placemark;
    connection->has_answer = fits;
    connection->latitude = latitude;
    connection->longitude = longitude;
    connection->detail = detail;
    if (fits) strcpy(connection->languages, languages);
  }
  *result = connection->placemark;
  return GEOCODE_OK;
}

// Gives a field of a placemark.
static void give(sqlite3_context *context, const geocode_field *field, const geocode_placemark *placemark) {
  if (!placemark) return sqlite3_result_null(context);
  const char *place = (const char *)placemark + field->offset;
  if (field->is_number) return sqlite3_result_double(context, *(const double *)place);
  sqlite3_result_text(context, *(const char *const *)place, -1, SQLITE_TRANSIENT);
}

// Gives a text of the library if it is known, else null, and frees it.
static void give_text(sqlite3_context *context, char *text, int is_known) {
  if (is_known && text) {
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
  } else {
    sqlite3_result_null(context);
  }
  geocode_free(text);
}

// Whether two values are a place on Earth. Texts count if they are numbers, as columns of tables often are.
static int is_place(sqlite3_value *latitude, sqlite3_value *longitude, double *y, double *x) {
  for (int index = 0; index < 2; index++) {
    int type = sqlite3_value_numeric_type(index ? longitude : latitude);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return 0;
  }
  *y = sqlite3_value_double(latitude);
  *x = sqlite3_value_double(longitude);
  return fabs(*y) <= 90 && fabs(*x) <= 180;
}

static char *failure(geocode_status status, char *message) {
  if (status == GEOCODE_MISSING && !message) {
    return sqlite3_mprintf("no store: SELECT geocode_open('FILE'), or set GEOCODE_DATABASE");
  }
  char *text = sqlite3_mprintf("%s", message ? message : "out of memory");
  geocode_free(message);
  return text;
}

// MARK: Functions

static void reverse_geocode(sqlite3_context *context, int count, sqlite3_value **values) {
  struct connection *connection = sqlite3_user_data(context);
  const char *name = count > 2 ? (const char *)sqlite3_value_text(values[2]) : "address";
  if (!name) return sqlite3_result_error(context, "reverse_geocode: the column is NULL; give its name, such as 'city'", -1);
  const char *languages = count > 3 ? (const char *)sqlite3_value_text(values[3]) : NULL;
  const geocode_field *field = find_field(name);
  double latitude, longitude;
  int is_known = is_place(values[0], values[1], &latitude, &longitude);
  if (!is_known && field) return sqlite3_result_null(context);
  char *message;
  geocode_status status;
  if (field) {
    const geocode_placemark *placemark;
    status = recall(connection, latitude, longitude, languages, field->detail, &placemark, &message);
    if (status == GEOCODE_OK) return give(context, field, placemark);
  } else {
    // A name that is wrong is wrong for every row, also for those that are no place.
    char *value;
    status = ask_column(connection, is_known ? latitude : 0, is_known ? longitude : 0, name, languages, &value, &message);
    if (status == GEOCODE_OK) return give_text(context, value, is_known);
  }
  char *text = failure(status, message);
  sqlite3_result_error(context, text ? text : "out of memory", -1);
  sqlite3_free(text);
}

static void open_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct connection *connection = sqlite3_user_data(context);
  const char *path = (const char *)sqlite3_value_text(values[0]);
  char *message = path ? open_store(connection, path) : NULL;
  if (!path || message) {
    sqlite3_result_error(context, message ? message : "geocode_open: give the path of a store", -1);
    geocode_free(message);
    return;
  }
  char *attribution = geocode_attribution(connection->store);
  sqlite3_result_text(context, attribution ? attribution : "", -1, SQLITE_TRANSIENT);
  geocode_free(attribution);
}

// MARK: The table-valued function

struct table {
  sqlite3_vtab base;
  struct connection *connection;
};

// Behind the columns of the placemark stand hidden ones: the arguments. Their names are rare, as those of other tables in a join are found
// beside them.
#define HIDDEN_COLUMNS "asked_latitude HIDDEN, asked_longitude HIDDEN, asked_languages HIDDEN"
enum { hidden_count = 3 };

struct cursor {
  sqlite3_vtab_cursor base;
  geocode_placemark *placemark;
  sqlite3_value *arguments[hidden_count];
  int is_at_end;
};

static int table_connect(
    sqlite3 *database, void *data, int count, const char *const *words, sqlite3_vtab **result, char **message) {
  (void)count;
  (void)words;
  (void)message;
  char *schema = sqlite3_mprintf("CREATE TABLE placemark(");
  for (size_t index = 0; schema && index < field_count; index++) {
    char *longer = sqlite3_mprintf("%s\"%s\" %s,", schema, fields[index].name, fields[index].is_number ? "REAL" : "TEXT");
    sqlite3_free(schema);
    schema = longer;
  }
  char *whole = schema ? sqlite3_mprintf("%s" HIDDEN_COLUMNS ")", schema) : NULL;
  sqlite3_free(schema);
  if (!whole) return SQLITE_NOMEM;
  int code = sqlite3_declare_vtab(database, whole);
  sqlite3_free(whole);
  struct table *table = code == SQLITE_OK ? sqlite3_malloc(sizeof *table) : NULL;
  if (!table) return code == SQLITE_OK ? SQLITE_NOMEM : code;
  memset(table, 0, sizeof *table);
  table->connection = data;
  *result = &table->base;
  return SQLITE_OK;
}

static int table_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

// Arguments are equalities of the hidden columns. A plan that lacks latitude or longitude is refused. Of several equalities of one column the
// first is the argument, which SQLite compares with the others.
static int table_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  int place[hidden_count] = {-1, -1, -1};
  int is_later[hidden_count] = {0};
  for (int index = 0; index < info->nConstraint; index++) {
    int hidden = info->aConstraint[index].iColumn - (int)field_count;
    if (hidden < 0 || hidden >= hidden_count || info->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[index].usable) {
      is_later[hidden] = 1;
    } else if (place[hidden] < 0) {
      place[hidden] = index;
    }
  }
  for (int hidden = 0; hidden < hidden_count; hidden++) {
    if (is_later[hidden] && place[hidden] < 0) return SQLITE_CONSTRAINT;
  }
  if (place[0] < 0 || place[1] < 0) {
    table->zErrMsg = sqlite3_mprintf("placemark needs a latitude and a longitude: FROM t, placemark(t.lat, t.lon)");
    return SQLITE_ERROR;
  }
  int next = 0;
  for (int hidden = 0; hidden < hidden_count; hidden++) {
    if (place[hidden] < 0) continue;
    info->aConstraintUsage[place[hidden]].argvIndex = ++next;
    info->aConstraintUsage[place[hidden]].omit = 1;
  }
  info->estimatedCost = 10;
  info->estimatedRows = 1;
  return SQLITE_OK;
}

static int cursor_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  struct cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *result = &cursor->base;
  return SQLITE_OK;
}

static void cursor_forget(struct cursor *cursor) {
  geocode_placemark_free(cursor->placemark);
  cursor->placemark = NULL;
  for (int hidden = 0; hidden < hidden_count; hidden++) {
    sqlite3_value_free(cursor->arguments[hidden]);
    cursor->arguments[hidden] = NULL;
  }
}

static int cursor_close(sqlite3_vtab_cursor *cursor) {
  cursor_forget((struct cursor *)cursor);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

// A place gives one row, of which all is NULL where nothing is known; what is no place does so, too, so that no row of a join gets lost.
static int cursor_filter(sqlite3_vtab_cursor *base, int number, const char *name, int count, sqlite3_value **values) {
  (void)number;
  (void)name;
  struct cursor *cursor = (struct cursor *)base;
  struct table *table = (struct table *)base->pVtab;
  cursor_forget(cursor);
  cursor->is_at_end = 0;
  for (int hidden = 0; hidden < count; hidden++) {
    cursor->arguments[hidden] = sqlite3_value_dup(values[hidden]);
    if (!cursor->arguments[hidden]) return SQLITE_NOMEM;
  }
  double latitude, longitude;
  if (!is_place(values[0], values[1], &latitude, &longitude)) return SQLITE_OK;
  char *message;
  geocode_status status = ask(
      table->connection, latitude, longitude, count > 2 ? (const char *)sqlite3_value_text(values[2]) : NULL, "address",
      &cursor->placemark, &message);
  if (status == GEOCODE_OK) return SQLITE_OK;
  sqlite3_free(table->base.zErrMsg);
  table->base.zErrMsg = failure(status, message);
  return SQLITE_ERROR;
}

static int cursor_next(sqlite3_vtab_cursor *cursor) {
  ((struct cursor *)cursor)->is_at_end = 1;
  return SQLITE_OK;
}

static int cursor_is_at_end(sqlite3_vtab_cursor *cursor) { return ((struct cursor *)cursor)->is_at_end; }

static int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  struct cursor *cursor = (struct cursor *)base;
  if (column < (int)field_count) {
    give(context, &fields[column], cursor->placemark);
  } else if (cursor->arguments[column - (int)field_count]) {
    sqlite3_result_value(context, cursor->arguments[column - (int)field_count]);
  }
  return SQLITE_OK;
}

static int cursor_row(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
  (void)cursor;
  *row = 1;
  return SQLITE_OK;
}

static const sqlite3_module placemark_module = {
    .xConnect = table_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = table_disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_is_at_end,
    .xColumn = cursor_column,
    .xRowid = cursor_row,
};

// MARK: Loading

// Whether the connection has the functions, of which geocode_open comes last.
static int is_loaded(sqlite3 *database) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(database, "SELECT geocode_open(NULL)", -1, &statement, NULL);
  sqlite3_finalize(statement);
  return code == SQLITE_OK;
}

// The name that SQLite makes of geocode_sqlite.so.
int sqlite3_geocodesqlite_init(sqlite3 *database, char **message, const sqlite3_api_routines *api) {
  (void)message;
  SQLITE_EXTENSION_INIT2(api);
  // Who loads it again goes on with the store that is open.
  if (is_loaded(database)) return SQLITE_OK;
  fields = geocode_fields(&field_count);
  struct connection *connection = sqlite3_malloc(sizeof *connection);
  if (!connection) return SQLITE_NOMEM;
  memset(connection, 0, sizeof *connection);
  // Each registration holds the connection's state, also one that fails: SQLite lets go of it then.
  connection->users = 1;
  int code = SQLITE_OK;
  for (int count = 2; code == SQLITE_OK && count <= 4; count++) {
    connection->users++;
    code = sqlite3_create_function_v2(
        database, "reverse_geocode", count, SQLITE_UTF8, connection, reverse_geocode, NULL, NULL, release);
  }
  if (code == SQLITE_OK) {
    connection->users++;
    code = sqlite3_create_module_v2(database, "placemark", &placemark_module, connection, release);
  }
  if (code == SQLITE_OK) {
    connection->users++;
    code = sqlite3_create_function_v2(
        database, "geocode_open", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, connection, open_function, NULL, NULL, release);
  }
  release(connection);
  return code;
}
