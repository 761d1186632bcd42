// The C interface of ZXing-C++, as Swift sees it.
#include <ZXing/ZXingC.h>
