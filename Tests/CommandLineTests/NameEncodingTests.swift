import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Arguments that are not UTF-8, such as names of files from other systems.
@Suite struct `Names that are not UTF-8` {
  /// Runs `cardvault` with words expanded by the shell, where `$odd` is such a name.
  private func types(_ words: String, by person: Person) async throws -> Person.Outcome {
    let script = try person.file(
      "odd", Array("odd=$(printf 'stick\\351'); export odd; \(words)".utf8))
    return try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
  }

  @Test(
    arguments: [
      #""$1" sync "$odd""#, #""$1" merge "$odd""#, #""$1" export "$odd""#, #""$1" verify "$odd""#,
      #""$1" show Gym -o "$odd.png""#, #""$1" init --vault "$odd""#, #""$1" init --vault="$odd""#,
      #""$1" key sheet --output "$odd.pdf""#, #""$1" import --vault "$odd" x.jpg"#,
      #"CARDVAULT_VAULT=$odd "$1" init"#, #"CARDVAULT_KEY_FILE=$odd "$1" init"#,
      #"HOME=$PWD/$odd "$1" init"#, #"XDG_DATA_HOME=$PWD/$odd "$1" init"#,
    ])
  func `are refused before they become other names`(words: String) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "hello", "--symbology", "qr")
    _ = try await types(#"mkdir "$odd""#, by: person)
    let before = Set(try FileManager.default.contentsOfDirectory(atPath: person.home.string))
    let outcome = try await types(words, by: person)
    #expect(outcome.status == 64, "\(outcome.errors)")
    for part in ["not UTF-8 text", "try: rename the file"] {
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
    let after = Set(try FileManager.default.contentsOfDirectory(atPath: person.home.string))
    #expect(after == before)
  }

  @Test(
    arguments: [
      #""$1" list "$odd""#, #""$1" show "$odd""#, #""$1" "$odd""#, #""$1" add --name "$odd""#,
      #""$1" edit gym --note="$odd""#, #""$1" import x.jpg --name="$odd""#,
      #""$1" export all --cards "$odd""#,
    ])
  func `other text is not said to be a file's name`(words: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await types(words, by: person)
    #expect(outcome.status == 64, "\(outcome.errors)")
    for part in ["not UTF-8 text", "in another encoding", "try: set the terminal to UTF-8"] {
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
  }

  @Test func `work for photos, byte for byte`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    for words in ["read", "import --no-review"] {
      let outcome = try await types(
        #"cp "\#(photo)" "$odd.jpg"; "$1" \#(words) "$odd.jpg""#, by: person)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let owner = try await SheetOwner()
    _ = try await owner.makesSheet()
    let sheet = "\(owner.person.home)/\(owner.stem).png"
    let restored = try await types(
      #"cp "\#(sheet)" "$odd.png"; "$1" key restore "$odd.png""#, by: person)
    #expect(restored.status == 0, "\(restored.errors)")
  }
}
