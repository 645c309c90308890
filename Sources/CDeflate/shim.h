// libdeflate, for compressed answers over HTTP. The importer's CCompression has it, too, but would link LZ4 and Zstandard into
// the daemon.
#include <libdeflate.h>
