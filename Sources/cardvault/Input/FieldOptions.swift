internal import ArgumentParser
internal import Wallet

/// The options that fill a card's fields, shared by `add`, `edit` and `import`.
struct FieldOptions: ParsableArguments {
  @Option(help: "A word to find it by, or several with commas; may be given again.")
  var tag: [String] = []

  @Option(help: .init("The last day it is valid, as 2026-12-31.", valueName: "date"))
  var expires: String?

  @Flag(inversion: .prefixedNo, help: "It can be used only once.")
  var oneTime: Bool?

  /// What was given.
  var typed: TypedFields { TypedFields(tags: tag, expires: expires, isOneTime: oneTime) }
}
