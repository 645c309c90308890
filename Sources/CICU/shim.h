#pragma once
#include <unicode/uloc.h>
#include <unicode/utypes.h>
