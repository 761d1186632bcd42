internal import Csandbox
internal import Glibc
internal import ReaderLink

/// The sandboxed process that opens photos: bytes in, barcodes out.
///
/// Started by cardvault with nothing in its environment, and with pipes; for `--key` its standard input is the open
/// photo, and for `--sheet` its standard output the open file that it fills.
/// Without arguments it reads pictures until its standard input ends; `--render png` and `--render pdf` turn one
/// SVG of ours into a picture; `--sheet png` and `--sheet pdf` draw a recovery sheet; `--key` reads a key off one
/// photo; `--version` prints its version; `--check` says whether the sandbox closes here; `--probe WHAT PATH` tries one
/// forbidden thing from inside.
@main
enum CardVaultReader {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(Ending) {
      switch words.first {
      case nil: try PictureService.run()
      case "--version": print(ProgramVersion.own)
      case "--render": try SVGRendering.run(as: words.dropFirst().first)
      case "--sheet": try SheetRendering.run(as: words.dropFirst().first)
      case "--key": try KeyReading.run()
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

  /// Prints the error number with which the thing was refused, 0 when it was possible.
  private static func probe(_ words: [String]) throws(Ending) {
    guard let what = words.first else { throw .usage }
    _ = try Sandbox.enter().close()
    print(unsafe csandbox_probe(what, words.dropFirst().first ?? ""))
  }
}
