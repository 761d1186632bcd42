internal import ReaderLink
package import SystemPackage
internal import WalletFiles

extension FilePath {
  /// How many bytes are enough to rule out another wallet's file.
  private static let beginningByteCount = 4_096
  /// How the names of files end that wallets write.
  private static let foreignEndings: Set<String> = [
    "pkpass", "pkpasses", "zip", "csv", "json", "cdb",
  ]

  /// How the names of tables end; other texts, such as programs, may begin like one.
  private static let tableEndings: Set<String> = ["csv", "tsv", "tab", "txt"]

  /// Whether this file may be another wallet's: its content decides, and its name only for tables, damaged files and those
  /// that cannot be opened.
  ///
  /// An archive may turn out to be none once it is opened.
  package var mayBeForeign: Bool {
    let source = PictureSource.file(self)
    let ending = (self.extension ?? "").lowercased()
    guard let beginning = try? source.beginning(Self.beginningByteCount) else {
      // It is reported, just as a picture that cannot be opened.
      return Self.foreignEndings.contains(ending)
    }
    guard ForeignFile.mayBeWallet(beginningWith: beginning),
      let byteCount = try? source.byteCount()
    else { return false }
    if byteCount > ArchiveRequest.maximumArchiveByteCount {
      return ForeignFile.mayBeWallet(tooLongBeginningWith: beginning)
    }
    guard let bytes = try? source.beginning(ForeignFile.maximumTextByteCount + 1) else {
      return false
    }
    do {
      switch try ForeignFile(bytes) {
      case nil: return false
      case .table: return Self.tableEndings.contains(ending)
      case .archive, .text: return true
      }
    } catch {
      return Self.foreignEndings.contains(ending)
    }
  }
}
