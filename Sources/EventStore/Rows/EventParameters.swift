import Foundation
import Ledger
import Postgres

/// The arrays that `events_append.sql` binds for some rows.
struct EventParameters {
  let values: [(any PostgresEncodable)?]

  init(_ placed: [PlacedRow], recordedAt: Instant) {
    let rows = placed.map(\.row)
    var values: [(any PostgresEncodable)?] = [
      placed.map(\.id.lane), placed.map(\.id.position), rows.map(\.stream),
      rows.map(\.assertedAt), rows.map { _ in recordedAt },
      rows.map(\.type.rawValue), rows.map(\.schemaVersion), rows.map(\.trust.rawValue),
      rows.map(\.assertedGroups), rows.map(\.flags), rows.map(\.environmentID),
    ]
    for column in StringColumn.allCases { values.append(rows.map { $0.stringIDs[column] }) }
    for column in NumberColumn.allCases { values.append(rows.map { $0.numbers[column] }) }
    values.append(rows.map(\.price))
    for column in MomentColumn.allCases { values.append(rows.map { $0.moments[column] }) }
    values.append(rows.map(\.accountToken))
    values.append(rows.map(\.notification))
    values.append(rows.map(\.digest.bytes))
    values.append(placed.map(\.evidence))
    values.append(placed.map(\.reasserts))
    values.append(rows.map(\.account))
    for column in TextColumn.allCases { values.append(rows.map { $0.texts[column] }) }
    values.append(rows.map(\.extra))
    self.values = values
  }
}
