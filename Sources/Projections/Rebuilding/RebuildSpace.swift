import EventStore
import Foundation
import Postgres

/// The space that a second generation takes, against what the database's disk has. Where the database is
/// on another machine nothing is known.
struct RebuildSpace: Sendable {
  /// The bytes of rows and indexes for each event, as measured; for a ledger whose projections were
  /// never built.
  private static let bytesPerEvent: Int64 = 700
  /// The part of the disk's space that is left over: the log needs some meanwhile.
  private static let reservePercent: Int64 = 20

  /// Returns the free bytes of the disk of a folder; nil if the folder is not on this machine.
  let free: @Sendable (String) -> Int64?

  init(free: @escaping @Sendable (String) -> Int64? = RebuildSpace.freeBytes) {
    self.free = free
  }

  /// Throws `RebuildError.noSpace` if the disk would not hold another generation.
  func check(_ names: [ProjectionName], in store: GenerationStore, events: Int64) async throws {
    let (bytes, folder) = try await store.space(of: names)
    guard let folder, let free = free(folder) else { return }
    let estimate = max(bytes, events * Self.bytesPerEvent * Int64(names.count) / 4)
    let needed = estimate + estimate / 100 * Self.reservePercent
    guard needed <= free else {
      throw RebuildError.noSpace(needed: needed, free: free, folder: folder)
    }
  }

  private static let freeBytes: @Sendable (String) -> Int64? = { folder in
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }
}
