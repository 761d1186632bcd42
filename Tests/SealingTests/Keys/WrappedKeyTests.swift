import Foundation
import Glibc
import Testing

@testable import Sealing

@Suite struct WrappedKeyTests {
  @Test func `a wrapped key opens with its passphrase only`() throws {
    let root = try RootKey.generate()
    let wrapped = try WrappedKey.quick(root)
    #expect(wrapped.keyID == root.keyID)
    let opened = try wrapped.unwrap(Passphrase("open"), derivation: .quick)
    #expect(opened.secret.copy == root.secret.copy)
    for words in ["Open", "open ", "ope", "opeo", "openopen"] {
      let other = try Passphrase(words)
      #expect(failure(wrapped, other) == .wrongPassphrase)
    }
  }

  @Test func `the bytes are where the format puts them`() throws {
    let root = try RootKey(repeating: 7)
    let passphrase = try Passphrase("open")
    let cost = try KeyDerivationCost(passes: 5, kibibytes: 0x0001_2345)
    let wrapped = try WrappedKey.wrap(
      root, with: passphrase, cost: cost, derivation: .quick, salt: Array(50..<66))
    let bytes = wrapped.bytes
    #expect(bytes.count == 122 && bytes[0] == 1 && bytes[1] == 2)
    #expect(bytes[2..<6] == [5, 0, 0, 0] && bytes[6..<10] == [0x45, 0x23, 1, 0])
    #expect(Array(bytes[10..<26]) == Array(50..<66) && Array(bytes[26..<42]) == root.keyID.bytes)
    #expect(try WrappedKey(bytes.span) == wrapped)
  }

  /// Computed with Python: `argon2.low_level.hash_secret_raw` and PyNaCl, from the format's description.
  @Test func `the real derivation matches other programs`() throws {
    let root = try RootKey(repeating: 0x11)
    let passphrase = try Passphrase("correct horse")
    let wrapped = try WrappedKey.wrap(
      root, with: passphrase, cost: .least, derivation: .argon2id, salt: Array(0..<16))
    #expect(hexadecimal(wrapped.bytes) == Self.vector)
    let opened = try wrapped.unwrap(passphrase)
    #expect(opened.keyID == root.keyID)
  }

  @Test func `every flipped bit is detected, and bounds are checked before any work`() throws {
    let root = try RootKey.generate()
    let wrapped = try WrappedKey.quick(root)
    let passphrase = try Passphrase("open")
    for bit in 0..<wrapped.bytes.count * 8 {
      var altered = wrapped.bytes
      altered[bit / 8] ^= 1 << (bit % 8)
      let error = sealingFailure { () throws(SealingError) in
        _ = try WrappedKey(altered.span).unwrap(passphrase, derivation: .quick)
      }
      switch error {
      case .wrongPassphrase: #expect((2..<74).contains(bit / 8), "bit \(bit)")
      case .damaged: #expect((74..<122).contains(bit / 8), "bit \(bit)")
      case .keyFile(.malformed): #expect(altered[0] == 0)
      case .keyFile(.newerFormat(let version)): #expect(bit < 16 && version == altered[0])
      case .keyFile(.costOutOfBounds): #expect((2..<10).contains(bit / 8), "bit \(bit)")
      default: Issue.record("bit \(bit): \(String(describing: error))")
      }
    }
  }

  @Test func `the commitment is checked before anything is decrypted`() throws {
    // A sealed root that would open, under a commitment to something else.
    let root = try RootKey.generate()
    var bytes = try WrappedKey.quick(root).bytes
    for index in 42..<74 { bytes[index] = 0 }
    let altered = try WrappedKey(bytes.span)
    let passphrase = try Passphrase("open")
    #expect(failure(altered, passphrase) == .wrongPassphrase)
  }

  @Test(
    arguments: [
      (1, 65_536, false), (2, 65_535, false), (0, 0, false), (17, 65_536, false),
      (2, 2_097_153, false), (.max, 65_536, false), (2, .max, false), (2, 65_536, true),
      (16, 2_097_152, true), (3, 262_144, true),
    ] as [(UInt32, UInt32, Bool)])
  func `a cost out of bounds is refused before anything is derived`(
    passes: UInt32, kibibytes: UInt32, isTaken: Bool
  ) throws {
    let root = try RootKey.generate()
    var bytes = try WrappedKey.quick(root).bytes
    for (index, byte) in (passes.littleEndianBytes + kibibytes.littleEndianBytes).enumerated() {
      bytes[2 + index] = byte
    }
    let passphrase = try Passphrase("open")
    let error = sealingFailure { () throws(SealingError) in
      _ = try WrappedKey(bytes.span).unwrap(passphrase, derivation: .forbidden)
    }
    let refusal = SealingError.keyFile(.costOutOfBounds(passes: passes, kibibytes: kibibytes))
    #expect(error == (isTaken ? .noGuardedMemory : refusal))
  }

  @Test func `every wrong length is refused`() throws {
    let root = try RootKey.generate()
    let bytes = try WrappedKey.quick(root).bytes
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      #expect(
        keyFileProblem { () throws(SealingError) in _ = try WrappedKey(cut.span) } == .malformed)
    }
    let longer = bytes + [0]
    #expect(
      keyFileProblem { () throws(SealingError) in _ = try WrappedKey(longer.span) } == .malformed)
  }

  @Test func `the same key wrapped twice has only its names in common`() throws {
    let root = try RootKey.generate()
    let (first, second) = (try WrappedKey.quick(root).bytes, try WrappedKey.quick(root).bytes)
    #expect(first[..<10] == second[..<10] && first[26..<42] == second[26..<42])
    #expect(first[10..<26] != second[10..<26] && first[42...] != second[42...])
  }

  @Test func `missing memory is distinguished from a wrong passphrase`() async {
    // Exit tests run in a separate process.
    await #expect(processExitsWith: .success) {
      // Half of what it needs, on top of what this process has.
      let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
      let used = pages?.split(separator: " ").first.flatMap { rlim_t($0) } ?? 0
      let most = used * 4_096 + (128 << 20)
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      let error = sealingFailure { () throws(SealingError) in
        let root = try RootKey.generate()
        let bytes = Array("open".utf8)
        _ = try WrappedKey.wrap(root, with: Passphrase(bytes.span))
      }
      exit(error == .noMemoryForPassphrase(kibibytes: 262_144) ? 0 : 1)
    }
  }

  private func failure(_ key: WrappedKey, _ passphrase: borrowing Passphrase) -> SealingError? {
    do throws(SealingError) {
      _ = try key.unwrap(passphrase, derivation: .quick)
      return nil
    } catch {
      return error
    }
  }

  private static let vector = """
    01020200000000000100000102030405060708090a0b0c0d0e0f94a11fb4d94ea07813b207c8f0f2\
    5ff630dbb0c8368384fd8aa0f7745398001b8a66e70fcaa9843a41820f81ffcb9c8522440f4f4184\
    ffdaf5dd7d192f40e7cad19f385e7cc1f0ba8c98b084c5a3973dbf3535abbff9aa83bcc7ea065288\
    4e98
    """
}
