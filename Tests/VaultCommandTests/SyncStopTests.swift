import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A sync that is killed while a program works for it, before or after that program did its part.
@Suite struct `A sync that is killed` {
  private static let steps: [(program: String, word: String)] = [
    ("git", "ls-remote"), ("git", "fetch"), ("git", "ls-tree"), ("git", "cat-file"),
    ("git", "hash-object"), ("git", "push"), ("rclone", "lsjson"), ("rclone", "copy"),
  ]
  private static let allMoments = steps.flatMap { step -> [(String, String, Bool)] in
    [(step.program, step.word, true), (step.program, step.word, false)]
  }

  @Test(arguments: allMoments)
  func `leaves nothing after the next one`(program: String, word: String, isBefore: Bool)
    async throws
  {
    let (ann, ben) = (try Person(), try Person())
    let environment = ["RCLONE_CONFIG_BOX_TYPE": "local"]
    let target =
      program == "git"
      ? "git:\(try await ann.makesRepository().string)"
      : "rclone:box:\(ann.home.appending("box").string)"
    _ = try await ann.types("init")
    try ben.takesKeys(of: ann)
    _ = try await ann.types("add", "--name", "Gym")
    for person in [ann, ben] {
      let outcome = try await person.types(["sync", target], environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    _ = try await ann.types("add", "--name", "Baker")
    _ = try await ann.types(["sync", target], environment: environment)
    _ = try await ben.types("add", "--name", "Cinema")
    // Started by the process that is killed, without a shell in between.
    let script = """
      for each; do
        if [ "$each" = \(word) ]; then
          \(isBefore ? "" : "/usr/bin/\(program) \"$@\"")
          kill -9 $PPID
          exit 1
        fi
      done
      """
    let path = try ben.wraps(program, script)
    let killed = try await ben.types(
      ["sync", target], environment: environment.merging(["PATH": path]) { $1 })
    #expect(killed.status == 128 + 9, "\(killed.errors)")
    for person in [ben, ann] {
      let outcome = try await person.types(["sync", target], environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let list = try await person.types("list", "--format", "plain").output
      #expect(["Gym", "Baker", "Cinema"].allSatisfy(list.contains), "\(list)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: ben.stagingFolders.string) {
      let staging = ben.stagingFolders.appending(name).string
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: staging))
      #expect(names.isSubset(of: ["lock", "known", "clone"]), "\(names)")
      let all = try FileManager.default.subpathsOfDirectory(atPath: staging)
      #expect(!all.contains { $0.hasSuffix(".lock") || $0.contains("tmp_") }, "\(all)")
    }
  }
}
