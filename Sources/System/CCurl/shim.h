#pragma once
#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function a type of argument. */

typedef size_t (*curl_transfer_function)(char *, size_t, size_t, void *);
typedef int (*curl_progress_function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_offset(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

/* libcurl keeps a copy. */
static inline CURLcode curl_set_string(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

/* libcurl keeps the pointer: it must outlive the transfer. */
static inline CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_transfer_function(CURL *curl, CURLoption option, curl_transfer_function value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_progress_function(CURL *curl, curl_progress_function value) {
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode curl_set_debug_function(CURL *curl, curl_debug_callback value) {
    return curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, value);
}

static inline CURLcode curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
