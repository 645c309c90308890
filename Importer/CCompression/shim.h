#pragma once
#include <libdeflate.h>
#include <lz4.h>
#include <zstd.h>
