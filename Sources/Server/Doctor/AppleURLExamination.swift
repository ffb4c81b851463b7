import Foundation
import Intake

/// The examination of the addresses that replace Apple's own: `http:` sends Apple's tokens and the
/// customers' purchases in the clear.
struct AppleURLExamination {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Returns a warning for each address over `http:` to another machine; none if the apps file
  /// cannot be read, which another finding reports.
  func findings() -> [Finding] {
    guard let entries = settings.appsFile.flatMap({ try? AppsFile.entries($0) }) else { return [] }
    return entries.flatMap { entry in
      entry.appleURLs.compactMap { field, url in
        Self.plainHost(of: url).map { Self.warning("\(field) of \(entry.app.bundleID)", $0) }
      }
    }
  }

  /// Returns the host of an address over `http:`; nil for `https:` and for this machine.
  private static func plainHost(of url: String) -> String? {
    guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http",
      let host = parts.host, !LoopbackHost.contains(host)
    else { return nil }
    return host
  }

  private static func warning(_ check: String, _ host: String) -> Finding {
    .warn(
      check, "what is asked of \(host) crosses the network in the clear, with the token that asks",
      remedy: "write https: in DAICHO_APPS; http: is for a simulated store on this machine")
  }
}
