import Foundation

/// A file that is written once, atomically, and is readable by its owner only.
struct PrivateFile {
  let location: URL

  var exists: Bool { FileManager.default.fileExists(atPath: location.path) }

  func text() throws -> String {
    try String(contentsOf: location, encoding: .utf8)
  }

  func remove() throws {
    try FileManager.default.removeItem(at: location)
  }

  /// Creates the file and returns true. Returns false if the file exists, also if another process
  /// creates it at the same time.
  func create(_ text: String) throws -> Bool {
    let draft = location.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
    defer { unlink(draft.path) }
    try write(text, to: draft)
    if link(draft.path, location.path) == 0 { return true }
    guard errno == EEXIST else { throw failure(errno) }
    return false
  }

  private func write(_ text: String, to draft: URL) throws {
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw failure(errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func failure(_ code: Int32) -> SignerHome.Failure {
    .cannotWrite(file: location.path, reason: String(cString: strerror(code)))
  }
}
