#include "CElmwoodFiles.h"

/* `#embed` is C23's. clang has it in every version of C, and warns that it is early there. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* A function for each file, so that the linker leaves out the files that nothing asks for. */
#define ELMWOOD_FILE(name) \
    elmwood_file elmwood_##name(void) { return (elmwood_file){name, sizeof name}; }

static const unsigned char client_js[] = {
#embed "../../Core/ElmwoodClientScript/client.js"
};
ELMWOOD_FILE(client_js)

static const unsigned char client_js_gz[] = {
#embed "../../Core/ElmwoodClientScript/client.js.gz"
};
ELMWOOD_FILE(client_js_gz)

static const unsigned char rare_js[] = {
#embed "../../Core/ElmwoodClientScript/client-rare.js"
};
ELMWOOD_FILE(rare_js)

static const unsigned char rare_js_gz[] = {
#embed "../../Core/ElmwoodClientScript/client-rare.js.gz"
};
ELMWOOD_FILE(rare_js_gz)

static const unsigned char uploads_js[] = {
#embed "../../Core/ElmwoodClientScript/client-uploads.js"
};
ELMWOOD_FILE(uploads_js)

static const unsigned char uploads_js_gz[] = {
#embed "../../Core/ElmwoodClientScript/client-uploads.js.gz"
};
ELMWOOD_FILE(uploads_js_gz)

static const unsigned char admin_css[] = {
#embed "../../Products/Elmwood/Admin/admin.css"
};
ELMWOOD_FILE(admin_css)

static const unsigned char development_css[] = {
#embed "../../Products/Elmwood/Development/development.css"
};
ELMWOOD_FILE(development_css)

static const unsigned char development_js[] = {
#embed "../../Products/Elmwood/Development/development.js"
};
ELMWOOD_FILE(development_js)

static const unsigned char notice_css[] = {
#embed "../../Products/Elmwood/Development/notice.css"
};
ELMWOOD_FILE(notice_css)

static const unsigned char panel_css[] = {
#embed "../../Tools/ElmwoodHistory/Panel/panel.css"
};
ELMWOOD_FILE(panel_css)

static const unsigned char foot_css[] = {
#embed "../../Tools/ElmwoodHistory/Panel/foot.css"
};
ELMWOOD_FILE(foot_css)
