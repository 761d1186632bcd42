#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop: calls `take` with one input after the other, controlled by the command line's arguments.
/// https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"
int LLVMFuzzerRunDriver(int *count, char ***words, int (*take)(const uint8_t *start, size_t count));
