public import SystemPackage
internal import VaultFormat
internal import VaultStore

/// What a vault is synced with.
public enum SyncTarget: Sendable, Hashable {
  /// A folder: a USB stick, a network mount, or one that another program syncs.
  case folder(FilePath)
  /// A remote of the rclone program, in rclone's form: `remote:path`.
  case rclone(String)
  /// A git repository, in git's form.
  case git(String)

  /// Parses what a person typed: `rclone:REMOTE:PATH`, `git:URL`, or a folder; `nil` if nothing is named.
  ///
  /// - Parameter text: a folder with such a name must be typed as `./rclone:…`.
  public init?(_ text: String) {
    if let remote = text.dropping(prefix: "rclone:") {
      // Without a colon, rclone would take it for a local folder, and a typing error would create one.
      guard remote.contains(":") else { return nil }
      self = .rclone(remote)
    } else if let url = text.dropping(prefix: "git:") {
      // `git://…` is itself a URL, for git's older protocol.
      self = .git(url.hasPrefix("//") ? text : url)
    } else {
      // `remote:path` without its prefix; a folder with such a name must be typed as `./remote:path`.
      guard !(text.split(separator: "/").first?.contains(":") ?? false) || text.hasPrefix("/")
      else {
        return nil
      }
      self = .folder(FilePath(text))
    }
    switch self {
    case .folder(let path): if path.isEmpty { return nil }
    case .rclone(let name), .git(let name): if name.isEmpty { return nil }
    }
  }
}

extension String {
  /// The rest after a prefix; `nil` without that prefix.
  func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
