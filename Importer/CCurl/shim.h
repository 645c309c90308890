#pragma once
#include <curl/curl.h>

// Swift calls no functions that take any number of arguments.
static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *text) { return curl_easy_setopt(curl, option, text); }
static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long number) { return curl_easy_setopt(curl, option, number); }
static inline CURLcode ccurl_set_offset(CURL *curl, CURLoption option, curl_off_t number) { return curl_easy_setopt(curl, option, number); }
static inline CURLcode ccurl_set_pointer(CURL *curl, CURLoption option, void *pointer) { return curl_easy_setopt(curl, option, pointer); }
static inline CURLcode ccurl_set_writer(CURL *curl, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(curl, option, function);
}
static inline CURLcode ccurl_set_progress(CURL *curl, int (*function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}
// Before 7.85 the protocols were bits of a number. Who has begun with https is not led away from it.
static inline void ccurl_set_protocols(CURL *curl, int onlySecure) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https,file");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, onlySecure ? "https" : "http,https");
#else
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS | CURLPROTO_FILE));
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS, (long)(onlySecure ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
static inline CURLcode ccurl_set_opener(CURL *curl, curl_opensocket_callback function) {
  return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline long ccurl_status(CURL *curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
// How many bytes were to come, -1 when nobody has said so, and how many came.
static inline curl_off_t ccurl_announced(CURL *curl) {
  curl_off_t count = -1;
  curl_easy_getinfo(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &count);
  return count;
}
static inline curl_off_t ccurl_received(CURL *curl) {
  curl_off_t count = 0;
  curl_easy_getinfo(curl, CURLINFO_SIZE_DOWNLOAD_T, &count);
  return count;
}
static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
