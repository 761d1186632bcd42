// Opens pictures and documents: the header first, then the pixels, without opening the file twice where possible.
#include <stdlib.h>

#include "internal.h"

// Resampling is not worthwhile for a picture up to this factor above the wanted size.
static const double SLACK = 1.15;

// Resolution of PDF pages in dots per inch. A 0.25 mm module is then 2 pixels wide.
static const double DPI = 200.0;

// The maximum longer side of a PDF page in pixels: A2 at 200 dots per inch. Larger pages are drawn at a lower
// resolution.
enum { PAGE_SIDE = 4800 };

struct cvips_picture {
  // Opened at full size and not yet evaluated; NULL when it must be opened again.
  VipsImage *image;
  const void *bytes;
  size_t byte_count;
  int format, page;
  int is_on_black;
  double dpi;
  // Of a document; at most 255 bytes, empty without one.
  char password[256];
};

// The picture, with nothing decoded yet; NULL when the loader refuses it. `scale` is for JPEG (1, 1/2, 1/4, 1/8) and
// for WebP. libvips would keep a large WebP in a temporary file; "memory" prevents that, as does the sandbox.
static VipsImage *load(const cvips_picture *from, double scale) {
  VipsImage *image = NULL;
  void *buffer = (void *) from->bytes;
  const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
  const VipsFailOn fail = VIPS_FAIL_ON_TRUNCATED;
  size_t count = from->byte_count;
  int shrink = (int) (1 / scale);
  switch (from->format) {
  case CVIPS_JPEG:
    vips_jpegload_buffer(buffer, count, &image, "access", access, "fail-on", fail, "shrink", shrink, NULL);
    break;
  case CVIPS_PNG:
    vips_pngload_buffer(buffer, count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_WEBP:
    vips_webpload_buffer(buffer, count, &image, "memory", TRUE, "fail-on", fail, "scale", scale, NULL);
    break;
  case CVIPS_HEIF:
    vips_heifload_buffer(buffer, count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_TIFF:
    vips_tiffload_buffer(buffer, count, &image, "access", access, "fail-on", fail, "page", from->page, NULL);
    break;
  case CVIPS_GIF:
    vips_gifload_buffer(buffer, count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_PDF:
    vips_pdfload_buffer(
      buffer, count, &image, "access", access, "page", from->page, "dpi", from->dpi, "password",
      from->password[0] ? from->password : NULL, NULL);
    break;
  }
  return image;
}

static int longer_side(VipsImage *image) {
  return VIPS_MAX(vips_image_get_width(image), vips_image_get_height(image));
}

int cvips_open(
  const void *bytes, size_t byte_count, int format, int page, const char *password, cvips_picture **picture,
  cvips_header *header) {
  if (!cvips_has_loader(format)) return CVIPS_NO_LOADER;
  cvips_picture opened = {NULL, bytes, byte_count, format, page, FALSE, DPI, ""};
  g_strlcpy(opened.password, password, sizeof opened.password);
  if (!(opened.image = load(&opened, 1))) return cvips_failed();
  if (format == CVIPS_PDF && longer_side(opened.image) > PAGE_SIDE) {
    opened.dpi = DPI * PAGE_SIDE / longer_side(opened.image);
    g_object_unref(opened.image);
    if (!(opened.image = load(&opened, 1))) return cvips_failed();
  }
  if (!(*picture = malloc(sizeof opened))) {
    g_object_unref(opened.image);
    return CVIPS_OUT_OF_MEMORY;
  }
  **picture = opened;
  header->width = vips_image_get_width(opened.image);
  header->height = vips_image_get_height(opened.image);
  header->orientation = vips_image_get_orientation(opened.image);
  int has_pages = format == CVIPS_TIFF || format == CVIPS_PDF || format == CVIPS_GIF || format == CVIPS_WEBP;
  header->page_count = has_pages ? vips_image_get_n_pages(opened.image) : 1;
  header->pixel_byte_count = VIPS_IMAGE_SIZEOF_PEL(opened.image) > 1024 ? 1024 : VIPS_IMAGE_SIZEOF_PEL(opened.image);
  header->is_interlaced = vips_image_get_typeof(opened.image, "interlaced") != 0;
  return CVIPS_OK;
}

int cvips_lay_on_black(cvips_picture *picture) {
  if (!picture->image && !(picture->image = load(picture, 1))) return 0;
  picture->is_on_black = vips_image_hasalpha(picture->image);
  return picture->is_on_black;
}

int cvips_redraw(cvips_picture *picture, double factor) {
  if (picture->format != CVIPS_PDF) return 0;
  if (!picture->image && !(picture->image = load(picture, 1))) return 0;
  factor = VIPS_MIN(factor, (double) PAGE_SIDE / longer_side(picture->image));
  if (factor <= SLACK) return 0;
  g_object_unref(picture->image);
  picture->image = NULL;
  picture->dpi *= factor;
  return 1;
}

void cvips_close(cvips_picture *picture) {
  if (picture->image) g_object_unref(picture->image);
  free(picture);
}

// Makes *image grey, 8 bits per pixel, on white or black.
static int flatten_colours(VipsImage **image, int is_on_black) {
  VipsImage *made = NULL;
  VipsInterpretation kind = vips_image_guess_interpretation(*image);
  int plain = vips_image_get_format(*image) == VIPS_FORMAT_UCHAR &&
    (kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_B_W);
  if (!plain && vips_colourspace_issupported(*image)) {
    VipsInterpretation space = vips_image_get_bands(*image) < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (cvips_replaced(image, vips_colourspace(*image, &made, space, NULL), &made)) return -1;
  }
  if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR) {
    if (cvips_replaced(image, vips_cast_uchar(*image, &made, NULL), &made)) return -1;
  }
  return cvips_replaced(image, cvips_grey_of(*image, is_on_black, &made), &made);
}

// The scale at which the decoder itself should decode a picture of `side` pixels.
static double scale_of_decoder(int format, int side, int longest) {
  double scale = 1;
  if (longest <= 0) return scale;
  // The JPEG decoder halves at almost no cost, as long as more remains than we want.
  while (format == CVIPS_JPEG && scale > 0.125 && side * scale / 2 >= longest * 0.9) scale /= 2;
  // The WebP decoder shrinks to any size, and so never holds the full-size picture.
  if (format == CVIPS_WEBP && side > longest * SLACK) scale = (double) longest / side;
  return scale;
}

// Prepares the page at about `longest` pixels, grey or in its original colours; nothing is evaluated yet.
static int open_shrunk(
  cvips_picture *picture, const void *bytes, size_t byte_count, int longest, int is_grey, VipsImage **opened,
  int *orientation) {
  VipsImage *image = picture->image, *made = NULL;
  if (image && (bytes != picture->bytes || byte_count != picture->byte_count)) {
    // The bytes moved, but the opened picture refers to their old address.
    g_object_unref(image);
    image = NULL;
  }
  picture->bytes = bytes;
  picture->byte_count = byte_count;
  picture->image = NULL;
  if (!image && !(image = load(picture, 1))) return -1;
  *orientation = vips_image_get_orientation(image);
  double scale = scale_of_decoder(picture->format, longer_side(image), longest);
  if (scale < 1) {
    g_object_unref(image);
    if (!(image = load(picture, scale))) return -1;
  }
  int side = longer_side(image);
  // Convert to grey first: resampling dominates the time, and its cost grows with the number of bands.
  int status = is_grey ? flatten_colours(&image, picture->is_on_black) : 0;
  if (status == 0 && longest > 0 && side > longest * SLACK) {
    status = cvips_replaced(&image, vips_resize(image, &made, (double) longest / side, NULL), &made);
  }
  *opened = image;
  return status;
}

int cvips_read(cvips_picture *picture, const void *bytes, size_t byte_count, int longest, cvips_grey *grey) {
  VipsImage *image = NULL;
  int orientation = 1;
  int status = open_shrunk(picture, bytes, byte_count, longest, TRUE, &image, &orientation);
  if (status == 0) status = cvips_evaluate(image, orientation, grey);
  if (image) g_object_unref(image);
  return status == 0 ? CVIPS_OK : cvips_failed();
}

int cvips_read_colour(cvips_picture *picture, const void *bytes, size_t byte_count, int longest, cvips_colour *colour) {
  VipsImage *image = NULL;
  int orientation = 1;
  int status = open_shrunk(picture, bytes, byte_count, longest, FALSE, &image, &orientation);
  if (status == 0) status = cvips_flatten_to_srgb(&image);
  if (status == 0) status = cvips_evaluate_colour(image, orientation, colour);
  if (image) g_object_unref(image);
  return status == 0 ? CVIPS_OK : cvips_failed();
}
