import Crypto
import EventStore
import Foundation

/// The manifest of a backup: what it holds, and which master keys its evidence needs.
package struct BackupManifest: Encodable, Hashable, Sendable {
  let madeAt: String
  /// The version of the database's server.
  let postgres: String
  /// The number of the last migration.
  let schema: Int
  let epoch: String
  let lanes: Int
  package let events: Int64
  let masterKeys: [MasterKeyCheck]
  let files: [BackupFile]
}

/// A master key, by the value that tells its content and reveals nothing of it.
struct MasterKeyCheck: Encodable, Hashable, Sendable {
  let id: String
  let check: String
}

/// A file of a backup.
struct BackupFile: Encodable, Hashable, Sendable {
  private static let chunk = 1 << 20

  let name: String
  let bytes: Int
  let sha256: String

  init(_ file: URL) throws {
    name = file.lastPathComponent
    let reading = try FileHandle(forReadingFrom: file)
    defer { try? reading.close() }  // it was only read
    var (hash, count) = (SHA256(), 0)
    while let piece = try reading.read(upToCount: Self.chunk), !piece.isEmpty {
      hash.update(data: piece)
      count += piece.count
    }
    bytes = count
    sha256 = hash.finalize().map { String(format: "%02x", $0) }.joined()
  }
}

extension MasterKeyRegister {
  /// Returns all keys that the ledger knows, in the order of their ids.
  func all() async throws -> [MasterKeyCheck] {
    try await checkValues().map { id, value in
      MasterKeyCheck(id: id, check: value.map { String(format: "%02x", $0) }.joined())
    }
  }
}
