internal import Csandbox
internal import Glibc
internal import ReaderLink

/// The sandboxed process that opens photos: bytes in, barcodes out.
///
/// cardvault starts it with an empty environment, and with pipes; for `--key` its standard input is the open photo,
/// and for `--sheet` its standard output is the open file that it fills. Without arguments it reads pictures until
/// its standard input ends; `--live` does the same with the frames of a camera. `--render png` and `--render pdf`
/// render one SVG of ours, and `--render-each` many to PNG; `--sheet png` and `--sheet pdf` draw a recovery sheet;
/// `--key` reads a key from one photo; `--archive` opens archives, `--write-archive` writes one, and
/// `--write-archives` many; `--version` prints its version, and with `--verbose` those of its libraries; `--check`
/// reports whether the sandbox works here; `--probe WHAT PATH` tries one forbidden action from inside.
@main
enum CardVaultReader {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(Ending) {
      switch words.first {
      case nil: try PictureService.run()
      case "--live": try FrameService.run()
      case "--version" where words.last == "--verbose":
        print(Libraries.lines.joined(separator: "\n"))
      case "--version": print(ProgramVersion.own)
      case "--render": try SVGRendering.run(as: words.dropFirst().first)
      case "--render-each": try SVGRendering.runEach()
      case "--sheet": try SheetRendering.run(as: words.dropFirst().first)
      case "--key": try KeyReading.run()
      case "--archive": try ArchiveOpening.run()
      case "--write-archive": try ArchiveWriting.run()
      case "--write-archives": try ArchiveWriting.runEach()
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
