#include "CViewTree.h"

_Thread_local void *elmwood_current_render_storage = 0;
