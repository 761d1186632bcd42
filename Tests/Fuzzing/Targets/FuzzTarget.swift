/// Something that takes bytes from elsewhere: one file each, and one line in each of the two lists here.
enum FuzzTarget: String, CaseIterable {
  case bundle
  case envelope
  case header
  case messages
  case notice
  case pack
  case payload
  case typedKey = "typed-key"
  case wrapped

  /// The one that the command line names.
  static let chosen = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)

  /// Hands it one input; whatever that is, no trap, no hang and no flood of memory may come of it.
  func take(_ input: [UInt8]) {
    switch self {
    case .bundle: takeBundle(input)
    case .envelope: takeEnvelope(input)
    case .header: takeHeader(input)
    case .messages: takeMessages(input)
    case .notice: takeNotice(input)
    case .pack: takePack(input)
    case .payload: takePayload(input)
    case .typedKey: takeTypedKey(input)
    case .wrapped: takeWrapped(input)
    }
  }
}
