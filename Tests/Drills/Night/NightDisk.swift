import Foundation
import Postgres

/// The disk of one fault's database, which is full until it is enlarged.
///
/// The disk is a small file system in memory, to which the database is moved, if this process may mount one: PostgreSQL
/// itself finds no space. Elsewhere an event trigger raises PostgreSQL's error at each new table, as `doctor` makes one.
struct NightDisk: Sendable {
  private static let roomy = "256m"

  let folder: URL
  let database: SharedPostgres

  /// Leaves no space on the disk. Returns a sentence that says by which means.
  func fill() async throws -> String {
    try ServerUser.current.makePrivateFolder(folder)
    guard try await mount("size=\(Self.roomy),\(try owner),mode=700") else {
      try await database.withConnection { try await $0.script(Self.refusal) }
      return "this process may not mount: PostgreSQL's error is raised by an event trigger"
    }
    try await database.move(to: folder)
    try await mount("remount,size=\(try usedBytes)")
    return "the database lies on a file system of \(try usedBytes) bytes, and all are used"
  }

  /// Makes room on the disk, as a person does.
  func enlarge() async throws {
    if isMounted {
      try await mount("remount,size=\(Self.roomy)")
    } else {
      try await database.withConnection {
        try await $0.script("drop function if exists refuse_space() cascade")
      }
    }
  }

  /// Removes the file system with the database on it, if there is one.
  func remove() async throws {
    guard isMounted else { return }
    try await enlarge()
    try await database.dropMoved()
    _ = try await run("umount", folder.path)
  }

  private static let refusal = """
    create function refuse_space() returns event_trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE', 'CREATE TABLE AS')
      execute function refuse_space()
    """

  @discardableResult
  private func mount(_ options: String) async throws -> Bool {
    try await run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.path)
  }

  private func run(_ words: String...) async throws -> Bool {
    try await ChildProcess.start(
      ["/usr/bin/env"] + words, environment: ProcessInfo.processInfo.environment,
      output: .nullDevice
    ).end(of: words.joined(separator: " ")) == 0
  }

  /// The server's user, to whom the folder belongs.
  private var owner: String {
    get throws {
      let status = try Self.status(folder)
      return "uid=\(status.st_uid),gid=\(status.st_gid)"
    }
  }

  private var isMounted: Bool {
    guard let own = try? Self.status(folder),
      let above = try? Self.status(folder.deletingLastPathComponent())
    else { return false }  // there is no folder
    return own.st_dev != above.st_dev
  }

  private var usedBytes: Int64 {
    get throws {
      let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
      guard let size = (attributes[.systemSize] as? NSNumber)?.int64Value,
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
      else { throw BrokenDrill("the size of \(folder.path) is not known") }
      return size - free
    }
  }

  private static func status(_ folder: URL) throws -> stat {
    var status = stat()
    guard stat(folder.path, &status) == 0 else {
      throw BrokenDrill("\(folder.path) cannot be looked at")
    }
    return status
  }
}
