import EventStore
import Foundation

/// A file of master keys that is created, or gets another first key. It is never overwritten, and only
/// its owner may read it.
package struct NewKeyFile {
  /// The ids of the keys in the file as it is now, in order.
  package let ids: [String]

  /// Creates a file with one random key. Throws if there is a file already.
  ///
  /// - Parameter id: the id of the key; nil for its fingerprint.
  package init(creating path: String, id: String? = nil) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw WrongUsage(
        "\(path) exists and is not overwritten: it may hold the only copy of a key. Name another "
          + "file, or add a key with `daicho keyring rotate`")
    }
    let text = try Self.worded { () throws(KeyringError) in
      if let id { try Keyring.generate(id: id) } else { Keyring.generate() }
    }
    let draft = try Self.draft(text, beside: path)
    defer { unlink(draft) }
    // A link is made completely or not at all, and never over another file.
    guard link(draft, path) == 0 else { throw Self.unwritable(path) }
    ids = try Keyring(text).ids
  }

  /// Puts a random key before those of a file, which stay.
  ///
  /// - Parameter id: the id of the key; nil for its fingerprint.
  package init(rotating path: String, id: String? = nil) throws {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw WrongUsage("\(path) cannot be read: name the file of DAICHO_ENCRYPTION_KEY_FILE")
    }
    let text = try Self.worded { () throws(KeyringError) in
      try Keyring.rotated(String(decoding: contents, as: UTF8.self), id: id)
    }
    let draft = try Self.draft(text, beside: path)
    guard rename(draft, path) == 0 else {
      unlink(draft)
      throw Self.unwritable(path)
    }
    ids = try Keyring(text).ids
  }

  /// Writes a new file beside a path, to the disk. Returns its path.
  private static func draft(_ text: String, beside path: String) throws -> String {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let draft = folder.appending(path: ".keyring-\(UUID().uuidString)").path
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw unwritable(path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.synchronize()
      return draft
    } catch {
      unlink(draft)
      throw unwritable(path)
    }
  }

  private static func worded(_ text: () throws(KeyringError) -> String) throws -> String {
    do {
      return try text()
    } catch {
      throw WrongUsage("the file of master keys: \(error)")
    }
  }

  private static func unwritable(_ path: String) -> Failure {
    Failure("\(path) could not be written: name a file in a folder of yours")
  }
}
