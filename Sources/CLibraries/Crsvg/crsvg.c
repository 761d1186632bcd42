#include "crsvg.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

// CSS Values 4, 6.2: a pixel unit is 1/96 inch; a PDF point is 1/72 inch.
static const double UNITS_PER_INCH = 96.0, POINTS_PER_INCH = 72.0;

// A form feed, which no XML document contains (XML 1.0, 2.2).
enum { PAGE_BREAK = '\f' };

static char reason[160];

const char *crsvg_reason(void) { return reason; }

const char *crsvg_version(void) { return LIBRSVG_VERSION; }

const char *crsvg_cairo_version(void) { return cairo_version_string(); }

static int failed(const char *words) {
  g_strlcpy(reason, words, sizeof reason);
  reason[strcspn(reason, "\n")] = 0;
  return CRSVG_NOT_DRAWABLE;
}

// Collects cairo's output; doubles the buffer so that the cost stays linear.
typedef struct {
  crsvg_file file;
  size_t capacity;
} growing;

static cairo_status_t append(void *closure, const unsigned char *bytes, unsigned count) {
  growing *to = closure;
  if (to->file.byte_count + count > to->capacity) {
    size_t capacity = 2 * (to->file.byte_count + count);
    uint8_t *larger = realloc(to->file.bytes, capacity);
    if (!larger) return CAIRO_STATUS_NO_MEMORY;
    to->file.bytes = larger;
    to->capacity = capacity;
  }
  memcpy(to->file.bytes + to->file.byte_count, bytes, count);
  to->file.byte_count += count;
  return CAIRO_STATUS_SUCCESS;
}

static int size_of(RsvgHandle *handle, double *width, double *height) {
  RsvgRectangle box;
  gboolean has_width, has_height, has_box;
  RsvgLength ignored;
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) return 1;
  rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &ignored, &has_height, &ignored, &has_box, &box);
  *width = box.width;
  *height = box.height;
  return has_box;
}

static cairo_surface_t *new_surface(int output, double width, double height, growing *to) {
  if (output == CRSVG_PDF) return cairo_pdf_surface_create_for_stream(append, to, width, height);
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int) (width + 0.5), (int) (height + 0.5));
}

static int draw(RsvgHandle *handle, cairo_surface_t *surface, int output, double width, double height) {
  cairo_t *canvas = cairo_create(surface);
  if (output == CRSVG_PNG) {
    cairo_set_source_rgb(canvas, 1, 1, 1);
    cairo_paint(canvas);
  }
  RsvgRectangle page = {0, 0, width, height};
  GError *error = NULL;
  int status = CRSVG_OK;
  if (!rsvg_handle_render_document(handle, canvas, &page, &error)) {
    status = failed(error ? error->message : "not rendered");
    g_clear_error(&error);
  } else if (output == CRSVG_PDF) {
    cairo_show_page(canvas);
  }
  cairo_destroy(canvas);
  return status;
}

// Draws one drawing: on a new surface, or on the next page of a PDF's.
static int draw_page(
  const void *svg, size_t byte_count, int output, double dpi, double longest, growing *to,
  cairo_surface_t **surface) {
  GError *error = NULL;
  RsvgHandle *handle = rsvg_handle_new_from_data(svg, byte_count, &error);
  if (!handle) {
    int status = failed(error ? error->message : "not parsed");
    g_clear_error(&error);
    return status;
  }
  rsvg_handle_set_dpi(handle, UNITS_PER_INCH);
  const double scale = (output == CRSVG_PDF ? POINTS_PER_INCH : dpi) / UNITS_PER_INCH;
  double width = 0, height = 0;
  int status = size_of(handle, &width, &height) ? CRSVG_OK : failed("the drawing has no size");
  width *= scale;
  height *= scale;
  if (status == CRSVG_OK && !(width >= 1 && height >= 1 && width <= longest && height <= longest)) {
    status = failed("the drawing is too small or too large");
  }
  if (status == CRSVG_OK) {
    if (*surface) {
      cairo_pdf_surface_set_size(*surface, width, height);
    } else {
      *surface = new_surface(output, width, height, to);
    }
    status = draw(handle, *surface, output, width, height);
  }
  g_object_unref(handle);
  return status;
}

// Writes the file. A PDF's surface records failures of writing; for a PNG only the call reports them.
static int written(cairo_surface_t *surface, int output, growing *to) {
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  if (output == CRSVG_PNG) status = cairo_surface_write_to_png_stream(surface, append, to);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_NO_MEMORY) return CRSVG_OUT_OF_MEMORY;
  return status == CAIRO_STATUS_SUCCESS ? CRSVG_OK : failed(cairo_status_to_string(status));
}

int crsvg_render(
  const void *svg, size_t byte_count, int output, double dpi, double longest, crsvg_file *file) {
  growing to = {{NULL, 0}, 0};
  cairo_surface_t *surface = NULL;
  const char *rest = svg, *end = rest + byte_count;
  int status;
  do {
    const char *page_break = output == CRSVG_PDF ? memchr(rest, PAGE_BREAK, end - rest) : NULL;
    const char *page_end = page_break ? page_break : end;
    status = draw_page(rest, page_end - rest, output, dpi, longest, &to, &surface);
    rest = page_break ? page_break + 1 : end;
  } while (status == CRSVG_OK && rest < end);
  if (status == CRSVG_OK) status = written(surface, output, &to);
  if (surface) cairo_surface_destroy(surface);
  if (status == CRSVG_OK) {
    *file = to.file;
  } else {
    free(to.file.bytes);
  }
  return status;
}
