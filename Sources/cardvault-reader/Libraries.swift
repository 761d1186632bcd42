internal import Carchive
internal import Crsvg
internal import Csandbox
internal import Cvips
internal import Czbar
internal import Czint
internal import Czxing

/// The libraries of this process, with their versions.
enum Libraries {
  /// A line for each: its name, a blank and its version.
  static var lines: [String] {
    [
      unsafe "libvips " + String(cString: cvips_version()),
      unsafe "ZXing-C++ " + String(cString: ZXing_Version()),
      "zint " + digits(czint_version(), base: 100), "ZBar " + zbar,
      "libarchive " + digits(carchive_version(), base: 1_000),
      unsafe "librsvg " + String(cString: crsvg_version()),
      unsafe "cairo " + String(cString: crsvg_cairo_version()),
      "libseccomp " + digits(csandbox_seccomp_version(), base: 100),
    ]
  }

  private static var zbar: String {
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    _ = unsafe zbar_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// A version that is one number, in three parts.
  private static func digits(_ number: Int32, base: Int32) -> String {
    "\(number / base / base).\(number / base % base).\(number % base)"
  }
}
