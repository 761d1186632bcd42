// The files of the web app's pages, which the compiler embeds (C23, 6.10.4): what `.ci/site` makes, and the rest of the
// folder `Site`.
#ifndef CSITE_H
#define CSITE_H

#include <stddef.h>
#include <stdint.h>

struct csite_file {
  const char *name;
  const uint8_t *bytes;
  size_t byte_count;
};

// The file with this number, counted from 0; NULL behind the last.
const struct csite_file *csite_file(size_t number);

// The same of a pocket, which is a page of its own.
const struct csite_file *csite_pocket_file(size_t number);

#endif
