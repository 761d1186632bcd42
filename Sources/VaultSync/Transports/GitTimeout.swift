internal import Glibc

/// Makes git give up a server that stays silent, which it would else wait for without end.
///
/// What the person has settled stays: in the environment or in git's settings.
enum GitTimeout {
  /// In seconds, as for rclone together with its tries; a server at work says so every five (git's documentation,
  /// "uploadpack.keepAlive" and "receive.keepAlive").
  private static let longest = 120
  /// `ssh` asks a silent server four times before it gives up (ssh_config(5)); its greeting is waited for once.
  private static let ssh =
    "ssh -o ConnectTimeout=30 -o ServerAliveInterval=\(longest / 4) -o ServerAliveCountMax=4"

  /// What is added to git's environment.
  static func settings() async throws(TransportProblem) -> [String: String?] {
    // Not of the folder where the person is: that may be another repository.
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
      // Less than this many bytes a second, for so long.
      if isUnset("GIT_HTTP_LOW_SPEED_LIMIT") { settings["GIT_HTTP_LOW_SPEED_LIMIT"] = "1" }
      if isUnset("GIT_HTTP_LOW_SPEED_TIME") { settings["GIT_HTTP_LOW_SPEED_TIME"] = "\(longest)" }
    }
    return settings
  }

  private static func isUnset(_ name: String) -> Bool { unsafe getenv(name) == nil }
}
