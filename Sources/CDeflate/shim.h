// libdeflate, for compressed answers over HTTP.
#include <libdeflate.h>
