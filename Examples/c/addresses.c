// Prints the address of a coordinate, then answers a million points around it as columns of Arrow.
//
//   cc -Wall -Wextra -Werror addresses.c $(pkg-config --cflags --libs geocode) -o addresses
//   ./addresses STORE LATITUDE LONGITUDE [POINTS]

#include <geocode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(geocode_status status, char *message) {
  fprintf(stderr, "addresses: %s\n", message ? message : "no memory");
  geocode_free(message);
  return status == GEOCODE_NOT_FOUND ? 1 : 70;
}

static int32_t show(void *context, int64_t done, int64_t total) {
  (void)context;
  fprintf(stderr, "\r%lld of %lld points", (long long)done, (long long)total);
  return 0;
}

// How many points are in a city with this name.
static int64_t count(const struct ArrowArray *column, const char *city) {
  const struct ArrowArray *names = column->dictionary;
  const int32_t *offsets = names->buffers[1], *numbers = column->buffers[1];
  const char *bytes = names->buffers[2];
  const uint8_t *known = column->buffers[0];
  int64_t found = 0;
  for (int64_t row = 0; row < column->length; row++) {
    if (known && !(known[row / 8] >> (row % 8) & 1)) continue;
    int32_t start = offsets[numbers[row]], length = offsets[numbers[row] + 1] - start;
    found += (size_t)length == strlen(city) && memcmp(bytes + start, city, (size_t)length) == 0;
  }
  return found;
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5) {
    fprintf(stderr, "usage: addresses STORE LATITUDE LONGITUDE [POINTS]\n");
    return 64;
  }
  double latitude = atof(argv[2]), longitude = atof(argv[3]);
  geocode *store;
  char *message;
  geocode_status status = geocode_open(argv[1], &store, &message);
  if (status != GEOCODE_OK) return fail(status, message);

  geocode_options options = GEOCODE_OPTIONS;
  options.languages = "en";
  geocode_placemark *placemark;
  status = geocode_placemark_at(store, latitude, longitude, &options, &placemark, &message);
  if (status != GEOCODE_OK) {
    geocode_close(store);
    return fail(status, message);
  }
  printf("%s\n", placemark->formatted_address ? placemark->formatted_address : "no address");

  if (argc == 5) {
    int64_t points = atoll(argv[4]);
    double *latitudes = malloc(sizeof(double) * (size_t)points), *longitudes = malloc(sizeof(double) * (size_t)points);
    if (!latitudes || !longitudes) return 71;
    for (int64_t row = 0; row < points; row++) {
      latitudes[row] = latitude + (double)(row % 1000) / 1e5;
      longitudes[row] = longitude + (double)(row / 1000) / 1e5;
    }
    options.progress = show;
    struct ArrowArray array;
    struct ArrowSchema schema;
    status = geocode_columns(store, latitudes, longitudes, points, "city,street,status", &options, &array, &schema, &message);
    free(latitudes);
    free(longitudes);
    if (status == GEOCODE_OK) {
      fprintf(stderr, "\n");
      printf("%lld of them in %s\n", (long long)count(array.children[0], placemark->city ? placemark->city : ""),
             placemark->city ? placemark->city : "no city");
      array.release(&array);
      schema.release(&schema);
    } else {
      fail(status, message);
    }
  }
  geocode_placemark_free(placemark);
  geocode_close(store);
  return status == GEOCODE_OK ? 0 : 70;
}
