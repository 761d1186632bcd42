package import ReaderLink
package import SystemPackage
package import WalletFiles

/// The pictures that a person chose, including files in folders, and other wallets' files in these folders.
package struct PictureSelection: Sendable {
  /// A picture and its path as typed.
  package typealias Picture = (name: String, source: PictureSource)
  /// What a file in a folder seems to be, if not a picture.
  package enum Other: Sendable {
    case recognised(ForeignFile)
    /// It could not be read, which is reported.
    case unread
  }

  /// The pictures, in the order in which they were chosen.
  package private(set) var pictures: [Picture] = []
  /// Files in folders that are no pictures by their extension, and perhaps other wallets'.
  package private(set) var others: [(file: Picture, contents: Other)] = []
  /// How many files in folders were skipped because they are neither.
  package private(set) var skippedCount = 0

  /// Whether a file is a picture by its name's extension.
  package static func isPicture(named name: String) -> Bool {
    ForeignFile.pictureEndings.contains((FilePath(name).extension ?? "").lowercased())
  }

  /// Creates an empty selection.
  package init() {}

  /// Adds one picture.
  package mutating func add(_ source: PictureSource, named name: String) {
    pictures.append((name, source))
  }

  /// Adds the pictures and other wallets' files in a folder and its subfolders.
  ///
  /// Each folder is sorted by name. Hidden files and folders are skipped, and so are all other files.
  /// Links to folders are not followed, as they may form cycles. A subfolder that cannot be listed counts as a
  /// picture that cannot be read.
  ///
  /// - Throws: `WalletError.folderUnreadable` or `.noPictures`.
  package mutating func add(folder: FilePath, named name: String) throws(WalletError) {
    let before = pictures.count + others.count
    do throws(Errno) {
      try addFiles(of: folder)
    } catch {
      throw .folderUnreadable(name: name, error)
    }
    guard pictures.count + others.count > before else { throw .noPictures(folderName: name) }
  }

  /// Adds every file with a picture's extension, so that unreadable ones are reported, and other wallets' files.
  private mutating func addFiles(of folder: FilePath) throws(Errno) {
    let names = try folder.folderNames().filter { !$0.string.hasPrefix(".") }
    for name in names.sorted(by: { $0.string < $1.string }) {
      let path = folder.appending(name)
      if (try? path.stat(followTargetSymlink: false).type) == .directory {
        do throws(Errno) { try addFiles(of: path) } catch { add(.file(path), named: path.string) }
      } else if Self.isPicture(named: name.string) {
        add(.file(path), named: path.string)
      } else if let contents = path.foreignContents {
        others.append(((path.string, .file(path)), contents))
      } else {
        skippedCount += 1
      }
    }
  }
}

extension FilePath {
  /// How many bytes are enough to rule out another wallet's file.
  private static let beginningByteCount = 4_096
  /// How the names of files end that wallets write.
  private static let foreignEndings: Set<String> = [
    "pkpass", "pkpasses", "espass", "zip", "csv", "json", "cdb",
  ]

  /// How the names of tables end; other texts, such as programs, may begin like one.
  private static let tableEndings: Set<String> = ["csv", "tsv", "tab", "txt"]

  /// Whether this file may be another wallet's.
  package var mayBeForeign: Bool { foreignContents != nil }

  /// What this file is recognised as: its content decides, and its name only for tables, damaged files and those that
  /// cannot be opened; `nil` if it is no wallet's.
  ///
  /// An archive may turn out to be none once it is opened.
  fileprivate var foreignContents: PictureSelection.Other? {
    let source = PictureSource.file(self)
    let ending = (self.extension ?? "").lowercased()
    // It is reported, just as a picture that cannot be opened.
    let unread: PictureSelection.Other? = Self.foreignEndings.contains(ending) ? .unread : nil
    guard let beginning = try? source.beginning(Self.beginningByteCount) else { return unread }
    guard ForeignFile.mayBeWallet(beginningWith: beginning),
      let byteCount = try? source.byteCount()
    else { return nil }
    if byteCount > ArchiveRequest.maxArchiveByteCount {
      return ForeignFile.mayBeWallet(tooLongBeginningWith: beginning) ? .unread : nil
    }
    guard let bytes = try? source.beginning(ForeignFile.maxTextByteCount + 1) else { return nil }
    do {
      switch try ForeignFile(bytes) {
      case nil: return nil
      case .table(let table)?
      where !Self.tableEndings.contains(ending) && (ending != "json" || !table.guess.isComplete):
        // Other programs' JSON may have names in it, too.
        return nil
      case let file?: return .recognised(file)
      }
    } catch {
      return unread
    }
  }
}
