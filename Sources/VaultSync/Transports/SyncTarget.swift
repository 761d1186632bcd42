public import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Where a vault is synced with.
public enum SyncTarget: Sendable, Hashable {
  /// A folder: a USB stick, a network mount, or one that another program carries on.
  case folder(FilePath)
  /// A remote of the rclone program, as that names it: `remote:path`.
  case rclone(String)
  /// A git repository, as git names it.
  case git(String)

  /// Reads what a person typed: `rclone:REMOTE:PATH`, `git:URL`, or a folder; `nil` when nothing is named.
  ///
  /// - Parameter text: a folder of such a name is typed as `./rclone:…`.
  public init?(_ text: String) {
    if let remote = text.dropping(prefix: "rclone:") {
      // Without a colon rclone takes it for a folder here, and a typing error would make one.
      guard remote.contains(":") else { return nil }
      self = .rclone(remote)
    } else if let url = text.dropping(prefix: "git:") {
      // `git://…` is a URL of its own, the older protocol of git.
      self = .git(url.hasPrefix("//") ? text : url)
    } else {
      // `remote:path` without its prefix; a folder of such a name is typed as `./remote:path`.
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
  /// What comes after a prefix, if it has that.
  func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
