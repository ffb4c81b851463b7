import Access
import HTTPTypes
import Hummingbird
import Intake
import Ledger

/// The second persons of requests: an act that an app's policy names needs another key of scope `admin`, in a header
/// of its own.
struct SecondPersons: Sendable {
  static let header = "Second-Authorization"

  let keys: APIKeys
  let apps: [ConfiguredApp]

  /// Returns the second person of a request, to be kept with its event; nil where none is needed and none is named.
  /// Throws a problem unless the key is another one that may administer the app.
  func person(
    of request: Request, _ context: APIContext, for need: SecondPersonPolicy.Need,
    in bundleID: BundleID, _ environment: StoreEnvironment
  ) async throws -> ActAuthor? {
    let policy = apps.first { $0.bundleID == bundleID }?.secondPerson ?? .off
    guard let name = HTTPField.Name(Self.header), let text = request.headers[name] else {
      guard policy.demands(need) else { return nil }
      throw Problem.secondPersonRequired("the request has no header `\(Self.header)`")
    }
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      case .accepted(let key) = try await keys.authenticate(String(parts[1]))
    else { throw Problem.secondPersonRequired("its key is not known here, revoked or expired") }
    guard key.id != context.caller.keyID else {
      throw Problem.secondPersonRequired("its key is that of the first person")
    }
    guard key.scopes.allows(.admin) else {
      throw Problem.secondPersonRequired("its key lacks the scope `admin`")
    }
    guard CallerReach(of: key).contains(bundleID, in: environment) else {
      throw Problem.secondPersonRequired("its key is not for this app and environment")
    }
    return ActAuthor(name: key.name, key: key.id)
  }
}

extension Problem {
  fileprivate static func secondPersonRequired(_ found: String) -> Problem {
    Problem(
      .forbidden, code: "second_person_required",
      detail: "This act needs a second person, another key of scope `admin` as "
        + "`\(SecondPersons.header): Bearer …`; \(found).")
  }
}
