import Intake
import Ledger

extension [ConfiguredApp] {
  /// Returns the app that a command is about: the named one, or the only one configured.
  func named(_ name: String?) throws -> BundleID {
    guard let name else {
      guard count == 1, let only = first else {
        throw WrongUsage("name the app by --app, or configure just one in DAICHO_APPS")
      }
      return only.bundleID
    }
    guard let named = first(where: { $0.bundleID.rawValue == name }) else {
      throw WrongUsage("--app names no app configured in DAICHO_APPS")
    }
    return named.bundleID
  }
}
