// libsodium's public interface, as Swift sees it.
#include <sodium.h>
