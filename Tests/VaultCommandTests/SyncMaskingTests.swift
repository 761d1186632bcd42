import CommandLineSupport
import Foundation
import Testing

/// Messages of a failed sync about a target that contains a password.
@Suite struct `Passwords of sync targets` {
  @Test(arguments: [
    "https://ann:Quitte@127.0.0.1:1/x", "https://ann:Zwetsch@Quitte@127.0.0.1:1/x",
    "git:https://ann:Quitte@127.0.0.1:1/x", "git:https://ann:Zwetsch@Quitte@127.0.0.1:1/x",
    "git:https://ann:Zwetsch Quitte@127.0.0.1:1/x", "git:ann:Quitte@127.0.0.1/x",
    "git://ann:Quitte@127.0.0.1:1/x",
    "rclone::webdav,url='http://127.0.0.1:1',pass='Zwetsch Quitte':x",
    "rclone::webdav,pass=\"Zwetsch, ''Quitte\",url=\"http://127.0.0.1:1\":x",
    "rclone::webdav,pass=Zwetsch Quitte:x", "rclone::webdav,pass='Zwetsch Quitte",
    "rclone::nosuchbackend,pass='Zwetsch '' Quitte':x",
  ])
  func `are not shown`(target: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(
      "sync", target, environment: ["GIT_TERMINAL_PROMPT": "0", "RCLONE_CONTIMEOUT": "1s"])
    #expect(outcome.status != 0 && outcome.errors.contains("…"), "\(outcome.errors)")
    for word in ["Quitte", "Zwetsch"] {
      #expect(!outcome.errors.contains(word) && !outcome.output.contains(word), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("git:git@127.0.0.1:ann/x@y", "git@127.0.0.1:ann/x@y"),
    ("rclone:nosuch:me@home/cards", "rclone:nosuch:me@home/cards"),
  ])
  func `are not assumed where there is none`(target: String, words: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(
      "sync", target, environment: ["GIT_SSH_COMMAND": "false"])
    #expect(outcome.status != 0 && outcome.errors.contains(words), "\(outcome.errors)")
  }
}
