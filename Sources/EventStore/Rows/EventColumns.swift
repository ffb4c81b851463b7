import Foundation
import Ledger
import Postgres

/// The arrays that `events_append.sql` binds for some rows.
struct EventColumns {
  let parameters: [(any PostgresEncodable)?]

  init(_ placed: [PlacedRow], recordedAt: Instant) throws {
    let rows = placed.map(\.row)
    let recorded = recordedAt
    var parameters: [(any PostgresEncodable)?] = [
      placed.map(\.id.lane), placed.map(\.id.position), rows.map(\.stream),
      rows.map(\.assertedAt), rows.map { _ in recorded },
      rows.map(\.type.rawValue), rows.map(\.schemaVersion), rows.map(\.trust.rawValue),
      rows.map(\.assertedGroups), rows.map(\.flags), rows.map(\.environmentID),
    ]
    for column in EventRow.words.indices { parameters.append(rows.map { $0.stringIDs[column] }) }
    for column in EventRow.numbers.indices { parameters.append(rows.map { $0.numbers[column] }) }
    parameters.append(rows.map(\.price))
    for column in EventRow.moments.indices { parameters.append(rows.map { $0.moments[column] }) }
    parameters.append(rows.map(\.accountToken))
    parameters.append(rows.map(\.notification))
    parameters.append(rows.map(\.digest.bytes))
    parameters.append(placed.map(\.evidence))
    parameters.append(placed.map(\.reasserts))
    parameters.append(rows.map(\.account))
    for column in EventRow.texts.indices { parameters.append(rows.map { $0.texts[column] }) }
    parameters.append(try rows.map { try $0.extra?.json() })
    self.parameters = parameters
  }
}

extension EventRow.Extra {
  /// Returns the content as JSON with sorted keys.
  func json() throws -> JSONText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return JSONText(String(decoding: try encoder.encode(self), as: UTF8.self))
  }

  init(_ json: JSONText) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.text.utf8))
  }
}

extension Digest {
  /// Reads a stored digest. Throws if the bytes are not a digest.
  init(stored bytes: [UInt8]) throws(StoredEventError) {
    guard bytes.count == 32 else { throw .incomplete("a digest has not 32 bytes") }
    self.init(bytes: bytes)
  }
}
