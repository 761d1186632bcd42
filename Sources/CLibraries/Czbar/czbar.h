// ZBar's public interface for Swift.
#include <zbar.h>
