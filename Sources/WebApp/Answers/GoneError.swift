/// A card that is not there any more.
struct GoneError: Error { let what: String }
