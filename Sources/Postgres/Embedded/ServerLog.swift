import Foundation

/// The file to which the server writes its messages. The file survives restarts, so that the last
/// words of a server that crashed can be read.
struct ServerLog: Sendable {
  /// The size from which a start continues in a new file, in bytes.
  static let sizeMax = 10 << 20

  let file: URL
  /// The one older file that is kept.
  var older: URL { file.appendingPathExtension("1") }

  /// Opens the file for appending. Renames a large file first, in place of the older one.
  func open() throws(EmbeddedPostgresError) -> FileHandle {
    var status = stat()
    if stat(file.path, &status) == 0, status.st_size >= Self.sizeMax {
      guard rename(file.path, older.path) == 0 else { throw .unwritable(path: older.path) }
    }
    let descriptor = Glibc.open(file.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: file.path) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
