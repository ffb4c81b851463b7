package import Foundation
package import Ledger
import Postgres

/// The identifier of a job: half a digest of kind, environment, app and subject. Equal jobs have
/// equal identifiers. The public form has 32 hexadecimal digits.
package struct JobID: Hashable, Sendable, CustomStringConvertible {
  package let key: UUID

  package init(key: UUID) {
    self.key = key
  }

  package init(
    _ kind: JobKind, _ environment: StoreEnvironment?, _ bundleID: BundleID?, _ subject: String
  ) {
    let words = [
      "errand", kind.rawValue, environment?.rawValue ?? "", bundleID?.rawValue ?? "", subject,
    ]
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// Reads 32 hexadecimal digits, as `description` writes them; nil for anything else.
  package init?(_ text: String) {
    guard let key = UUID(hexadecimal: text) else { return nil }
    self.key = key
  }

  package var description: String { key.hexadecimal }
}

/// The lanes over which the jobs are distributed. Their number never changes.
struct JobLanes: Sendable {
  let count: Int16

  var all: [Int16] { Array(1...count) }

  func lane(of id: JobID) -> Int16 { StreamID.lane(of: id.key, among: count) }
}

extension JobID: PostgresDecodable {
  package static var typeOID: UInt32 { UUID.typeOID }

  package init?(binary: UnsafeRawBufferPointer) {
    guard let key = UUID(binary: binary) else { return nil }
    self.init(key: key)
  }
}
