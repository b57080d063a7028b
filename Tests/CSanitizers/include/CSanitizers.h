#ifndef CSANITIZERS_H
#define CSANITIZERS_H

// Nothing to call: linking this target is enough.

#endif
