import Access
import Foundation
package import Ledger

/// The file with the API key of a second person, by which an act at the command line is confirmed.
package struct SecondKeyFile {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Returns the person whose key the file holds. Throws unless the key may administer the app. Errors name the
  /// file, never its contents.
  package func person(
    _ settings: Settings, app: String?, in environment: StoreEnvironment
  ) async throws -> ActAuthor {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw WrongUsage("--second-key-file names \(path), which cannot be read")
    }
    let text = String(decoding: contents, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return try await Composition.with(settings, app: app, seals: false) { composition, bundleID in
      guard case .accepted(let key) = try await composition.keys.authenticate(text),
        key.scopes.allows(.admin), key.reach.admits(app: bundleID, environment: environment)
      else {
        throw Failure(
          "\(path) holds no key in force of scope `admin` for \(bundleID) in \(environment.rawValue): "
            + "the second person creates one with `daicho keys create`")
      }
      return ActAuthor(name: key.name, key: key.id)
    }
  }
}
