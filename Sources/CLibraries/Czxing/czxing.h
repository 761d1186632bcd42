// The C interface of ZXing-C++ for Swift.
#include <ZXing/ZXingC.h>
