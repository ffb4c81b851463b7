import AppStore
import Crypto
import Foundation
import Testing

@testable import AppStoreSimulator

/// The output of a seeded world, pinned, so that a drill that fails on a seed can be repeated with a
/// later version. A deliberate change of the store's behavior changes the digests.
struct SeedTests {
  /// 2023-01-01T00:00:00Z.
  private static let start: Int64 = 1_672_531_200_000
  private static let end = start + Int64(731).days

  @Test(arguments: [
    (NotificationVersion.version2, "f6abf387e7ac7ff2"), (.version1, "e79bb4b8f77e2050"),
    (.flatVersion1, "a685f02b7d9faf70"),
  ])
  func `a seed gives the lives, notifications, receipts and truth that it always gave`(
    version: NotificationVersion, expected: String
  ) throws {
    var app = SimulatedApp(bundleID: "com.example.game", appAppleID: 42)
    app.notificationVersion = version
    var world = World(of: app, selling: .game, seed: 7, from: Self.start) { 0 }
    world.settle(
      customers: 3 * Persona.allCases.count, living: Persona.allCases,
      playing: GameHabits(isErasing: true), until: Self.end, seed: 7)
    world.advance(to: Self.end)
    var digest = OutputDigest()
    for notification in world.notifications { try digest.add(notification) }
    for request in world.requests { try digest.add(request) }
    for customer in world.customers.indices { try digest.add(customer, of: world) }
    try digest.add(Truth(world.chronicle).all(at: Self.end))
    try digest.add(AccountTruths(of: world).all(at: Self.end))
    #expect(digest.text == expected)
  }
}

/// A digest of a world's output without signatures and certificates.
private struct OutputDigest {
  private var hash = SHA256()

  var text: String {
    Data(hash.finalize()).prefix(8).map { String(format: "%02x", $0) }.joined()
  }

  mutating func add(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    hash.update(data: try encoder.encode(value))
  }

  mutating func add(_ notification: StoreNotification) throws {
    try add([
      notification.type, notification.subtype, notification.uuid,
      notification.consumptionRequestReason, notification.legacy?.type.rawValue,
    ])
    try add([
      notification.signedDate, notification.customer.map(Int64.init),
      notification.status.map(Int64.init),
    ])
    try add(notification.transaction)
    try add(notification.renewal)
    try add(notification.summary)
    guard let legacy = notification.legacy else { return }
    try add(legacy.transaction)
    try add(legacy.renewal)
    try add(legacy.purchases)
  }

  mutating func add(_ request: GameRequest) throws {
    try add([Int64(request.customer), request.at, request.ledgerTime])
    try add(request.account)
    try add(request.transactions)
    switch request.action {
    case .register(let token, _): try add(["register", token])
    case .post(_, _, let isRestore): try add(["post", "\(isRestore)"])
    case .merge(let guest, _): try add(["merge", guest])
    case .erase: try add(["erase"])
    }
  }

  mutating func add(_ customer: Int, of world: World) throws {
    let known = world.customers[customer]
    try add([known.name, known.account, known.appTransactionID, known.appAccountToken])
    try add(known.transactions)
    try add(known.transactions.map { world.transactions[$0].modification })
    try add(world.purchases(of: customer))
  }

  private mutating func add(_ purchases: CustomerPurchases) throws {
    try add(purchases.latestReceiptInfo())
    try add(purchases.pendingRenewalInfo)
    hash.update(data: try purchases.receipt().payload)
  }
}
