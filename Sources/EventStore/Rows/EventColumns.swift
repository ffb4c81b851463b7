import Foundation
import Ledger
import Postgres

/// A row whose words are ids of the dictionary.
struct WordedRow: Sendable {
  var row: EventRow
  let environment: Int32
  let words: [Int32?]

  init(_ row: EventRow, wordIDs: [WordDictionary.Word: Int32]) throws(StoredEventError) {
    self.row = row
    guard let environment = wordIDs[.init(row.environment)] else {
      throw .incomplete("a word just written is not in the dictionary")
    }
    self.environment = environment
    words = EventRow.words.map { column in
      row[keyPath: column].flatMap { wordIDs[.init($0)] }
    }
  }

  /// A row without words beside its environment.
  init(_ row: EventRow, environment: Int32) {
    self.row = row
    self.environment = environment
    words = EventRow.words.map { _ in nil }
  }
}

/// A row with the place it was given.
struct PlacedRow: Sendable {
  let id: EventID
  let key: EventKey
  let row: WordedRow
}

/// Rows turned into the arrays that `events_append.sql` binds.
struct EventColumns {
  let parameters: [(any PostgresEncodable)?]

  init(_ placed: [PlacedRow], recordedAt: Instant) {
    let rows = placed.map(\.row.row)
    let recorded = Timestamp(recordedAt)
    var parameters: [(any PostgresEncodable)?] = [
      placed.map(\.id.lane), placed.map(\.id.position), rows.map(\.stream),
      rows.map { Timestamp($0.assertedAt) }, rows.map { _ in recorded },
      rows.map(\.kind.rawValue), rows.map(\.schemaVersion), rows.map(\.trust.rawValue),
      rows.map(\.assertedGroups), rows.map(\.flags), placed.map(\.row.environment),
    ]
    for column in EventRow.words.indices {
      parameters.append(placed.map { $0.row.words[column] })
    }
    for column in EventRow.numbers { parameters.append(rows.map { $0[keyPath: column] }) }
    parameters.append(rows.map(\.price))
    for column in EventRow.moments {
      parameters.append(rows.map { $0[keyPath: column].map(Timestamp.init) })
    }
    parameters.append(rows.map(\.accountToken))
    parameters.append(rows.map(\.notification))
    parameters.append(rows.map(\.digest.bytes))
    parameters.append(rows.map(\.evidence))
    parameters.append(rows.map(\.reasserts))
    parameters.append(rows.map(\.account))
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

extension Digest {
  /// Reads a stored digest; throws where it is not one.
  init(stored bytes: [UInt8]) throws(StoredEventError) {
    guard bytes.count == 32 else { throw .incomplete("a digest has not 32 bytes") }
    self.init(bytes: bytes)
  }
}
