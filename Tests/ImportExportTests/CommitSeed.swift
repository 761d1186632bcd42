import CommandLineSupport
import SystemPackage

extension Person {
  /// A number that is the same for each run of a commit and another for the next, so that in time all samples are played.
  func commitSeed() async throws -> UInt64 {
    let commit = try await runs(
      "/usr/bin/git", ["-C", Person.checkout.string, "rev-parse", "--short=7", "HEAD"])
    return UInt64(commit.output.split(separator: "\n").first ?? "", radix: 16) ?? 1
  }
}
