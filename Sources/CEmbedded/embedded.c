#include "CEmbedded.h"

// Files as read-only data: the system loads what is used of it, and as arrays in Swift they took two
// minutes to compile. Clang takes #embed in C17 too, and warns of it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yaml_plain[] = {
#embed "../../openapi.yaml"
};
static const unsigned char json_plain[] = {
#embed "openapi.json"
};
static const unsigned char reference_plain[] = {
#embed "reference.html"
};
static const unsigned char app_css_plain[] = {
#embed "../../web/packed/app.css"
};
static const unsigned char app_css_brotli[] = {
#embed "../../web/packed/app.css.br"
};
static const unsigned char app_css_gzip[] = {
#embed "../../web/packed/app.css.gz"
};
static const unsigned char boot_js_plain[] = {
#embed "../../web/packed/boot.js"
};
static const unsigned char boot_js_brotli[] = {
#embed "../../web/packed/boot.js.br"
};
static const unsigned char boot_js_gzip[] = {
#embed "../../web/packed/boot.js.gz"
};
static const unsigned char icons_icon_180_png_plain[] = {
#embed "../../web/packed/icons/icon-180.png"
};
static const unsigned char icons_icon_192_png_plain[] = {
#embed "../../web/packed/icons/icon-192.png"
};
static const unsigned char icons_icon_512_png_plain[] = {
#embed "../../web/packed/icons/icon-512.png"
};
static const unsigned char icons_icon_svg_plain[] = {
#embed "../../web/packed/icons/icon.svg"
};
static const unsigned char icons_icon_svg_brotli[] = {
#embed "../../web/packed/icons/icon.svg.br"
};
static const unsigned char icons_icon_svg_gzip[] = {
#embed "../../web/packed/icons/icon.svg.gz"
};
static const unsigned char icons_maskable_svg_plain[] = {
#embed "../../web/packed/icons/maskable.svg"
};
static const unsigned char icons_maskable_svg_brotli[] = {
#embed "../../web/packed/icons/maskable.svg.br"
};
static const unsigned char icons_maskable_svg_gzip[] = {
#embed "../../web/packed/icons/maskable.svg.gz"
};
static const unsigned char index_html_plain[] = {
#embed "../../web/packed/index.html"
};
static const unsigned char main_js_plain[] = {
#embed "../../web/packed/main.js"
};
static const unsigned char main_js_brotli[] = {
#embed "../../web/packed/main.js.br"
};
static const unsigned char main_js_gzip[] = {
#embed "../../web/packed/main.js.gz"
};
static const unsigned char manifest_webmanifest_plain[] = {
#embed "../../web/packed/manifest.webmanifest"
};
static const unsigned char parts_js_plain[] = {
#embed "../../web/packed/parts.js"
};
static const unsigned char parts_js_brotli[] = {
#embed "../../web/packed/parts.js.br"
};
static const unsigned char parts_js_gzip[] = {
#embed "../../web/packed/parts.js.gz"
};
static const unsigned char worker_js_plain[] = {
#embed "../../web/packed/worker.js"
};
static const unsigned char worker_js_brotli[] = {
#embed "../../web/packed/worker.js.br"
};
static const unsigned char worker_js_gzip[] = {
#embed "../../web/packed/worker.js.gz"
};
static const unsigned char sw_js_plain[] = {
#embed "../../web/packed/sw.js"
};

struct form {
    const unsigned char *bytes;
    size_t size;
};

struct file {
    const char *name;
    struct form forms[3];
};

#define FORM(array) {array, sizeof array}
#define PLAIN(name, array)                                                                         \
    {                                                                                              \
        name, { FORM(array##_plain) }                                                              \
    }
#define PACKED(name, array)                                                                        \
    {                                                                                              \
        name, { FORM(array##_plain), FORM(array##_brotli), FORM(array##_gzip) }                    \
    }

static const struct file files[] = {
    [toodoo_openapi_yaml] = PLAIN("openapi.yaml", yaml),
    [toodoo_openapi_json] = PLAIN("openapi.json", json),
    [toodoo_openapi_page] = PLAIN("reference.html", reference),
    PACKED("app.css", app_css),
    PACKED("boot.js", boot_js),
    PLAIN("icons/icon-180.png", icons_icon_180_png),
    PLAIN("icons/icon-192.png", icons_icon_192_png),
    PLAIN("icons/icon-512.png", icons_icon_512_png),
    PACKED("icons/icon.svg", icons_icon_svg),
    PACKED("icons/maskable.svg", icons_maskable_svg),
    PLAIN("index.html", index_html),
    PACKED("main.js", main_js),
    PLAIN("manifest.webmanifest", manifest_webmanifest),
    PACKED("parts.js", parts_js),
    PLAIN("sw.js", sw_js),
    PACKED("worker.js", worker_js),
};

size_t toodoo_file_count(void) { return sizeof files / sizeof files[0]; }

const char *toodoo_file_name(size_t file) { return files[file].name; }

const unsigned char *toodoo_file_bytes(size_t file, enum toodoo_form form) {
    return files[file].forms[form].bytes;
}

size_t toodoo_file_size(size_t file, enum toodoo_form form) { return files[file].forms[form].size; }
