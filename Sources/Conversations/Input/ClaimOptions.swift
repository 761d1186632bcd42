internal import ArgumentParser

/// Options for commands that may find saves under a replaced key.
package struct ClaimOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Flag(help: "Accept saves that exist only under a replaced key, without asking.")
  var takeIn = false

  @Flag(help: "Leave such saves out, without asking.")
  var leaveOut = false

  /// Refuses both at once.
  package func validate() throws {
    if takeIn && leaveOut {
      throw ValidationError("--take-in and --leave-out cannot be used together")
    }
  }
}
