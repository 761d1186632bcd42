#include "parts.h"

#include <stdlib.h>
#include <string.h>

int carchive_append(growing *to, const void *bytes, size_t count) {
  if (count > to->capacity - to->count) {
    size_t capacity = 2 * (to->count + count);
    uint8_t *larger = realloc(to->bytes, capacity);
    if (!larger) return 0;
    to->bytes = larger;
    to->capacity = capacity;
  }
  if (count) memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
  return 1;
}

locale_t carchive_enter_unicode(void) {
  locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);
  if (unicode) uselocale(unicode);
  return unicode;
}

void carchive_leave_unicode(locale_t unicode) {
  if (!unicode) return;
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(unicode);
}
