import Foundation
import Postgres

/// The form of `DATABASE_URL`, as libpq reads it:
/// `postgresql://user:password@host:port/name?key=value`. Every part is optional, and several hosts
/// are allowed.
enum DatabaseURL {
  private static let schemes = ["postgresql://", "postgres://"]
  private static let malformed = SettingsError.invalid(
    .databaseURL,
    remedy:
      "is malformed: write postgresql://user:password@host:port/database, and in the password "
      + "%25 for %, %2F for /, %3A for :, %40 for @")

  /// Throws if the URL is malformed. The error names the setting and never its value, which holds a
  /// password.
  static func check(_ url: String) throws(SettingsError) {
    guard let scheme = schemes.first(where: url.hasPrefix) else {
      throw .invalid(.databaseURL, remedy: "must begin with postgresql://")
    }
    let parts = url.dropFirst(scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let authority = parts[0].prefix { $0 != "/" }.split(
      separator: "@", omittingEmptySubsequences: false)
    let options = parts.count > 1 ? parts[1].split(separator: "&") : []
    guard url.removingPercentEncoding != nil, authority.count <= 2,
      authority[authority.count - 1].split(separator: ",").allSatisfy(isHost),
      options.allSatisfy({ option in option.count { $0 == "=" } == 1 })
    else { throw malformed }
  }

  /// Returns a warning if a URL that was given as a flag holds a password; nil if it does not.
  static func finding(inFlag url: String) -> Finding? {
    let parameters = ConnectionParameters(ConnectionOptions(url: url), environment: [:])
    guard parameters?.addressHoldsPassword == true else { return nil }
    return .warn(
      "--database-url",
      "it holds a password, which the list of processes shows to every user of this machine",
      remedy: "set DATABASE_URL instead, or leave the password to a file that PGPASSFILE names")
  }

  /// Returns true for a name, an address, or an IPv6 address in brackets, with or without a port.
  private static func isHost(_ text: Substring) -> Bool {
    guard text.hasPrefix("[") else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count == 1 || parts.count == 2 && isPort(parts[1])
    }
    guard let end = text.firstIndex(of: "]") else { return false }
    let rest = text[text.index(after: end)...]
    return rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst())
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || Int(text).map((1...65_535).contains) ?? false
  }
}
