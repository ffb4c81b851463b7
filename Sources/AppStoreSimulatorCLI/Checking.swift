import AppStoreSimulator
import Foundation

/// Holds the ledger's answers against what the simulator knows to be true.
struct Checking: Sendable {
  /// How long the ledger may take to catch up.
  static let patience: Duration = .seconds(30)
  private static let pause: Duration = .milliseconds(500)

  let ledger: LedgerClient
  let at: Date

  /// Asks about everybody, and again about those whose answer differs, until patience ends.
  func check(_ expected: [ExpectedAnswer]) async throws -> CheckingReport {
    let deadline = ContinuousClock.now + Self.patience
    var wrong = try await disagreements(among: expected)
    while !wrong.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: Self.pause)
      wrong = try await disagreements(among: wrong.map(\.expected))
    }
    return CheckingReport(expected: expected, disagreements: wrong)
  }

  private func disagreements(among expected: [ExpectedAnswer]) async throws -> [Disagreement] {
    try await concurrently(expected, atOnce: LedgerClient.concurrency) { expected in
      try await disagreement(with: expected)
    }
    .compactMap(\.self).sorted { $0.expected.account < $1.expected.account }
  }

  private func disagreement(with expected: ExpectedAnswer) async throws -> Disagreement? {
    let entitlements = try await ledger.read("entitlements", of: expected.account, at: at)
    let subscriptions = try await ledger.read("subscriptions", of: expected.account, at: at)
    guard let owned = try? JSONDecoder().decode(Entitlements.self, from: entitlements.body),
      let standings = try? JSONDecoder().decode(Subscriptions.self, from: subscriptions.body)
    else {
      return Disagreement(
        expected: expected,
        answered: "status \(entitlements.status) and \(subscriptions.status)")
    }
    let answer = ExpectedAnswer(
      account: expected.account, owned: owned.owned, standings: standings.standings)
    return answer == expected
      ? nil : Disagreement(expected: expected, answered: answer.summary)
  }
}

struct Disagreement: Sendable {
  let expected: ExpectedAnswer
  let answered: String
}

struct CheckingReport: Sendable {
  let expected: [ExpectedAnswer]
  let disagreements: [Disagreement]

  var figures: String {
    let owned = expected.map(\.owned.count).reduce(0, +)
    let subscriptions = expected.map(\.standings.count).reduce(0, +)
    var lines = [
      "\(expected.count) accounts checked: \(owned) entitlements and \(subscriptions) subscriptions; \(disagreements.count) accounts differ from the truth."
    ]
    for wrong in disagreements.prefix(20) {
      lines.append("  account \(wrong.expected.account)")
      lines.append("    is so:    \(wrong.expected.summary)")
      lines.append("    answered: \(wrong.answered)")
    }
    return lines.joined(separator: "\n")
  }
}

extension ExpectedAnswer {
  var summary: String {
    let owned = owned.map { "\($0.productID) \($0.ownership) \($0.state)" }.sorted()
    let standings = standings.map { "\($0.key) \($0.value.rawValue)" }.sorted()
    return "owns [\(owned.joined(separator: ", "))], stands [\(standings.joined(separator: ", "))]"
  }
}

private struct Entitlements: Decodable {
  struct Entitlement: Decodable {
    let productId: String
    let ownership: String
    let state: String
  }

  let entitlements: [Entitlement]

  var owned: Set<OwnedProduct> {
    Set(
      entitlements.map {
        OwnedProduct(productID: $0.productId, ownership: $0.ownership, state: $0.state)
      })
  }
}

private struct Subscriptions: Decodable {
  struct Subscription: Decodable {
    let originalTransactionId: String
    let status: Standing
  }

  let subscriptions: [Subscription]

  var standings: [String: Standing] {
    Dictionary(
      subscriptions.map { ($0.originalTransactionId, $0.status) }, uniquingKeysWith: { $1 })
  }
}
