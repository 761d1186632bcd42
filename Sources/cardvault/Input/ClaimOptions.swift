internal import ArgumentParser

/// The options of commands that may find saves under a replaced key.
struct ClaimOptions: ParsableArguments {
  @Flag(help: "Take in saves that exist only under a replaced key, without asking.")
  var takeIn = false

  @Flag(help: "Leave such saves where they are, without asking.")
  var leaveOut = false

  func validate() throws {
    if takeIn && leaveOut {
      throw ValidationError("--take-in and --leave-out exclude each other")
    }
  }
}
