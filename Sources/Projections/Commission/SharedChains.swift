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
    let app: String
    let group: String
    let customer: String
  }

  /// The sets of chains that share customers; no chain is in two sets.
  let sets: [Set<Place>]
  /// The chains of all sets.
  let places: Set<Place>

  init(_ rows: Rows) throws {
    var customers: [Key: Set<Place>] = [:]
    for (lane, stream, app, group, customer) in try rows.decode(
      (Int16, UUID, String, String, String).self)
    {
      let key = Key(app: app, group: group, customer: customer)
      customers[key, default: []].insert(Place(lane: lane, stream: stream))
    }
    sets = ConnectedSets(customers.values).sets
    places = sets.reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns the chains that are counted together with a chain, itself among them. Reads the
  /// customers of these chains alone.
  static func together(
    with own: Place, _ lanes: [Int16], in environment: StoreEnvironment,
    on connection: isolated Connection
  ) throws -> Set<Place> {
    var found: Set = [own]
    var customers: Set<Key> = []
    var open: Set = [own]
    while !open.isEmpty {
      let named = try connection.query(
        .streamsCustomers, Set(open.map(\.lane)).sorted(), open.map(\.stream))
      let new = Set(try named.decode((String, String, String).self).map(Key.init)).subtracting(
        customers)
      guard !new.isEmpty else { break }
      customers.formUnion(new)
      let rows = try connection.query(
        .customersStreams, lanes, environment.rawValue, Set(new.map(\.customer)).sorted())
      open = []
      for (lane, stream, app, group, customer) in try rows.decode(
        (Int16, UUID, String, String, String).self)
      where new.contains(Key(app: app, group: group, customer: customer)) {
        let place = Place(lane: lane, stream: stream)
        if found.insert(place).inserted { open.insert(place) }
      }
    }
    return found
  }

  static func read(
    _ lanes: [Int16], in environment: StoreEnvironment, on connection: isolated Connection
  ) throws -> SharedChains {
    try SharedChains(
      connection.query(.sharedChains, lanes, environment.rawValue))
  }
}
