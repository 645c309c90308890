#pragma once
#include <libdeflate.h>
#include <lz4.h>
#include <zlib.h>
#include <zstd.h>
