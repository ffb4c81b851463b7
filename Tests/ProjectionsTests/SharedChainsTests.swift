import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Projections

struct SharedChainsTests {
  private struct Named {
    let chain: Int
    var group = "group"
    var environment = "Production"
    let name: String
    var isChain = false
  }

  /// Chains and their customers: 1 and 2 share one, 2 and 3 another. 4 has the first in another
  /// group, 5 in another environment. 6 shares none: the name is that of a chain which 8 replaced by 9, and 9
  /// is named as 3 is.
  private static let customers = [
    Named(chain: 1, name: "700"), Named(chain: 2, name: "700"), Named(chain: 2, name: "701"),
    Named(chain: 3, name: "701"), Named(chain: 4, group: "other", name: "700"),
    Named(chain: 5, environment: "Sandbox", name: "700"), Named(chain: 6, name: "702"),
    Named(chain: 8, name: "702", isChain: true), Named(chain: 9, name: "702", isChain: true),
    Named(chain: 9, name: "701"),
  ]

  private static let all = [1, 2, 3, 8, 9]

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
        for named in Self.customers {
          let place = Self.place(named.chain, lanes)
          try await connection.query(
            .commissionCustomersWrite, place.lane, [place.stream], [named.group],
            [TestLedger.bundleID.rawValue], [named.environment], [named.name], [named.isChain])
        }
        for (chain, together) in [
          (1, Self.all), (2, Self.all), (3, Self.all), (8, Self.all), (4, [4]), (6, [6]), (7, [7]),
        ] {
          let found = try await SharedChains.together(
            with: Self.place(chain, lanes), lanes, in: .production, on: connection)
          #expect(found == Set(together.map { Self.place($0, lanes) }), "chain \(chain)")
        }
        let shared = try await SharedChains.read(lanes, in: .production, on: connection)
        #expect(shared.sets == [Set(Self.all.map { Self.place($0, lanes) })])
      }
    }
  }
}
