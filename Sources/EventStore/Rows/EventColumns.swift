import Foundation
import Ledger
import Postgres

/// A row with the place it was given.
struct PlacedRow: Sendable {
  let id: EventID
  let key: EventKey
  let row: EventRow
  let recordedAt: Instant
}

/// Rows turned into the arrays that `events_append.sql` binds.
struct EventColumns {
  let parameters: [(any PostgresEncodable)?]

  init(_ placed: [PlacedRow], wordIDs: [String: Int32]) {
    let rows = placed.map(\.row)
    var parameters: [(any PostgresEncodable)?] = [
      placed.map(\.id.lane), placed.map(\.id.position), rows.map(\.stream),
      rows.map { Timestamp($0.assertedAt) }, placed.map { Timestamp($0.recordedAt) },
      rows.map(\.kind.rawValue), rows.map(\.schemaVersion), rows.map(\.trust.rawValue),
      rows.map(\.assertedGroups), rows.map(\.flags), rows.map { wordIDs[$0.environment] },
    ]
    for column in EventRow.words {
      parameters.append(rows.map { $0[keyPath: column].flatMap { wordIDs[$0] } })
    }
    for column in EventRow.numbers { parameters.append(rows.map { $0[keyPath: column] }) }
    parameters.append(rows.map(\.price))
    for column in EventRow.moments {
      parameters.append(rows.map { $0[keyPath: column].map(Timestamp.init) })
    }
    parameters.append(rows.map(\.accountToken))
    parameters.append(rows.map(\.notification))
    parameters.append(rows.map(\.digest.bytes))
    parameters.append(rows.map { $0.evidence?.bytes })
    for column in EventRow.texts { parameters.append(rows.map { $0[keyPath: column] }) }
    parameters.append(rows.map { $0.extra.map(\.json) })
    self.parameters = parameters
  }
}

extension EventRow.Extra {
  var json: JSONText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(self) else {
      preconditionFailure("strings and numbers always encode")
    }
    return JSONText(String(decoding: bytes, as: UTF8.self))
  }

  init(_ json: JSONText) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.text.utf8))
  }
}

extension Timestamp {
  init(_ moment: Instant) {
    self.init(millisecondsSince1970: moment.milliseconds)
  }
}

extension Instant {
  init(_ timestamp: Timestamp) {
    self.init(milliseconds: timestamp.millisecondsSince1970)
  }
}
