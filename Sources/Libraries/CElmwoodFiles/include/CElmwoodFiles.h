#ifndef CElmwoodFiles_h
#define CElmwoodFiles_h

#include <stddef.h>

/* A file that is part of the executable. Its bytes never change and are never freed. */
typedef struct {
    const unsigned char *bytes;
    size_t count;
} elmwood_file;

elmwood_file elmwood_client_js(void);
elmwood_file elmwood_client_js_gz(void);
elmwood_file elmwood_rare_js(void);
elmwood_file elmwood_rare_js_gz(void);
elmwood_file elmwood_uploads_js(void);
elmwood_file elmwood_uploads_js_gz(void);
elmwood_file elmwood_admin_css(void);
elmwood_file elmwood_development_css(void);
elmwood_file elmwood_development_js(void);
elmwood_file elmwood_notice_css(void);
elmwood_file elmwood_panel_css(void);
elmwood_file elmwood_foot_css(void);

#endif
