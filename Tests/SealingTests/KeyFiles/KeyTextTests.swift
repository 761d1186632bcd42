import CommandLineSupport
import Testing

@testable import Sealing

@Suite struct KeyTextTests {
  /// A known key, its line and groups, computed with Python from the format's description.
  @Test func `a known key gives the known texts`() throws {
    let key = StoredKey.plain(try RootKey(repeating: 0x11))
    #expect(try text(KeyText.line(of: key)) == Self.line)
    #expect(try text(KeyText.groups(of: key)) == Self.groups)
    let read = try KeyText.read(Array(Self.groups.utf8).span)
    #expect(read.keyID == key.keyID && !read.isWrapped)
    guard case .plain(let root) = read else { return }
    #expect(root.fingerprint == "42767 17049 34038 22326 21358 81325")
  }

  @Test(arguments: [false, true])
  func `a key is read no matter how it was typed`(isWrapped: Bool) throws {
    let key = try key(isWrapped)
    let line = try text(KeyText.line(of: key))
    let groups = try text(KeyText.groups(of: key))
    let inLines = groups.split(separator: " ").enumerated().map { index, group in
      index % 4 == 3 ? "\(group)\r\n" : "\(group)  "
    }.joined()
    let texts = [
      line, line.uppercased(), "\n  \(line)\r\n", groups, groups.uppercased(), "\t\(groups) \n",
      groups.replacing(" ", with: ""), groups.replacing(" ", with: "-"),
      groups.replacing(" ", with: " - "), inLines,
      // A line that was wrapped for display.
      String(line.prefix(40)) + "\n" + line.dropFirst(40),
    ]
    for typed in texts {
      let read = try KeyText.read(Array(typed.utf8).span)
      #expect(read.isWrapped == isWrapped, "\(typed)")
      #expect(try text(KeyText.line(of: read)) == line)
    }
  }

