#pragma once

// Cairo as it is, and of Pango and libjpeg what the package calls, in plain C types.
//
// Pango's headers need folders that only pkg-config knows, and SwiftPM would ask pkg-config, and warn, in every build of anything in the
// package. So the shim declares the few functions itself; their interfaces have not changed since Pango 1.16 and GLib 2.30.

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A text with a font, ready to be drawn (PangoLayout).
typedef struct CairoText CairoText;

/// The place that a text takes, in units of the canvas from its upper left corner.
typedef struct {
    double width, height;
} CairoTextSize;

/// A line of text, or several, centered, where it has line separators (U+2028); other line breaks become spaces. To be freed.
///
/// family: a list of font families separated by commas. size: from one base line to the next, about, in units of the canvas.
/// weight: 100 to 900.
CairoText *cairo_text_create(cairo_t *cairo, const char *utf8, int length, const char *family, double size, int weight);
void cairo_text_free(CairoText *text);
CairoTextSize cairo_text_size(CairoText *text);
/// Where its ink is, from its upper left corner, and how far it leads on its line.
typedef struct {
    double left, top, width, height, baseline, advance;
} CairoTextInk;
CairoTextInk cairo_text_ink(CairoText *text);
/// How many of its characters no font has.
int cairo_text_unknown_count(CairoText *text);
/// Draws it with its upper left corner at the current point.
void cairo_text_show(cairo_t *cairo, CairoText *text);
/// Adds its outlines to the path, its upper left corner at the current point.
void cairo_text_outline(cairo_t *cairo, CairoText *text);

/// The script of a character as its four letters of ISO 15924, the first one highest; 0 where it has none of its own.
uint32_t cairo_text_script(uint32_t scalar);

/// A JPEG file as an image surface; NULL, and a sentence in `reason`, when it is damaged or has more pixels than the limit. To be destroyed.
///
/// Of a picture that has twice, four or eight times as many pixels as `width` and `height` ask for, so many less are made.
cairo_surface_t *cairo_jpeg_decode(
    const uint8_t *bytes, size_t count, int64_t pixelLimit, int width, int height, char *reason,
    size_t reasonCapacity);
