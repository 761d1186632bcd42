#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

#include "cpictures.h"

// Releases *image and replaces it by the result of an operation.
static int replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

// Where each pixel of the photo is on the sheet: turned about the middle, further away towards the top.
static VipsImage *places(int width, int height, double sheet_width, double sheet_height, cpictures_shot shot) {
  float *place = malloc(sizeof(float) * 2 * width * height);
  if (!place) return NULL;
  const double angle = shot.degrees * G_PI / 180, sine = sin(angle), cosine = cos(angle);
  // The sheet fills four fifths of the photo's width.
  const double scale = sheet_width / (0.8 * width);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const double far = 1 + shot.tilt * (0.5 - (double) y / height);
      const double across = (x - width / 2.0) * scale * far, down = (y - height / 2.0) * scale * far;
      float *to = place + 2 * ((size_t) y * width + x);
      to[0] = (float) (sheet_width / 2 + across * cosine + down * sine);
      to[1] = (float) (sheet_height / 2 - across * sine + down * cosine);
    }
  }
  VipsImage *image = vips_image_new_from_memory_copy(
    place, sizeof(float) * 2 * width * height, width, height, 2, VIPS_FORMAT_FLOAT);
  free(place);
  return image;
}

static int with_noise(VipsImage **image, double sigma) {
  VipsImage *noise = NULL, *made = NULL;
  if (vips_gaussnoise(&noise, (*image)->Xsize, (*image)->Ysize, "sigma", sigma, "mean", 0.0, "seed", 7, NULL)) {
    return -1;
  }
  int status = replaced(image, vips_add(*image, noise, &made, NULL), &made);
  g_object_unref(noise);
  return status;
}

// Puts the sheet on the table and photographs it through the lens.
static int shoot(VipsImage **image, cpictures_shot shot) {
  VipsImage *made = NULL;
  if (replaced(image, vips_colourspace(*image, &made, VIPS_INTERPRETATION_B_W, NULL), &made)) return -1;
  if (vips_image_hasalpha(*image) && replaced(image, vips_flatten(*image, &made, NULL), &made)) return -1;
  double table = 110;
  VipsArrayDouble *background = vips_array_double_new(&table, 1);
  VipsImage *index = places(shot.width, shot.width * 4 / 3, (*image)->Xsize, (*image)->Ysize, shot);
  int status = index ? 0 : -1;
  if (status == 0) {
    status = replaced(
      image,
      vips_mapim(*image, &made, index, "extend", VIPS_EXTEND_BACKGROUND, "background", background, NULL), &made);
    g_object_unref(index);
  }
  vips_area_unref(VIPS_AREA(background));
  if (status == 0 && shot.sigma > 0) status = replaced(image, vips_gaussblur(*image, &made, shot.sigma, NULL), &made);
  if (status == 0) status = with_noise(image, shot.noise);
  if (status == 0) status = replaced(image, vips_cast(*image, &made, VIPS_FORMAT_UCHAR, NULL), &made);
  return status;
}

int cpictures_photograph(
  const uint8_t *picture, size_t picture_byte_count, cpictures_shot shot, uint8_t **bytes, size_t *byte_count) {
  VipsImage *image = vips_image_new_from_buffer(picture, picture_byte_count, "", NULL);
  if (!image) return -1;
  int status = shoot(&image, shot);
  void *made = NULL;
  if (status == 0) status = vips_jpegsave_buffer(image, &made, byte_count, "Q", shot.quality, NULL);
  if (status == 0) {
    *bytes = malloc(*byte_count);
    memcpy(*bytes, made, *byte_count);
    g_free(made);
  }
  if (image) g_object_unref(image);
  return status == 0 ? 0 : -1;
}

int cpictures_open_grey(const char *path, uint8_t **pixels, int *width, int *height) {
  VipsImage *image = vips_image_new_from_file(path, NULL);
  VipsImage *made = NULL;
  if (!image || replaced(&image, vips_colourspace(image, &made, VIPS_INTERPRETATION_B_W, NULL), &made)) return -1;
  size_t byte_count = 0;
  void *memory = vips_image_write_to_memory(image, &byte_count);
  const int is_grey = image->Bands == 1 && byte_count == (size_t) image->Xsize * image->Ysize;
  if (memory && is_grey && (*pixels = malloc(byte_count))) {
    memcpy(*pixels, memory, byte_count);
    *width = image->Xsize;
    *height = image->Ysize;
  }
  g_object_unref(image);
  g_free(memory);
  return is_grey && *pixels ? 0 : -1;
}