  @Test(arguments: [false, true])
  func `every wrong character identifies its group`(isWrapped: Bool) throws {
    let groups = try groups(isWrapped)
    let wrongCharacters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7lbio1!ä".utf8) + [0, 0xFF]
    for (number, group) in groups.enumerated() {
      for place in group.indices {
        for wrong in wrongCharacters
        where wrong != group[place] {
          var altered = groups
          altered[number][place] = wrong
          #expect(problem(altered) == .mistyped(group: number + 1), "\(number) \(place) \(wrong)")
          #expect(problem(altered, joined: []) == .mistyped(group: number + 1))
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `swapped characters identify their group`(isWrapped: Bool) throws {
    let groups = try groups(isWrapped)
    for (number, group) in groups.enumerated() {
      for first in group.indices {
        // The check itself may be swapped with a character that leads to the same check.
        for second in group.indices.dropLast() where group[first] != group[second] {
          var altered = groups
          altered[number].swapAt(first, second)
          let isKnown =
            first < group.count - 1 || problem(altered) == .mistyped(group: number + 1)
            || problem(altered) == .malformed
          #expect(isKnown)
          if first < group.count - 1 {
            #expect(problem(altered) == .mistyped(group: number + 1))
          }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `missing and extra characters identify their group`(isWrapped: Bool) throws {
    let groups = try groups(isWrapped)
    for number in groups.indices {
      for place in groups[number].indices {
        var altered = groups
        altered[number].remove(at: place)
        #expect(problem(altered) == .mistyped(group: number + 1), "\(number) \(place)")
        altered = groups
        altered[number].insert(groups[number][place], at: place)
        // One more makes a plain key's last group as long as others; its check may then fit.
        let isLast = !isWrapped && number == groups.count - 1
        let found = problem(altered)
        #expect(
          found == .mistyped(group: number + 1) || isLast && found == .mistyped(group: number + 2),
          "\(number) \(place)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `swapped, missing and repeated groups are detected`(isWrapped: Bool) throws {
    let groups = try groups(isWrapped)
    for first in groups.indices {
      for second in groups.indices.dropFirst(first + 1) where groups[first] != groups[second] {
        var altered = groups
        altered.swapAt(first, second)
        // Groups whose distance is 32 have equal checks; then the whole key's check detects the error.
        let isFar = second - first == 32 && groups[second].count == 5
        #expect(problem(altered) == (isFar ? .malformed : .mistyped(group: first + 1)))
      }
      var shorter = groups
      shorter.remove(at: first)
      #expect(problem(shorter) == .mistyped(group: first + 1))
      var longer = groups
      longer.insert(groups[first], at: first)
      let isLast = first == groups.count - 1
      #expect(
        problem(longer) == .mistyped(group: first + (isLast ? 1 : 2)), "\(first)")
    }
  }

  @Test func `a full group in the place of a wrapped key's short, last one is refused`() throws {
    var groups = try groups(true)
    let characters = Array("qqqq".utf8)
    let check = KeyText.check(of: characters.span, number: groups.count - 1)
    groups[groups.count - 1] = characters + [try #require(check)]
    #expect(problem(groups) == .mistyped(group: groups.count))
    #expect(problem(groups, joined: []) == .mistyped(group: groups.count))
  }

  @Test(arguments: [false, true])
  func `every cut of a typed key is refused`(isWrapped: Bool) throws {
    let groups = try groups(isWrapped)
    let typed = Array(groups.joined(separator: [0x20]))
    for length in 0..<typed.count {
      let cut = Array(typed[..<length])
      let whole = cut.split(separator: 0x20).count { $0.count == 5 }
      let found = keyFileProblem { () throws(SealingError) in _ = try KeyText.read(cut.span) }
      // Fourteen groups, three characters and a check are as long as a plain key; for one wrapped key in 32 that check
      // is right, and then the whole key's check detects the error.
      let isAsLong = isWrapped && whole == 14 && length == 14 * 6 + 4
      #expect(
        found == .mistyped(group: whole + 1) || isAsLong && found == .malformed, "\(length)")
    }
  }

  @Test(arguments: [false, true])
  func `an error in a line is detected but not located`(isWrapped: Bool) throws {
    let line = Array(try text(KeyText.line(of: key(isWrapped))).utf8)
    for index in line.indices.dropFirst(9) {
      var altered = line
      altered[index] = altered[index] == 0x71 ? 0x70 : 0x71
      #expect(
        keyFileProblem { () throws(SealingError) in _ = try KeyText.read(altered.span) }
          == .malformed)
    }
    let long = [UInt8](repeating: 0x71, count: 1 << 20)
    #expect(
      keyFileProblem { () throws(SealingError) in _ = try KeyText.read(long.span) } == .malformed)
  }

  private func key(_ isWrapped: Bool) throws -> StoredKey {
    let root = try RootKey.generate()
    return isWrapped ? .wrapped(try .quick(root)) : .plain(root)
  }

  private func groups(_ isWrapped: Bool) throws -> [[UInt8]] {
    let text = try KeyText.groups(of: key(isWrapped)).copy
    let groups = text.split(separator: 0x20).map { Array($0) }
    #expect(groups.count == (isWrapped ? 51 : 15))
    return groups
  }

  private func problem(_ groups: [[UInt8]], joined: [UInt8] = [0x20]) -> KeyFileProblem? {
    let typed = Array(groups.joined(separator: joined))
    return keyFileProblem { () throws(SealingError) in _ = try KeyText.read(typed.span) }
  }

  private func text(_ secret: borrowing SecretBytes) -> String {
    String(decoding: secret.copy, as: UTF8.self)
  }

  private static let line =
    "cardvault-key1qyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zv0qyuz"
  private static let groups =
    "qyg3t zyg3t zyg3s zyg3e zyg30 zyg3x zyg3a zyg35 zyg3c zyg33 zyg32 zyg3r zyg34 zv0qe yuzs"
}
