// ZBar's public interface, as Swift sees it.
#include <zbar.h>
