import AppStoreSimulator
import Testing

/// The rarer cases that random lives meet, each counted, so that a drill of lives is known to meet them.
struct LivesCaseTests {
  /// 2024-01-01T00:00:00Z.
  private static let start: Int64 = 1_704_067_200_000
  private static let end = start + Int64(731).days

  private static func lived(_ ways: [Persona], customers: Int = 40) -> World {
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 1,
      from: start)
    world.settle(customers: customers, living: ways, until: end, seed: 1)
    world.advance(to: end)
    return world
  }

  @Test func `non-consumables have several ids, are refunded under any and bought again`() {
    let world = Self.lived([.restoring])
    let all = world.transactions.filter { $0.content.type == Product.Kind.nonConsumable.rawValue }
    let copies = all.filter { $0.copyOf != nil }
    let refundedCopies = Set(copies.filter(\.isRevoked).map(\.id))
    #expect(copies.count >= 20)
    #expect(copies.contains { !$0.isRevoked })
    let told = Set(
      world.notifications.filter { $0.type == "REFUND" }.compactMap(\.transaction?.transactionId))
    #expect(!told.isDisjoint(with: refundedCopies))
    let again = all.filter {
      $0.copyOf == nil && $0.content.originalTransactionId != $0.id && !$0.isFamilyShared
    }
    #expect(again.count >= 3)
    let fresh = Dictionary(grouping: all.filter { $0.copyOf == nil && !$0.isFamilyShared }) {
      "\($0.customer) \($0.content.productId)"
    }
    #expect(
      fresh.values.contains { Set($0.map(\.content.originalTransactionId)).count > 1 })
  }

  @Test func `the games of many customers post under further ids, with and without a restore`() {
    let world = Self.lived([.restoring])
    let copies = world.restoredCopies
    let posts = world.requests.compactMap { request -> Bool? in
      guard case .post(let transactions, _, let isRestore) = request.action,
        transactions.contains(where: { copies[$0.transactionId] != nil })
      else { return nil }
      return isRestore
    }
    #expect(posts.count { $0 } >= 3)
    #expect(posts.count { !$0 } >= 10)
  }

  @Test func `passes are bought by one, two and three, and returned in part`() {
    let passes = Self.lived([.seasonal]).transactions.map(\.content)
    #expect(Set(passes.map(\.quantity)) == [1, 2, 3])
    let returned = passes.filter { $0.revocationPercentage.map { $0 < 100_000 } ?? false }
    #expect(Set(returned.map(\.quantity)) == [1, 2, 3])
  }
}
