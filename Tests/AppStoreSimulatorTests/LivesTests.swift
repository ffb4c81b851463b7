import AppStoreSimulator
import Foundation
import Testing

@Suite struct LivesTests {
  /// 2024-01-01T00:00:00Z.
  private static let start: Int64 = 1_704_067_200_000
  private static let end = start + Int64(731).days

  private func world(
    living ways: [WayOfLife], customers: Int, seed: UInt64 = 1
  ) -> World {
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: seed,
      from: Self.start)
    world.settle(customers: customers, living: ways, until: Self.end, seed: seed)
    return world
  }

  @Test func `the same seed lives the same lives, another seed others`() throws {
    let worlds = [1, 1, 2].map { (seed: UInt64) -> World in
      var world = world(living: [.mixed], customers: 20, seed: seed)
      world.advance(to: Self.end)
      return world
    }
    let uuids = worlds.map { $0.notifications.map(\.uuid) }
    #expect(uuids[0] == uuids[1])
    #expect(uuids[0] != uuids[2])
    #expect(worlds[0].now == worlds[1].now)
  }

  @Test(arguments: WayOfLife.allCases)
  func `what the store believes of its subscriptions is true at every moment`(
    way: WayOfLife
  ) throws {
    var world = world(living: [way], customers: 12)
    for month in 1...24 {
      world.advance(to: Self.start + Int64(month * 30).days)
      let truth = Truth(world.chronicle)
      for (index, customer) in world.customers.enumerated() {
        let believed = believed(index, in: world)
        let known = truth.customer(customer.name, at: world.now).standings.map {
          "\($0.originalTransactionId) \($0.status.rawValue)"
        }
        #expect(believed.isSubset(of: known), "\(customer.name) in month \(month)")
        #expect(known.count == world.customers[index].subscriptions.count)
      }
    }
  }

  /// Where nothing is charged ahead.
  private func believed(_ customer: Int, in world: World) -> Set<String> {
    let settled = world.customers[customer].subscriptions.map { world.subscriptions[$0] }.filter {
      world.transactions[$0.latest].content.purchaseDate <= world.now
    }
    return Set(
      settled.map {
        "\(world.transactions[$0.latest].content.originalTransactionId) \($0.standing)"
      })
  }
}
