internal import ReaderLink

/// Several requests that come at once on standard input.
enum RequestGroup {
  /// Answers them in their order, each as soon as its answer is made.
  ///
  /// - Throws: `Ending`.
  static func answer(
    atMost limit: Int, byteCount byteLimit: Int,
    _ answer: ([UInt8]) throws(Ending) -> [UInt8]
  ) throws(Ending) {
    try Sandbox.enter().closeTelling()
    let input = try StandardStreams.input(atMost: byteLimit)
    guard input.count <= byteLimit, let requests = PartList.parts(of: input, atMost: limit)
    else { throw .link }
    for request in requests {
      try Sandbox.allowOnePicture()
      guard StandardStreams.output(PartList.joined([try answer(request)])) else { throw .link }
    }
  }
}
