import EventStore
import Foundation
import Ledger
import Postgres

/// The chains that are counted together because Apple named one customer in several. This is rare,
/// since Apple keeps one chain per customer and group.
struct SharedChains {
  struct Place: Hashable {
    let lane: Int16
    let stream: UUID
  }

  private struct Key: Hashable {
    let group: String
    let customer: String
  }

  /// The sets of chains that share customers; no chain is in two sets.
  let sets: [Set<Place>]
  /// The chains of all sets.
  let places: Set<Place>

  init(_ rows: Rows) throws {
    var customers: [Key: Set<Place>] = [:]
    for (lane, stream, group, customer) in try rows.decode((Int16, UUID, String, String).self) {
      let key = Key(group: group, customer: customer)
      customers[key, default: []].insert(Place(lane: lane, stream: stream))
    }
    self.init(customers.values.map(\.self))
  }

  private init(_ customers: [Set<Place>]) {
    var sets: [Set<Place>] = []
    for customer in customers {
      let touched = sets.filter { !$0.isDisjoint(with: customer) }
      sets.removeAll { !$0.isDisjoint(with: customer) }
      sets.append(touched.reduce(customer) { $0.union($1) })
    }
    self.sets = sets
    places = sets.reduce(into: []) { $0.formUnion($1) }
  }

  static func read(
    _ lanes: [Int16], in environment: StoreEnvironment, on connection: isolated Connection
  ) throws -> SharedChains {
    try SharedChains(
      connection.query(.sharedChains, lanes, environment.rawValue))
  }
}
