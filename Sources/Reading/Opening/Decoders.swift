import Cvips

/// The image library's decoders.
public enum Decoders {
  /// Starts the image library with only the loaders of accepted formats enabled.
  ///
  /// Decodes one tiny picture of each kind whose decoder loads parts of itself on first use, so that nothing is left
  /// to load in the sandbox. Call it once per process, before the sandbox closes. Takes about 20 ms.
  ///
  /// - Throws: `ReadingError.decodersUnavailable` when the library does not start. A missing decoder is reported
  ///   when a picture of its format is opened.
  public static func warmUp() throws(ReadingError) {
    guard cvips_start() == Int32(CVIPS_OK.rawValue) else { throw .decodersUnavailable }
    cvips_load_decoders()
  }
}
