package import EventStore
package import Foundation
import JSONBytes
package import Ledger

/// The published heads of a log, against which the log can be verified later.
package struct PublishedHead: Codable, Equatable, Sendable {
  package struct Lane: Codable, Equatable, Sendable {
    package let lane: Int16
    /// The position of the head; 0 if the lane was empty.
    package let position: Int64
    /// The hash of the lane's last batch in the hash chain; null if the lane was empty.
    package let chain: Digest?
  }

  package let epoch: UUID
  package let lanes: [Lane]
  package let takenAt: String

  package init(_ cut: Cut, epoch: UUID) {
    self.init(cut.heads, epoch: epoch, at: cut.moment)
  }

  init(_ heads: [LaneHead], epoch: UUID, at moment: Instant) {
    self.epoch = epoch
    takenAt = moment.description
    lanes = heads.map { head in
      Lane(
        lane: head.lane, position: head.position,
        chain: head.position > 0 && head.chain.count == 32 ? Digest(bytes: head.chain) : nil)
    }
  }

  /// Returns the heads of a log at this moment.
  package static func current(_ log: EventLog) async throws -> PublishedHead {
    PublishedHead(try await log.cut(), epoch: log.installation.epoch)
  }

  /// Reads a file of `verify --head`.
  package static func read(_ path: String) throws(WrongUsage) -> PublishedHead {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw WrongUsage("--against names \(path), which cannot be read")
    }
    do {
      return try StrictJSON.decode(PublishedHead.self, from: contents)
    } catch {
      throw WrongUsage("\(path) is not what `daicho verify --head` prints")
    }
  }

  /// Throws `BrokenPromise` unless the log continues from these heads.
  package func compare(with log: EventLog, _ heads: [LaneHead]) async throws {
    guard epoch == log.installation.epoch else {
      throw BrokenPromise(
        .ledger, "its epoch is not the published one: it was created again or restored")
    }
    for lane in lanes {
      guard let head = heads.first(where: { $0.lane == lane.lane }) else {
        throw BrokenPromise(.lane(lane.lane), "it was published and does not exist")
      }
      guard lane.position <= head.position else {
        throw BrokenPromise(
          .lane(lane.lane),
          "its history was cut off: it ends at \(head.position), published was \(lane.position)")
      }
      guard lane.position > 0 else { continue }
      let chain = try await LogVerifier(log).chain(lane: lane.lane, at: lane.position)
      guard chain == lane.chain?.bytes else {
        throw BrokenPromise(
          .lane(lane.lane),
          "its history was rewritten: its chain at \(lane.position) is not the one published")
      }
    }
  }
}
