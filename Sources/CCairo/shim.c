// For memmem.
#define _GNU_SOURCE

#include "CCairo.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

// Needs FILE.
#include <jpeglib.h>

// Pango and GLib: see the header.
typedef struct PangoContext PangoContext;
typedef struct PangoFontDescription PangoFontDescription;
typedef struct {
    int x, y, width, height;
} PangoRectangle;
enum { PangoScale = 1024, PangoAlignCenter = 1 };
CairoText *pango_cairo_create_layout(cairo_t *);
PangoContext *pango_layout_get_context(CairoText *);
void pango_cairo_context_set_font_options(PangoContext *, const cairo_font_options_t *);
void pango_layout_set_text(CairoText *, const char *, int);
void pango_layout_set_single_paragraph_mode(CairoText *, int);
void pango_layout_set_alignment(CairoText *, int);
void pango_layout_set_font_description(CairoText *, const PangoFontDescription *);
int pango_layout_get_unknown_glyphs_count(CairoText *);
void pango_layout_get_extents(CairoText *, PangoRectangle *, PangoRectangle *);
int pango_layout_get_baseline(CairoText *);
void pango_cairo_show_layout(cairo_t *, CairoText *);
void pango_cairo_layout_path(cairo_t *, CairoText *);
PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *);
void pango_font_description_set_family(PangoFontDescription *, const char *);
void pango_font_description_set_absolute_size(PangoFontDescription *, double);
void pango_font_description_set_weight(PangoFontDescription *, int);
void g_object_unref(void *);
int g_unichar_get_script(uint32_t);
uint32_t g_unicode_script_to_iso15924(int);

CairoText *cairo_text_create(
    cairo_t *cairo, const char *utf8, int length, const char *family, double size, int weight) {
    CairoText *text = pango_cairo_create_layout(cairo);
    // Letters that do not depend on the grid of pixels: a label has the same width at every scale.
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(pango_layout_get_context(text), options);
    cairo_font_options_destroy(options);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, family);
    pango_font_description_set_absolute_size(font, size * PangoScale);
    pango_font_description_set_weight(font, weight);
    pango_layout_set_font_description(text, font);
    pango_font_description_free(font);
    // U+2028.
    int hasLines = length > 2 && memmem(utf8, (size_t)length, "\xE2\x80\xA8", 3) != NULL;
    pango_layout_set_single_paragraph_mode(text, !hasLines);
    if (hasLines) pango_layout_set_alignment(text, PangoAlignCenter);
    pango_layout_set_text(text, utf8, length);
    return text;
}

void cairo_text_free(CairoText *text) { g_object_unref(text); }

CairoTextSize cairo_text_size(CairoText *text) {
    PangoRectangle logical;
    pango_layout_get_extents(text, NULL, &logical);
    return (CairoTextSize){(double)logical.width / PangoScale, (double)logical.height / PangoScale};
}

CairoTextInk cairo_text_ink(CairoText *text) {
    PangoRectangle ink, logical;
    pango_layout_get_extents(text, &ink, &logical);
    return (CairoTextInk){
        .left = (double)ink.x / PangoScale,
        .top = (double)ink.y / PangoScale,
        .width = (double)ink.width / PangoScale,
        .height = (double)ink.height / PangoScale,
        .baseline = (double)pango_layout_get_baseline(text) / PangoScale,
        .advance = (double)logical.width / PangoScale,
    };
}

int cairo_text_unknown_count(CairoText *text) { return pango_layout_get_unknown_glyphs_count(text); }

void cairo_text_show(cairo_t *cairo, CairoText *text) { pango_cairo_show_layout(cairo, text); }

void cairo_text_outline(cairo_t *cairo, CairoText *text) { pango_cairo_layout_path(cairo, text); }

uint32_t cairo_text_script(uint32_t scalar) {
    int script = g_unichar_get_script(scalar);
    // Common and inherited.
    return script <= 1 ? 0 : g_unicode_script_to_iso15924(script);
}

// libjpeg ends the process on errors unless it is told to jump.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf exit;
    char message[JMSG_LENGTH_MAX];
} JPEGErrors;

static void failed(j_common_ptr info) {
    JPEGErrors *errors = (JPEGErrors *)info->err;
    info->err->format_message(info, errors->message);
    longjmp(errors->exit, 1);
}

// A progressive file may go over all of its pixels any number of times, in a few bytes each.
enum { MostScans = 100 };

static void lookAtScans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number <= MostScans) return;
    snprintf(((JPEGErrors *)info->err)->message, JMSG_LENGTH_MAX, "it has more than %d scans", MostScans);
    longjmp(((JPEGErrors *)info->err)->exit, 1);
}

static void quiet(j_common_ptr info) { (void)info; }

cairo_surface_t *cairo_jpeg_decode(
    const uint8_t *bytes, size_t count, int64_t pixelLimit, int width, int height, char *reason,
    size_t reasonCapacity) {
    struct jpeg_decompress_struct info;
    JPEGErrors errors;
    cairo_surface_t *volatile surface = NULL;
    memset(&info, 0, sizeof info);
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = failed;
    errors.manager.output_message = quiet;
    if (setjmp(errors.exit)) {
        snprintf(reason, reasonCapacity, "%s", errors.message);
        if (surface) cairo_surface_destroy(surface);
        jpeg_destroy_decompress(&info);
        return NULL;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    if ((int64_t)info.image_width * info.image_height > pixelLimit || info.image_width > 32767 ||
        info.image_height > 32767) {
        snprintf(reason, reasonCapacity, "it has %u x %u pixels", info.image_width, info.image_height);
        jpeg_destroy_decompress(&info);
        return NULL;
    }
    struct jpeg_progress_mgr progress;
    memset(&progress, 0, sizeof progress);
    progress.progress_monitor = lookAtScans;
    info.progress = &progress;
    // By halves, down to an eighth.
    unsigned part = 1;
    while (part < 8 && (int64_t)info.image_width >= 2 * (int64_t)part * width &&
           (int64_t)info.image_height >= 2 * (int64_t)part * height) {
        part *= 2;
    }
    info.scale_num = 1;
    info.scale_denom = part;
    // Blue, green, red and a byte to spare: Cairo's order in a little-endian word.
    info.out_color_space = JCS_EXT_BGRX;
    jpeg_start_decompress(&info);
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)info.output_width, (int)info.output_height);
    uint8_t *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    if (!pixels) {
        snprintf(reason, reasonCapacity, "no memory for its pixels");
        cairo_surface_destroy(surface);
        jpeg_destroy_decompress(&info);
        return NULL;
    }
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = pixels + (size_t)info.output_scanline * stride;
        jpeg_read_scanlines(&info, &row, 1);
    }
    cairo_surface_mark_dirty(surface);
    // What ends too early is gray at the bottom: libjpeg only warns.
    if (errors.manager.num_warnings > 0) {
        errors.manager.format_message((j_common_ptr)&info, errors.message);
        snprintf(reason, reasonCapacity, "%s", errors.message);
        cairo_surface_destroy(surface);
        jpeg_destroy_decompress(&info);
        return NULL;
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return surface;
}
