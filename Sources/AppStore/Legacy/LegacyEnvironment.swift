/// The spellings of an environment in Apple's older documents.
enum LegacyEnvironment {
  /// Returns the environment that a field names. Returns nil if the field is absent.
  static func named(
    by key: String, in fields: LegacyFields
  ) throws(LegacyDocumentError) -> ServerAPIEnvironment? {
    switch try fields.text(key)?.lowercased() {
    case nil: nil
    case "prod", "production": .production
    case "sandbox": .sandbox
    default: throw fields.unreadable(key)
    }
  }
}
