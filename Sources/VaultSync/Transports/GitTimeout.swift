internal import Glibc

/// Makes git give up on a silent server, for which it would otherwise wait forever.
///
/// Values set by the person are kept, in the environment or in git's settings.
enum GitTimeout {
  /// In seconds, as for rclone including its retries; a busy server sends a sign of life every five (git's
  /// documentation, "uploadpack.keepAlive" and "receive.keepAlive").
  private static let longest = 120
  /// `ssh` contacts a silent server four times before it gives up (ssh_config(5)); it waits for the greeting
  /// once.
  private static let ssh =
    "ssh -o ConnectTimeout=30 -o ServerAliveInterval=\(longest / 4) -o ServerAliveCountMax=4"

  /// Additions to git's environment.
  static func settings() async throws(TransportProblem) -> [String: String?] {
    // Not in the person's current folder, which may be another repository.
    let settled = try await Program(name: "git").run([
      "-C", "/", "config", "--name-only", "--get-regexp",
      #"^(core\.sshcommand|http\.(.*\.)?lowspeed(limit|time))$"#,
    ])
    let names = String(decoding: settled.output, as: UTF8.self).split(separator: "\n")
    var settings: [String: String?] = [:]
    if !names.contains("core.sshcommand"), isUnset("GIT_SSH_COMMAND"), isUnset("GIT_SSH") {
      settings["GIT_SSH_COMMAND"] = ssh
    }
    if !names.contains(where: { $0.hasPrefix("http.") }) {
      // Fewer than this many bytes per second for this long.
      if isUnset("GIT_HTTP_LOW_SPEED_LIMIT") { settings["GIT_HTTP_LOW_SPEED_LIMIT"] = "1" }
      if isUnset("GIT_HTTP_LOW_SPEED_TIME") { settings["GIT_HTTP_LOW_SPEED_TIME"] = "\(longest)" }
    }
    return settings
  }

  private static func isUnset(_ name: String) -> Bool { unsafe getenv(name) == nil }
}
