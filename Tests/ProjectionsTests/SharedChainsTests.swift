import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Projections

struct SharedChainsTests {
  /// Chains and their customers: A and B share one, B and C another. D has the first in another
  /// group, E in another environment. F shares none.
  private static let customers: [(chain: Int, group: String, environment: String, id: String)] = [
    (1, "group", "Production", "700"), (2, "group", "Production", "700"),
    (2, "group", "Production", "701"), (3, "group", "Production", "701"),
    (4, "other", "Production", "700"), (5, "group", "Sandbox", "700"),
    (6, "group", "Production", "702"),
  ]

  private static func place(_ chain: Int, _ lanes: [Int16]) -> SharedChains.Place {
    let stream = UUID(uuidString: "00000000-0000-4000-8000-00000000000\(chain)")!
    return SharedChains.Place(lane: lanes[chain % lanes.count], stream: stream)
  }

  @Test func `a chain is counted with those that share a customer, over any number of steps`()
    async throws
  {
    try await TestLedger.with { ledger in
      let lanes = ledger.log.lanes
      try await ledger.pool.withConnection { connection in
        for (chain, group, environment, id) in Self.customers {
          let place = Self.place(chain, lanes)
          try await connection.query(
            .commissionCustomersWrite, place.lane, [place.stream], [group],
            [TestLedger.bundleID.rawValue], [environment], [id])
        }
        for (chain, together) in [
          (1, [1, 2, 3]), (2, [1, 2, 3]), (3, [1, 2, 3]), (4, [4]), (6, [6]), (7, [7]),
        ] {
          let found = try await SharedChains.together(
            with: Self.place(chain, lanes), lanes, in: .production, on: connection)
          #expect(found == Set(together.map { Self.place($0, lanes) }), "chain \(chain)")
        }
        let shared = try await SharedChains.read(lanes, in: .production, on: connection)
        #expect(shared.sets == [Set([1, 2, 3].map { Self.place($0, lanes) })])
      }
    }
  }
}
