import Foundation
import Glibc
import ReaderLink
import SystemPackage
import Testing

@testable import Wallet

/// Signatures of passes, made with certificates of our own, as openssl verifies them.
@Suite(.enabled(if: Certificates.isPossible, "openssl is not installed"))
struct PassSigningTests {
  private static let manifest = Array("{\"pass.json\": \"00\"}\n".utf8)
  private let folder: Certificates

  init() throws { folder = try Certificates() }

  /// Signs the manifest, and writes both to files.
  private func sign(with file: FilePath) async throws {
    let signature = try await PassSigning(with: file).signature(of: Self.manifest)
    try folder.write("signature", signature)
    try folder.write("manifest.json", Self.manifest)
  }

  /// Whether openssl accepts the signature of the manifest's file.
  private func isVerified(by authority: String) throws -> Bool {
    try folder.openssl([
      "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content",
      "manifest.json", "-CAfile", authority, "-purpose", "any", "-out", "verified",
    ]) != nil
  }

  @Test func `a signature is detached, has the time, and is of this manifest only`() async throws {
    try folder.makes("own")
    try await sign(with: folder.joins("own.crt", "own.key", as: "pass.pem"))
    #expect(try isVerified(by: "own.crt"))
    let shown = try folder.openssl([
      "cms", "-cmsout", "-print", "-inform", "DER", "-in", "signature",
    ])
    #expect(shown?.contains("signingTime") == true)
    #expect(shown?.contains("eContent: <ABSENT>") == true)
    try folder.write("manifest.json", Self.manifest + [0x20])
    #expect(try !isVerified(by: "own.crt"))
  }

  @Test func `the issuers in the file come along`() async throws {
    try folder.makes("root")
    try folder.makes("middle", issuedBy: "root")
    try folder.makes("own", issuedBy: "middle")
    try await sign(with: folder.joins("own.crt", "middle.crt", "own.key", as: "pass.pem"))
    #expect(try isVerified(by: "root.crt"))
    let shown = try folder.openssl([
      "pkcs7", "-inform", "DER", "-in", "signature", "-print_certs", "-noout",
    ])
    #expect(shown?.ranges(of: "subject=").count == 2)
  }

  @Test func `a whole pass is signed`() async throws {
    try folder.makes("own")
    let file = try folder.joins("own.key", "own.crt", as: "pass.pem")
    let pass = PassPackage(passJSON: Self.manifest, icons: [])
    let signature = try await PassSigning(with: file).signature(of: pass.manifest)
    let files = pass.files(signature: signature)
    #expect(files.map(\.name) == ["pass.json", "manifest.json", "signature"])
    try folder.write("manifest.json", files[1].bytes)
    try folder.write("signature", files[2].bytes)
    #expect(try isVerified(by: "own.crt"))
  }

  /// Why signing with a file fails.
  private func problem(with file: FilePath) async -> PassSigningProblem? {
    do throws(PassSigningProblem) {
      _ = try await PassSigning(with: file).signature(of: Self.manifest)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file without a certificate or key is refused`() async throws {
    try folder.makes("own")
    #expect(await problem(with: folder.path.appending("own.crt")) == .noKey)
    #expect(await problem(with: folder.path.appending("own.key")) == .noCertificate)
    #expect(await problem(with: folder.path.appending("none")) == .unreadable(.missing))
    #expect(await problem(with: folder.path) == .unreadable(.notAFile))
    try folder.write("empty.crt", Array("-----BEGIN CERTIFICATE-----\n".utf8))
    let empty = try folder.joins("empty.crt", "own.key", as: "pass.pem")
    #expect(await problem(with: empty) == .noCertificate)
  }

  @Test(arguments: [[], ["-traditional"]])
  func `an encrypted key is refused, and nobody is asked for its passphrase`(
    form: [String]
  ) async throws {
    try folder.makes("own")
    try folder.run(
      ["pkey", "-in", "own.key", "-aes256", "-passout", "pass:secret", "-out", "locked.key"] + form)
    let file = try folder.joins("own.crt", "locked.key", as: "pass.pem")
    #expect(await problem(with: file) == .keyEncrypted)
  }

  @Test func `an expired certificate is refused`() async throws {
    try folder.makesExpired("own")
    let file = try folder.joins("own.crt", "own.key", as: "pass.pem")
    #expect(await problem(with: file) == .expired)
    // Before anything is signed, so that this is checked once for any number of passes.
    await #expect(throws: PassSigningProblem.expired) { _ = try await PassSigning(with: file) }
  }

  @Test func `another certificate's key is refused, in openssl's words`() async throws {
    try folder.makes("own")
    try folder.makes("other")
    let file = try folder.joins("own.crt", "other.key", as: "pass.pem")
    guard case .failed(let words) = await problem(with: file) else {
      Issue.record("it was signed, or failed otherwise")
      return
    }
    #expect(!words.isEmpty)
  }

  @Test func `a missing openssl is reported`() async throws {
    try folder.makes("own")
    let file = try folder.joins("own.crt", "own.key", as: "pass.pem").string
    await #expect(processExitsWith: .success) { [file = file as String] in
      _ = unsafe setenv("PATH", "/nonexistent", 1)
      do throws(PassSigningProblem) {
        _ = try await PassSigning(with: FilePath(file)).signature(of: [])
        exit(1)
      } catch {
        guard error == .programMissing else { exit(2) }
      }
    }
  }

  @Test(
    arguments: [
      .programMissing, .unreadable(.missing), .noCertificate, .noKey, .keyEncrypted, .expired,
      .failed(words: "key values mismatch"), .failed(words: ""),
    ] as [PassSigningProblem])
  func `every problem says what to do`(problem: PassSigningProblem) {
    let failure = problem.failure
    #expect((failure.status == .nothingFound) == (problem == .unreadable(.missing)))
    #expect(failure.what == "the pass was not signed")
    #expect(!failure.because.isEmpty && !failure.advice.line.isEmpty)
  }
}
