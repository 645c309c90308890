// The system's C library: the one place that imports it. Whoever needs `open`, `cos` or `errno` imports this module.
// The code is for Linux with the GNU C library; another system would begin here.
@_exported public import Glibc
