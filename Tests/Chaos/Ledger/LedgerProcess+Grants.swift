import AppStoreSimulator

/// What the ledger's own database tells of grants.
extension LedgerProcess {
  /// Events as the log numbers their types.
  private enum EventType: Int, CaseIterable {
    case grantMade = 11
    case grantAcknowledged = 16
  }

  func grantsMade() async throws -> Int { try await count(.grantMade) }

  /// In the log, too, every grant was made and acknowledged once.
  func checkGrants(made grants: Int) async throws {
    for type in EventType.allCases {
      let found = try await count(type)
      guard found == grants else {
        throw BrokenTrial("of \(grants) grants there are \(found) events of type \(type.rawValue)")
      }
    }
  }

  /// Returns once the lists tell everything.
  func waitUntilRead() async throws {
    try await LedgerReader(of: url, key: "", bundleID: "").waitUntilCaughtUp()
  }

  /// Returns once every grant is made, and every wallet has followed.
  func waitUntilGranted() async throws {
    try await waitUntilRead()
    let waiting = try await number("select count(*) from granting_wait")
    guard waiting == 0 else { throw BrokenTrial("\(waiting) purchases wait for their grants") }
  }

  private func count(_ type: EventType) async throws -> Int {
    Int(try await number("select count(*) from event where type = \(type.rawValue)"))
  }
}
