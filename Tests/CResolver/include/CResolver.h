#ifndef CRESOLVER_H
#define CRESOLVER_H

/// Lets this process find these addresses, separated by commas, for a name from now on.
void resolver_answer(const char *name, const char *addresses);

#endif
