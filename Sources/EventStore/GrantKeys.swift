package import Foundation
package import Ledger
import Postgres

/// The place of the first decision that made a grant.
package struct GrantPlace: Hashable, Sendable {
  /// The stream of the chain that has the grant.
  package let stream: UUID
  package let event: EventID
}

/// The keys by which a grant is made once in the whole ledger. A grant's id has no chain in it, and
/// every other key of an event holds in one lane.
enum GrantKeys {
  /// Returns the query for the places of grants.
  static func query(of grants: some Collection<GrantID>, among laneCount: Int16) -> Call {
    Call(.grantKeysFind, grants.map { $0.lane(among: laneCount) }, grants.map(\.key))
  }

  /// Returns the places among the answer of the query.
  static func places(in rows: Rows) throws -> [GrantID: GrantPlace] {
    let found = try rows.decode((UUID, UUID, Int16, Int64).self).map { id, stream, lane, position in
      (
        GrantID(key: id),
        GrantPlace(stream: stream, event: EventID(lane: lane, position: position))
      )
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the statement that stores the places of new grants.
  static func append(_ places: [GrantID: GrantPlace], among laneCount: Int16) -> Call {
    let places = Array(places)
    return Call(
      .grantKeysAppend, places.map { $0.key.lane(among: laneCount) }, places.map(\.key.key),
      places.map(\.value.stream), places.map(\.value.event.lane),
      places.map(\.value.event.position))
  }
}

extension GrantID {
  /// The lane of the grant's key, which is not that of its chain.
  fileprivate func lane(among laneCount: Int16) -> Int16 {
    StreamID.lane(of: key, among: laneCount)
  }
}
