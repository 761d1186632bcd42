public import SystemPackage

/// What a vault is synced with.
public enum SyncTarget: Sendable, Hashable {
  /// A folder: a USB stick, a network mount, or one that another program syncs.
  case folder(FilePath)
  /// A remote of the rclone program, in rclone's form: `remote:path`.
  case rclone(String)
  /// A git repository, in git's form.
  case git(String)

  private static let rclonePrefix = "rclone:"
  private static let gitPrefix = "git:"

  /// Parses what a person typed: `rclone:REMOTE:PATH`, `git:URL`, or a folder; `nil` if it is none of these.
  ///
  /// - Parameter text: for a folder with such a name, `./rclone:…`.
  public init?(_ text: String) {
    // A NUL would cut a path short.
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return nil
    }
    if let remote = text.dropping(prefix: Self.rclonePrefix) {
      // Without a colon, rclone would take it for a local folder, and a typo would create one.
      guard remote.contains(":") else { return nil }
      self = .rclone(remote)
    } else if let url = text.dropping(prefix: Self.gitPrefix) {
      // `git://…` itself is a URL, for git's older protocol.
      self = .git(url.hasPrefix("//") ? text : url)
    } else {
      // This looks like an rclone remote without its prefix; a folder is typed as `./remote:path`.
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

  /// The target as it can be typed again in any folder.
  public var text: String {
    switch self {
    case .folder(let path): path.absolute.lexicallyNormalized().string
    case .rclone(let remote): Self.rclonePrefix + remote
    case .git(let url): url.hasPrefix("git://") ? url : Self.gitPrefix + url
    }
  }
}

/// What people call a target.
public enum TargetName {
  /// The words that `cardvault sync` takes for what to do.
  public static let verbs: Set = ["add", "remove"]

  /// More than a name of words has.
  public static let maxCount = 40

  /// Whether a text may be a name: no path, remote or URL looks like it.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.count <= maxCount && !verbs.contains(text) && !text.hasPrefix("-")
      && !text.hasPrefix(".") && text.unicodeScalars.allSatisfy(isOfNames)
  }

  private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark || "_-. +&".unicodeScalars.contains(scalar)
  }

  /// A name for a target: the last part of its path, or else its remote's or server's.
  static func derived(from target: SyncTarget, besides taken: Set<String>) -> String {
    let base =
      switch target {
      case .folder(let path): path.absolute.lexicallyNormalized().lastComponent?.string ?? "root"
      // What follows a comma configures a remote, with its password.
      case .rclone(let remote): String(remote.prefix { !":,".contains($0) })
      case .git(let url): Self.repository(GitAddress(url).url)
      }
    let kept = base.unicodeScalars.filter(isOfNames).reduce(into: "") {
      $0.unicodeScalars.append($1)
    }
    let name = String(kept.drop { "-. ".contains($0) }.prefix(maxCount - 4))
    let first = name.isEmpty ? "target" : name
    let others = (2...taken.count + 3).map { "\(first)-\($0)" }
    return ([first] + others).first { isName($0) && !taken.contains($0) }
      ?? first
  }

  private static func repository(_ url: String) -> String {
    // Before an @ may be a password, and after a question mark a token.
    let path = url.prefix { !"?#".contains($0) }.split { "/:".contains($0) }.last ?? ""
    let last = String(path.split(separator: "@").last ?? "")
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

extension String {
  /// The text after a prefix; `nil` without the prefix.
  func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
