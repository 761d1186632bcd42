// Only makes the library known to Cvips, whose shims include <vips/vips.h> themselves.
