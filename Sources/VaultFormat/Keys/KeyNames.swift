internal import Sealing

/// The names of a vault's files about keys, to notice later whether one was added.
package struct KeyNames: Sendable {
  /// Files that claim to be headers.
  package var headers: Set<String>
  /// Headers of this vault, under its current key and earlier ones.
  package var own: Set<String>
  /// Files in the notices folder.
  package var notices: Set<String>
  /// Whether there are more headers or notices than are looked at.
  package private(set) var isPartial = false

  package init(headers: Set<String>, own: Set<String>, notices: Set<String>) {
    self.headers = headers
    self.own = own
    self.notices = notices
  }

  /// Records the current contents of a vault's folder.
  package init(_ headers: HeaderFiles, in folder: borrowing Folder) {
    let notices = folder.files(of: .notice)
    self.init(headers: headers.names, own: [], notices: Set(notices.map(\.name)))
    isPartial = headers.isPartial || !folder.smallest(of: notices).isAll
  }

  /// The names of the notices in a vault's folder.
  package static func notices(in vault: borrowing Folder) -> Set<String> {
    Set(vault.files(of: .notice).map(\.name))
  }
}
