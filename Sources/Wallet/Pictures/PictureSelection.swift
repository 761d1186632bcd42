package import ReaderLink
package import SystemPackage

/// The pictures that a person chose, files of folders among them.
package struct PictureSelection: Sendable {
  /// A picture and the name by which a person knows it.
  package typealias Picture = (name: String, source: PictureSource)

  /// The pictures, in the order in which they were chosen.
  package private(set) var pictures: [Picture] = []
  /// How many files of folders do not end like a picture.
  package private(set) var skippedCount = 0

  /// The endings under which a folder's files are taken for pictures (those of the accepted formats).
  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff",
    "gif",
    "pdf",
  ]

  /// Makes an empty selection.
  package init() {}

  /// Adds one picture.
  ///
  /// - Parameters:
  ///   - source: Where it is.
  ///   - name: What a person calls it.
  package mutating func add(_ source: PictureSource, named name: String) {
    pictures.append((name, source))
  }

  /// Adds the pictures of a folder and of the folders in it.
  ///
  /// Within a folder the order is by name; hidden files and folders are skipped, and so are files with
  /// another ending. Links to folders are not followed: they may lead in circles. A folder inside it that cannot be
  /// listed counts like a picture that cannot be read.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: What a person calls it.
  /// - Throws: `WalletError.folderUnreadable` or `.noPictures`.
  package mutating func add(folder: FilePath, named name: String) throws(WalletError) {
    let before = pictures.count
    do throws(Errno) {
      try addFiles(of: folder)
    } catch {
      throw .folderUnreadable(name: name, error)
    }
    guard pictures.count > before else { throw .noPictures(folderName: name) }
  }

  /// Takes whatever bears a picture's ending, so that one that cannot be read is named.
  private mutating func addFiles(of folder: FilePath) throws(Errno) {
    let names = try folder.folderNames().filter { !$0.string.hasPrefix(".") }
    for name in names.sorted(by: { $0.string < $1.string }) {
      let path = folder.appending(name)
      if (try? path.stat(followTargetSymlink: false).type) == .directory {
        do throws(Errno) { try addFiles(of: path) } catch { add(.file(path), named: path.string) }
      } else if Self.endings.contains((name.extension ?? "").lowercased()) {
        add(.file(path), named: path.string)
      } else {
        skippedCount += 1
      }
    }
  }
}
