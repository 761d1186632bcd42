import Testing
import Wallet

/// What the parser of the command line reports, in words that follow “because”.
@Suite struct ParserWordsTests {
  @Test(
    arguments: [
      ("Unknown option '--bogus'", "there is no option --bogus"),
      (
        "Unknown option '--expire'. Did you mean '--expires'?",
        "there is no option --expire; did you mean --expires?"
      ),
      ("Unknown option '--nope'. Did you mean '--sort'?", "there is no option --nope"),
      ("Missing expected argument '--name <name>'", "--name <name> is missing"),
      ("Missing value for '--tag <tag>'", "--tag <tag> needs a value"),
      ("Unexpected argument 'it's'", "“it's” is one argument too many"),
      ("2 unexpected arguments: 'a', 'b'", "“a”, “b” are 2 arguments too many"),
      (
        "The option '--quiet' does not take any value, but 'x' was specified.",
        "--quiet accepts no value"
      ),
      (
        "The value 'soon' is invalid for '--for <time>': write seconds, like 90s",
        "“soon” is not valid for --for <time>: write seconds, like 90s"
      ),
      (
        "The value 'size' is invalid for '--sort <sort>'. Please provide one of 'name' and 'used'.",
        "“size” is not valid for --sort <sort>: use name and used"
      ),
      (
        "The value 'x' is invalid for '--to <form>'. Please provide one of the following:\n  - csv\n  - json",
        "“x” is not valid for --to <form>: use csv or json"
      ),
      ("cards and --all-tagged exclude each other", "cards and --all-tagged exclude each other"),
    ])
  func `the reason is part of a sentence, with options as they are typed`(
    message: String, reason: String
  ) {
    #expect(ParserWords(message).reason == reason)
  }
}
