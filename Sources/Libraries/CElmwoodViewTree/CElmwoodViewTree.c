/* For memmem, which POSIX includes since 2024. */
#define _GNU_SOURCE
#include "CElmwoodViewTree.h"

_Thread_local void *elmwood_current_render_storage = 0;

const void *elmwood_find(const void *bytes, size_t size, const void *part, size_t part_size) {
    return memmem(bytes, size, part, part_size);
}
