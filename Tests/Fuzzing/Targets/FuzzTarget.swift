/// A parser of bytes from elsewhere: a function in a file of this folder, and one line in each of the two lists here.
enum FuzzTarget: String, CaseIterable {
  case answer
  case archive
  case bundle
  case cardabase
  case catima
  case catimaLink = "catima-link"
  case code
  case envelope
  case fidMe = "fidme"
  case file
  case gitListing = "git-listing"
  case header
  case json
  case messages
  case notice
  case ownList = "own-list"
  case ownTable = "own-table"
  case pack
  case pass
  case passStrings = "pass-strings"
  case payload
  case rcloneListing = "rclone-listing"
  case table
  case typedKey = "typed-key"
  case voucherVault = "voucher-vault"
  case wrapped

  /// The target named on the command line.
  static let chosen = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)

  /// Runs the target on one input; no input may cause a trap, a hang or excessive memory use.
  func take(_ input: [UInt8]) {
    switch self {
    case .answer: takeAnswer(input)
    case .archive: takeArchive(input)
    case .bundle: takeBundle(input)
    case .cardabase: takeCardabase(input)
    case .catima: takeCatima(input)
    case .catimaLink: takeCatimaLink(input)
    case .code: takeCode(input)
    case .envelope: takeEnvelope(input)
    case .fidMe: takeFidMe(input)
    case .file: takeFile(input)
    case .gitListing: takeGitListing(input)
    case .header: takeHeader(input)
    case .json: takeJSON(input)
    case .messages: takeMessages(input)
    case .notice: takeNotice(input)
    case .ownList: takeOwnList(input)
    case .ownTable: takeOwnTable(input)
    case .pack: takePack(input)
    case .pass: takePass(input)
    case .passStrings: takePassStrings(input)
    case .payload: takePayload(input)
    case .rcloneListing: takeRcloneListing(input)
    case .table: takeTable(input)
    case .typedKey: takeTypedKey(input)
    case .voucherVault: takeVoucherVault(input)
    case .wrapped: takeWrapped(input)
    }
  }
}
