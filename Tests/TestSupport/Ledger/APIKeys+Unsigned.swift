package import Access
package import Ledger

extension APIKeys {
  /// Creates a key as the tests' own person.
  package func create(
    name: String, scopes: Set<Scope>, reach: KeyReach = .everything, expiresAt: Instant? = nil
  ) async throws -> APIKey {
    try await create(
      name: name, scopes: scopes, reach: reach, expiresAt: expiresAt, signed: .ofTests)
  }

  package func revoke(id: String) async throws -> Bool {
    try await revoke(id: id, signed: .ofTests)
  }
}

extension ActSignature {
  package static let ofTests = ActSignature(ActAuthor(name: "test"))
}
