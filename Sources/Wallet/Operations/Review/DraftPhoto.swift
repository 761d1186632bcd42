internal import Cards
internal import FoundationEssentials
package import SystemPackage

/// The photo or document that a draft was read from, while an import knows where it is: no vault and no log has its path.
package struct DraftPhoto: Sendable, Hashable {
  /// The person's own file.
  package let file: FilePath
  /// The page that shows the code, from 1; `nil` for a photo.
  package let page: Int?
  /// The code's corners as shares of the width and height of the upright page.
  package let corners: [SIMD2<Double>]

  /// Names a file and the place in it.
  package init(file: FilePath, page: Int? = nil, corners: [SIMD2<Double>] = []) {
    (self.file, self.page, self.corners) = (file, page, corners)
  }

  /// Opens it with the desktop's program for such files.
  ///
  /// - Returns: What the person is told.
  package func open() async -> String {
    let name = file.lastComponent?.string ?? file.string
    guard isThere else { return "\(name) is not where it was imported from any more." }
    // Where a viewer knows no pages in addresses, it opens the document at its beginning.
    var isOpened = false
    if let page { isOpened = await DesktopOpener.opens("\(address)#page=\(page)") }
    if !isOpened { isOpened = await DesktopOpener.opens(file.string) }
    let place = page.map { "; its code is on page \($0)" } ?? ""
    return isOpened
      ? "Opened \(name)\(place)." : "No program could open \(file.string)\(place)."
  }

  /// Whether the file is there.
  var isThere: Bool { (try? file.stat().type) == .regular }

  /// The file's address (RFC 8089).
  private var address: String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return file.string.utf8.reduce(into: "file://") { address, byte in
      if plain.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += (digits.count == 1 ? "%0" : "%") + digits
      }
    }
  }
}

extension DraftPhoto {
  /// The file that an import read a code from; `nil` if it was none, as with standard input or an archive.
  ///
  /// - Parameters:
  ///   - path: The file's path as typed.
  ///   - place: Where the code is in it.
  init?(_ path: String, _ place: CodePlace) {
    var file = FilePath(path)
    if !file.isAbsolute {
      file = FilePath(FileManager.default.currentDirectoryPath).pushing(file)
    }
    self.init(file: file, page: place.page, corners: place.corners)
    guard path != "-", isThere else { return nil }
  }
}
