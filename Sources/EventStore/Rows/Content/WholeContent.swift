import Foundation
import Ledger

/// The content of an event that its row holds as one JSON value, beside environment, app and moment.
protocol WholeContent: StoredContent, Codable {
  /// The member of the row's JSON that holds the value.
  static var member: String { get }
  /// The environment and the app that the row names.
  var place: (environment: StoreEnvironment, app: BundleID?) { get }
}

extension WholeContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: Self.member)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(place.environment, place.app)
    try row.set(self, under: Self.member)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: assertedAt, digest) }
}
