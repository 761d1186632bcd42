internal import Cards

extension Failure {
  /// A text that is not a code.
  package init(_ problem: CodeProblem) {
    let noCode = "this is not a valid code"
    let mistyped: Advice = "look for a mistyped digit"
    let unsolved = "the unreadable digit cannot be computed"
    let lookAgain: Advice = "look at the card in slanting light, or import a photo of it"
    switch problem {
    case .notUnicode:
      self = .usage(
        noCode, because: "it is not UTF-8 text", try: "import a photo of it instead")
    case .wrongLength:
      self = .usage(
        noCode, because: "a code has 1 to \(Barcode.maxByteCount) bytes",
        try: "type the code as it is printed on the card")
    case .element(let title, let fault):
      self = .usage(
        "this is not a valid GS1 code",
        because: "\(title.isEmpty ? "one element" : title): \(fault.words)",
        try: "look for a mistyped character")
    case .publication(let isBook):
      self = .usage(
        "this is not a valid \(isBook ? "ISBN" : "ISSN")",
        because: "its check digit does not match the other digits",
        try: mistyped)
    case .unreadableDigit(let problem):
      self = .usage(unsolved, because: problem.words, try: lookAgain)
    case .noCheckDigit(_, .itf):
      self = .usage(
        unsolved, because: "only an ITF number of 14 digits has a check digit", try: lookAgain)
    case .noCheckDigit(_, let kind):
      self = .usage(
        unsolved, because: "\(kind) has no check digit to compute it from", try: lookAgain)
    case .perhapsNoCheckDigit(let count):
      self = .usage(
        unsolved, because: "a number of \(count) digits may have no check digit",
        try: .option(
          "name a kind of barcode that has one, such as --symbology UPC-E, or type ISBN before the number"
        ),
        onPage:
          "choose a kind of barcode that has one, such as UPC-E, or type ISBN before the number")
    case .notCode39:
      self = .usage(
        "this is not a valid Code 39", because: "it contains characters that Code 39 does not have",
        try: "use only capital letters, digits, space and - . $ / + %")
    case .completeUPCA:
      self = .usage(
        "this is a UPC-A number", because: "it has 12 digits, and an EAN-13 has 13",
        try: .use("--symbology", "upc-a"), onPage: "choose UPC-A as the kind of barcode")
    case .wrongNumber(let kind, let count):
      self = .usage(
        "this is not a valid \(kind.name) number",
        because: "\(kind.name) numbers consist of \(count) digits", try: mistyped)
    case .wrongCheckDigit(let kind):
      self = .usage(
        "this is not a valid \(kind.name) number",
        because: "its check digit does not match the other digits", try: mistyped)
    }
  }
}

extension UnreadableDigit.Problem {
  fileprivate var words: String {
    switch self {
    case .several(let count):
      "\(count) digits are unreadable, and a check digit can recover only one"
    case .noneFits: "no digit matches the check digit, so another digit is wrong too"
    case .manyFit(let count): "\(count) digits match the check digit"
    }
  }
}
