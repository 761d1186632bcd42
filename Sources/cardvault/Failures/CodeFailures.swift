internal import Cards
internal import Wallet

extension Failure {
  /// A text that is not a code.
  init(_ problem: CodeProblem) {
    let noCode = "this is no code"
    let mistyped = "look for a digit that was typed wrong"
    let unsolved = "the unreadable digit cannot be found"
    let lookAgain = "look at the card in slanting light, or import a photo of it"
    switch problem {
    case .notUnicode:
      self = .usage(
        noCode, because: "it is not text in UTF-8", try: "import a photo of it instead")
    case .wrongLength:
      self = .usage(noCode, because: "a code has 1 to \(Barcode.maximumByteCount) bytes")
    case .element(let title, let fault):
      self = .usage(
        "this is no GS1 code", because: "\(title.isEmpty ? "a piece" : title): \(fault.words)",
        try: "look for a character that was typed wrong")
    case .publication(let isBook):
      self = .usage(
        "this is no \(isBook ? "ISBN" : "ISSN")",
        because: "its last place is computed from the others, and does not fit them",
        try: mistyped)
    case .unreadableDigit(let problem):
      self = .usage(unsolved, because: problem.words, try: lookAgain)
    case .noCheckDigit(let count, let kind):
      self = .usage(
        unsolved, because: "\(count) characters of \(kind) have no check digit that tells it",
        try: lookAgain)
    case .perhapsNoCheckDigit(let count):
      self = .usage(
        unsolved, because: "a number of \(count) characters need not have a check digit",
        try: "--symbology UPC-E or another kind that has one, or ISBN before it")
    case .notCode39:
      self = .usage(
        "this is no Code 39", because: "something in it cannot stand in a Code 39",
        try: "capital letters, digits, space and - . $ / + %")
    case .completeUPCA:
      self = .usage(
        "this is a UPC-A number", because: "its 12 digits are complete, and an EAN-13 has 13",
        try: "--symbology upc-a")
    case .wrongNumber(let kind, let count):
      self = .usage(
        "this is no \(kind.name) number",
        because: "it has \(count) digits, and the last one is computed from the others",
        try: mistyped)
    }
  }
}

extension UnreadableDigit.Problem {
  fileprivate var words: String {
    switch self {
    case .several(let count): "\(count) digits are unreadable, and a check digit tells one"
    case .noneFits: "no digit fits the check digit: another one is wrong too"
    case .manyFit(let count): "\(count) digits fit the check digit"
    }
  }
}
