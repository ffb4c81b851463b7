import EventStore
import Foundation
import Ledger
import Postgres

/// The chains that are counted together because Apple named one customer in several, or because one
/// replaced another. This is rare, since Apple keeps one chain per customer and group.
struct SharedChains {
  struct Place: Hashable {
    let lane: Int16
    let stream: UUID
  }

  /// A name of a customer in a group of an app.
  private struct Key: Hashable, RowDecodable {
    let app: String
    let group: String
    let name: String
    let isChain: Bool

    init(_ columns: inout ColumnReader) throws {
      (app, group) = (try columns.next(), try columns.next())
      (name, isChain) = (try columns.next(), try columns.next())
    }
  }

  /// The sets of chains that share customers; no chain is in two sets.
  let sets: [Set<Place>]
  /// The chains of all sets.
  let places: Set<Place>

  init(_ rows: Rows) throws {
    var customers: [Key: Set<Place>] = [:]
    for (place, key) in try Self.named(rows) { customers[key, default: []].insert(place) }
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
      let new = Set(try named.decode(Key.self)).subtracting(customers)
      guard !new.isEmpty else { break }
      customers.formUnion(new)
      let rows = try connection.query(
        .customersStreams, lanes, environment.rawValue, Set(new.map(\.name)).sorted())
      open = []
      for (place, key) in try Self.named(rows)
      where new.contains(key) && found.insert(place).inserted {
        open.insert(place)
      }
    }
    return found
  }

  /// Reads chains, each with a name of its customer.
  private static func named(_ rows: Rows) throws -> [(place: Place, key: Key)] {
    try rows.map { row in
      var columns = ColumnReader(row)
      let place = Place(lane: try columns.next(), stream: try columns.next())
      return (place, try Key(&columns))
    }
  }

  static func read(
    _ lanes: [Int16], in environment: StoreEnvironment, on connection: isolated Connection
  ) throws -> SharedChains {
    try SharedChains(
      connection.query(.sharedChains, lanes, environment.rawValue))
  }
}
