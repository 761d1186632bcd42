/// Why a payload cannot be used.
package enum PayloadError: Error {
  /// It breaks a rule of the format.
  case malformed
  /// It contains something that only a newer program understands.
  case newer
}
