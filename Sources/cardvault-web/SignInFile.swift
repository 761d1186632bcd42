internal import Cards
internal import Glibc
internal import SystemPackage
internal import WebApp

/// A private page that leads to a link, so that the link's secret is in no argument list.
struct SignInFile: Sendable {
  /// Where it is: in the user's folder for running programs (XDG Base Directory Specification 0.8), else in the folder
  /// for temporary files.
  private let path: FilePath

  init() {
    let folder = Environment["XDG_RUNTIME_DIR"] ?? Environment["TMPDIR"] ?? "/tmp"
    path = FilePath(folder).appending("cardvault-\(UInt64.random(in: .min ... .max)).html")
  }

  /// Writes the page for a link, readable by its owner alone.
  ///
  /// - Returns: its path; `nil` if it could not be written.
  func write(_ offer: SignInOffer) -> String? {
    let page =
      "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"
      + "<meta http-equiv=refresh content=\"0;url=\(offer.link)\">"
      + "<title>cardvault</title><a href=\"\(offer.link)\">Open cardvault</a>\n"
      + "<p>For another browser, open \(offer.origin) and type \(offer.code).\n"
    remove()
    do {
      // Nobody can put a link or a file of their own there first.
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      _ = try file.closeAfter { try file.writeAll(page.utf8) }
      return path.string
    } catch {
      return nil
    }
  }

  /// Removes it.
  func remove() { unsafe unlink(path.string) }
}
