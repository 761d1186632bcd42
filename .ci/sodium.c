// What libsodium calls of itself and is not built as WebAssembly for a pocket's page.
#include <stddef.h>
#include <string.h>

// Argon2 fills its output with random bytes before it begins, so that whoever ignores its status has no known key. The page
// does not ignore it, and opens only: nothing there is random.
void randombytes_buf(void *const buffer, const size_t size) { memset(buffer, 0, size); }
