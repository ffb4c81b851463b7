import Foundation
import Ledger

@testable import EventStore

/// A committed row of table `event`.
///
/// Columns stand by name, interned strings as text, bytes as hexadecimal digits. Empty columns and
/// the place in the lane are left out.
struct GoldenRow: Codable {
  /// The key of one row in table `event_key`.
  struct Key: Codable, Hashable {
    let moment: String
    let key: UUID
  }

  let name: String
  /// The name of the row with the content that this row reasserts, as `transaction.observed/full`.
  var original: String?
  var keys: [Key]
  let row: [String: StoredValue]
}

/// The value of one column as `to_json` of PostgreSQL writes it.
enum StoredValue: Hashable, Codable, CustomStringConvertible {
  case number(Int64)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {  // a text is not a number
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

/// The committed files, one for each kind of event.
enum GoldenFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Rows")

  static func rows(_ kind: EventType) throws -> [GoldenRow] {
    let file = folder.appending(path: "\(kind.name).json")
    return try JSONDecoder().decode([GoldenRow].self, from: Data(contentsOf: file))
  }

  /// The names of all files, without their endings.
  static func names() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(files.map { $0.replacing(".json", with: "") })
  }
}
