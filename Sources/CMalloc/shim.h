#pragma once

// Swift's module of the C library leaves this header out: malloc_trim and mallopt, which are glibc's own.
#include <malloc.h>
