/// A parser of bytes from elsewhere: one file each, and one line in each of the two lists here.
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

  /// The target named on the command line.
  static let chosen = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)

  /// Runs the target on one input; no input may cause a trap, a hang or excessive memory use.
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
