// The files of the web app's folder `Site`, which the compiler embeds (C23, 6.10.4).
#ifndef CSITE_H
#define CSITE_H

#include <stddef.h>
#include <stdint.h>

struct csite_file {
  const char *name;
  const uint8_t *text;  // ends with a zero byte
};

// The file with this number, counted from 0; NULL behind the last.
const struct csite_file *csite_file(size_t number);

#endif
