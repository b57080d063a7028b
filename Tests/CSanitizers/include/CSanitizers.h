#ifndef CSANITIZERS_H
#define CSANITIZERS_H

// Nothing to call: being linked is all it takes.

#endif
