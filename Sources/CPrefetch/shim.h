#pragma once

/// Tells the processor that the bytes at an address are needed soon, so that it fetches their line of the cache while it does
/// something else. Only advice: any address will do, and nothing waits.
static inline void cprefetch(const void *address) { __builtin_prefetch(address); }
