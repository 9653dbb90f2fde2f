/* Reads a GPX file with libxml2's SAX2 events, as a program in C would: positions, times and speeds into columns.
 * `sax FILE` prints the shortest time of several runs in ns, and the sums. */
#define _POSIX_C_SOURCE 200809L
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  double *lat, *lon, *ms, *mps;
  size_t n, room;
  char text[64];
  size_t length;
  int inside;
} Track;

static void grow(Track *t) {
  t->room = t->room ? 2 * t->room : 1024;
  double **columns[] = {&t->lat, &t->lon, &t->ms, &t->mps};
  for (int i = 0; i < 4; i++) *columns[i] = realloc(*columns[i], t->room * sizeof(double));
}

static void start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int n_namespaces,
                  const xmlChar **namespaces, int n_attributes, int n_defaulted, const xmlChar **a) {
  (void)prefix, (void)uri, (void)n_namespaces, (void)namespaces, (void)n_defaulted;
  Track *t = user;
  t->length = 0;
  if (strcmp((const char *)name, "trkpt") != 0) return;
  if (t->n == t->room) grow(t);
  t->inside = 1;
  t->ms[t->n] = t->mps[t->n] = 0;
  for (int i = 0; i < n_attributes; i++, a += 5) {
    double value = strtod((const char *)a[3], NULL);
    if (strcmp((const char *)a[0], "lat") == 0) t->lat[t->n] = value;
    if (strcmp((const char *)a[0], "lon") == 0) t->lon[t->n] = value;
  }
}

static void characters(void *user, const xmlChar *text, int length) {
  Track *t = user;
  if (!t->inside || t->length + (size_t)length >= sizeof t->text) return;
  memcpy(t->text + t->length, text, (size_t)length);
  t->length += (size_t)length;
  t->text[t->length] = 0;
}

static int two(const char *s) { return (s[0] - '0') * 10 + s[1] - '0'; }

/* 2026-10-07T10:00:00.250Z as ms since 1970. */
static double iso_8601(const char *s, size_t length) {
  if (length < 19) return 0;
  long year = two(s) * 100 + two(s + 2), month = two(s + 5), y = year - (month <= 2);
  long of_year = (153 * ((month + 9) % 12) + 2) / 5 + two(s + 8) - 1;
  long days = y / 400 * 146097 + y % 400 * 365 + y % 400 / 4 - y % 400 / 100 + of_year - 719468;
  double second = length > 20 && s[19] == '.' ? strtod(s + 19, NULL) : 0;
  return ((days * 24.0 + two(s + 11)) * 60 + two(s + 14)) * 60000 + two(s + 17) * 1000 + (long)(second * 1000 + 0.5);
}

static void end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)prefix, (void)uri;
  Track *t = user;
  if (!t->inside) return;
  if (strcmp((const char *)name, "time") == 0) t->ms[t->n] = iso_8601(t->text, t->length);
  if (strcmp((const char *)name, "speed") == 0) t->mps[t->n] = strtod(t->text, NULL);
  if (strcmp((const char *)name, "trkpt") == 0) t->n++, t->inside = 0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *bytes = malloc((size_t)size);
  if (fread(bytes, 1, (size_t)size, file) != (size_t)size) return 1;
  xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC, .startElementNs = start, .endElementNs = end, .characters = characters};
  double best = 1e18, began = now(), lat = 0, lon = 0, ms = 0, mps = 0;
  size_t n = 0;
  for (int run = 0; run < 3 || now() - began < 6e8; run++) {
    Track t = {0};
    double before = now();
    if (xmlSAXUserParseMemory(&handler, &t, bytes, (int)size) != 0) return 1;
    double took = now() - before;
    if (took < best) best = took;
    n = t.n, lat = lon = ms = mps = 0;
    for (size_t i = 0; i < n; i++) lat += t.lat[i], lon += t.lon[i], ms += t.ms[i], mps += t.mps[i];
    free(t.lat), free(t.lon), free(t.ms), free(t.mps);
  }
  printf("{\"ns\":%.0f,\"sums\":{\"points\":%zu,\"lat_deg\":%.17g,\"lon_deg\":%.17g,\"time_ms\":%.17g,\"speed_mps\":%.17g}}\n", best, n, lat, lon, ms, mps);
  return 0;
}
