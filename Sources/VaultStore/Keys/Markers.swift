internal import Glibc
internal import Sealing

/// The files that make a folder a vault, as they lie there and before any is proved.
struct Markers {
  struct Marker {
    let file: StoredFile
    let header: EnvelopeHeader
    let bytes: [UInt8]
  }

  /// Newest epoch first.
  private(set) var all: [Marker] = []
  /// Names of those that cannot be used.
  private(set) var damaged: [String] = []
  /// Names of those of the version that was never final.
  private(set) var old: [String] = []
  /// Names of those of a newer program.
  private(set) var newer: [String] = []

  /// Looks through a folder; names are hints only.
  init(in folder: borrowing Folder) throws(SystemFailure) {
    for name in try folder.names().sorted() where !VaultLayout.isPassedOver(name) {
      let isNamed = name.contains(StoredKind.vault.suffix)
      guard let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount) else {
        if isNamed { damaged.append(name) }
        continue
      }
      guard EnvelopeHeader.hasMagic(start.span) else {
        if isNamed { damaged.append(name) }
        continue
      }
      do throws(SealingError) {
        let limit = StoredKind.vault.byteLimit
        guard let bytes = try? folder.read(name, limit: limit) else { throw .damaged }
        let header = try EnvelopeHeader(of: bytes.span)
        guard header.kind == .vault else {
          if isNamed { throw .damaged }
          continue
        }
        all.append(Marker(file: StoredFile(folder: nil, name: name), header: header, bytes: bytes))
      } catch {
        switch error {
        case .oldFormat: old.append(name)
        case .newerFormat where isNamed: newer.append(name)
        default: if isNamed { damaged.append(name) }
        }
      }
    }
    all.sort { ($0.header.epoch, $1.file.name) > ($1.header.epoch, $0.file.name) }
  }

  var isEmpty: Bool { all.isEmpty && damaged.isEmpty && old.isEmpty && newer.isEmpty }

  /// All names, to see later whether something changed.
  var names: Set<String> { Set(all.map(\.file.name)) }
}
