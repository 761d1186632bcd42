internal import Carchive
internal import Crsvg
internal import Csandbox
internal import Cvips
internal import Czbar
internal import Czint
internal import Czxing
internal import Glibc
internal import ReaderLink

/// The sandboxed process that opens photos: bytes in, barcodes out.
///
/// cardvault starts it with an empty environment, and with pipes; for `--key` its standard input is the open photo,
/// and for `--sheet` its standard output is the open file to fill. Without arguments it reads pictures until
/// its standard input ends; `--live` does the same with the frames of a camera. `--render png` and `--render pdf`
/// render one SVG of ours, and `--render-each` many to PNG; `--sheet png` and `--sheet pdf` draw a recovery sheet;
/// `--key` reads a key from one photo; `--view` turns a part of one photo into plain pixels, and `--thumbnails` makes small
/// pictures of many; `--archive` opens archives, `--write-archive` writes one, and `--write-archives` many; `--version`
/// prints its version, and with `--verbose` those of its libraries; `--check` reports whether the sandbox works here;
/// `--probe WHAT PATH` tries one forbidden action from inside.
@main
enum CardVaultReader {
  static func main() {
    // The terminal sends Ctrl-C to this process, too, but it is for cardvault: with that, the pipes end. Were it to end
    // first, the photo would seem to have crashed it.
    for number in [SIGINT, SIGQUIT, SIGHUP] { signal(number, SIG_IGN) }
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(Ending) {
      switch words.first {
      case nil: try PictureService.run()
      case "--live": try FrameService.run()
      case "--version" where words.last == "--verbose":
        print(Libraries.lines.joined(separator: "\n"))
      case "--version": print(ProgramVersion.own)
      case "--render": try Rendering.renderOne(as: words.dropFirst().first)
      case "--render-each": try Rendering.renderEach()
      case "--sheet": try Rendering.renderSheet(as: words.dropFirst().first)
      case "--key": try KeyPhoto.run()
      case "--view": try PhotoViewing.run(Array(words.dropFirst()))
      case "--thumbnails": try PhotoViewing.thumbnails()
      case "--archive": try Archives.open()
      case "--write-archive": try Archives.write()
      case "--write-archives": try Archives.writeEach()
      case "--check": try check()
      case "--probe": try probe(Array(words.dropFirst()))
      default: throw .usage
      }
    } catch {
      error.report()
      exit(error.status)
    }
  }

  private static func check() throws(Ending) {
    let sandbox = try Sandbox.enter()
    let missing = try sandbox.close()
    print(missing.isEmpty ? "the sandbox is closed" : "missing: " + missing.joined(separator: ", "))
  }

  /// Prints the error number of the refused action, or 0 when it was possible.
  private static func probe(_ words: [String]) throws(Ending) {
    guard let what = words.first else { throw .usage }
    _ = try Sandbox.enter().close()
    print(unsafe csandbox_probe(what, words.dropFirst().first ?? ""))
  }
}

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
