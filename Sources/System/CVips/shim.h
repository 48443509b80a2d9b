#pragma once
#include <vips/vips.h>

// The operations of libvips are variadic, which Swift cannot call. Each function here names one call
// with the options we use. All return 0 for success and give the caller a new reference in `out`.

// A truncated picture is an error; damage that still leaves every row is not.
static inline int mantel_vips_load_jpeg(const void *bytes, size_t length, int shrink, VipsImage **out) {
    return vips_jpegload_buffer((void *)bytes, length, out, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL,
                                "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}
static inline int mantel_vips_load_png(const void *bytes, size_t length, VipsImage **out) {
    return vips_pngload_buffer((void *)bytes, length, out, "access", VIPS_ACCESS_SEQUENTIAL,
                               "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}
static inline int mantel_vips_load_webp(const void *bytes, size_t length, VipsImage **out) {
    return vips_webpload_buffer((void *)bytes, length, out, "access", VIPS_ACCESS_SEQUENTIAL,
                                "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}
static inline int mantel_vips_load_heic(const void *bytes, size_t length, VipsImage **out) {
    return vips_heifload_buffer((void *)bytes, length, out, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}

static inline int mantel_vips_to_8_bit(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL);
}
static inline int mantel_vips_interpret(VipsImage *in, VipsImage **out, VipsInterpretation meaning) {
    return vips_copy(in, out, "interpretation", meaning, NULL);
}
static inline int mantel_vips_profile_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, NULL);
}
static inline int mantel_vips_to_space(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}
static inline int mantel_vips_flatten_on_white(VipsImage *in, VipsImage **out) {
    double white[] = {255};
    VipsArrayDouble *background = vips_array_double_new(white, 1);
    int result = vips_flatten(in, out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}
static inline int mantel_vips_first_band(VipsImage *in, VipsImage **out) {
    return vips_extract_band(in, out, 0, NULL);
}
static inline int mantel_vips_resize(VipsImage *in, VipsImage **out, double scale) {
    return vips_resize(in, out, scale, NULL);
}
static inline int mantel_vips_upright(VipsImage *in, VipsImage **out) {
    return vips_autorot(in, out, NULL);
}
static inline int mantel_vips_turn(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}
// "strip" leaves out EXIF, XMP, IPTC and the colour profile.
static inline int mantel_vips_save_jpeg(VipsImage *in, void **bytes, size_t *length, int quality) {
    return vips_jpegsave_buffer(in, bytes, length, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
}
// Tests and the demonstration draw; only tests write other formats. Text is a mask, 255 where there is ink.
static inline int mantel_vips_text(const char *text, const char *font, VipsImage **out) {
    return vips_text(out, text, "font", font, "dpi", 72, NULL);
}
static inline int mantel_vips_save_heic(VipsImage *in, void **bytes, size_t *length) {
    return vips_heifsave_buffer(in, bytes, length, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_HEVC, NULL);
}
static inline int mantel_vips_save_webp(VipsImage *in, void **bytes, size_t *length) {
    return vips_webpsave_buffer(in, bytes, length, "lossless", TRUE, NULL);
}
static inline void mantel_vips_release(VipsImage *image) { g_object_unref(image); }
