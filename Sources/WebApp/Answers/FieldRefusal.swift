/// An error about one typed field, beside which the page shows it.
struct FieldRefusal: Error {
  /// The field's name in the request.
  let field: String
  let cause: any Error

  /// Wraps what `work` throws in a `FieldRefusal`, except `DecodingError`, which no typed text causes.
  static func naming<Value>(_ field: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as DecodingError {
      throw error
    } catch {
      throw FieldRefusal(field: field, cause: error)
    }
  }
}
