import Ledger

/// A key in the form in which an event tells of it, without its secret.
struct ToldKey {
  let name: String
  let scopes: String
  let apps: [String]?
  let environments: [String]?
  private let expiresAt: Instant?
  private let digest: [UInt8]

  init(
    _ key: APIKey, name: String, scopes: Set<Scope>, reach: KeyReach, expiresAt: Instant?
  ) {
    self.name = name
    self.scopes = scopes.names.joined(separator: ",")
    self.expiresAt = expiresAt
    apps = reach.apps?.map(\.rawValue).sorted()
    environments = reach.environments?.map(\.rawValue).sorted()
    digest = key.digest
  }

  /// The words of the event. `check` is the digest of the digest that is stored.
  var values: [String: String] {
    var values = [
      "name": name, "scopes": scopes, "check": Digest(of: digest).hexadecimal,
    ]
    values["apps"] = apps?.joined(separator: ",")
    values["environments"] = environments?.joined(separator: ",")
    values["expiresAt"] = expiresAt?.description
    return values
  }
}
