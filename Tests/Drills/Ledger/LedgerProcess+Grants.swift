import AppStoreSimulator

/// Figures about grants from the ledger's own database.
extension LedgerProcess {
  /// The types of events as the log numbers them.
  private enum GrantEvent: Int {
    case grantMade = 11
    case grantAcknowledged = 16
  }

  func grantsMade() async throws -> Int { try await count(.grantMade) }

  /// Throws unless the log, too, has each grant made once, and as many acknowledged: none where the
  /// ledger keeps the coins.
  func checkGrants(made grants: Int, acknowledged: Int) async throws {
    for (type, expected) in [(GrantEvent.grantMade, grants), (.grantAcknowledged, acknowledged)] {
      let found = try await count(type)
      guard found == expected else {
        throw BrokenDrill(
          "instead of \(expected) there are \(found) events of type \(type.rawValue)")
      }
    }
  }

  /// Returns once the lists are up to date.
  func waitUntilRead() async throws {
    let key = try await makeKey(scopes: "read")
    try await LedgerReader(of: url, key: key, bundleID: "").waitUntilCaughtUp()
  }

  /// Returns once every grant is made, and every wallet is up to date.
  func waitUntilGranted() async throws {
    try await waitUntilRead()
    let waiting = try await number("select count(*) from granting_wait")
    guard waiting == 0 else { throw BrokenDrill("\(waiting) purchases wait for their grants") }
  }

  private func count(_ type: GrantEvent) async throws -> Int {
    Int(try await number("select count(*) from event where type = \(type.rawValue)"))
  }
}
