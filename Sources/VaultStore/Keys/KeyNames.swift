internal import Sealing

/// The names of the files in a vault that tell of keys, to see later whether something was added.
struct KeyNames: Sendable {
  /// Files that claim to be headers.
  var headers: Set<String>
  /// Headers that held keys prove.
  var own: Set<String>
  /// Files among the notices.
  var notices: Set<String>
}

extension KeyNames {
  /// Takes down what is in a vault's folder.
  init(_ headers: HeaderFiles, in folder: borrowing Folder) {
    self.init(headers: headers.names, own: [], notices: Self.notices(in: folder))
  }

  /// The names of the files among a vault's notices.
  static func notices(in vault: borrowing Folder) -> Set<String> {
    guard let name = StoredKind.notice.folder, let folder = try? Folder(name, in: vault) else {
      return []
    }
    return Set((try? folder.names()) ?? [])
  }
}
