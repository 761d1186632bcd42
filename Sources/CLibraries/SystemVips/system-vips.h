// Only names the library for Cvips, whose shims include <vips/vips.h> themselves.
