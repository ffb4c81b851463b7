import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

/// What is stored stays readable for ever: no committed row is ever changed. A new form of an event
/// is a new row, in a new version if the old rows would read differently.
struct GoldenRowTests {
  private struct Item {
    let kind: EventType
    let golden: GoldenRow
    let event: LedgerEvent

    var name: String { "\(kind.name)/\(golden.name)" }
  }

  private static let laneCount: Int16 = 4

  /// The rows of a version, rows that reassert others last.
  private func items(version: Int16) throws -> [Item] {
    let kinds = EventType.allCases.filter { $0 != .reasserted } + [.reasserted]
    return try kinds.flatMap { kind in
      let events = GoldenEvents.events(kind, version: version)
      return try GoldenFiles.rows(kind, version: version).map { golden in
        Item(
          kind: kind, golden: golden,
          event: try #require(events[golden.name], "\(kind.name)/\(golden.name)"))
      }
    }
  }

  @Test func `stand in a folder for every stored version`() throws {
    let folders = Set(GoldenEvents.versions.map { "v\($0)" })
    #expect(try GoldenFiles.names(in: GoldenFiles.folder) == folders)
    let today = try EventRow(.chain(.transactionObserved(GoldenEvents.fullTransaction)))
    #expect(GoldenEvents.versions.last == today.schemaVersion)
  }

  @Test(arguments: GoldenEvents.versions)
  func `stand in a file for every kind of event`(version: Int16) throws {
    let folder = GoldenFiles.folder.appending(path: "v\(version)")
    #expect(
      try GoldenFiles.names(in: folder) == Set(EventType.allCases.map(\.name)))
  }

  @Test(arguments: EventType.allCases)
  func `have a value each and every value has a row`(kind: EventType) throws {
    for version in GoldenEvents.versions {
      let rows = try GoldenFiles.rows(kind, version: version)
      #expect(!rows.isEmpty)
      #expect(Set(rows.map(\.name)) == Set(GoldenEvents.events(kind, version: version).keys))
      #expect(Set(rows.map(\.name)).count == rows.count)
      for row in rows {
        #expect(row.row["type"] == .number(Int64(kind.rawValue)), "\(row.name)")
        #expect(row.row["schema_version"] == .number(Int64(version)), "\(row.name)")
      }
    }
  }

  @Test(arguments: GoldenEvents.versions)
  func `are read as the values they stand for`(version: Int16) async throws {
    let items = try items(version: version)
    try await TestLedger.with(lanes: Self.laneCount) { ledger in
      let table = GoldenTable(owner: ledger.owner)
      try await table.intern(items.map(\.golden))
      var ids: [String: EventID] = [:]
      for (index, item) in items.enumerated() {
        guard case .number(let lane)? = item.golden.row["lane"] else {
          Issue.record("\(item.name) has no lane")
          continue
        }
        let id = EventID(lane: Int16(lane), position: Int64(index + 1))
        let original = item.golden.original.flatMap { ids[$0] }
        try await table.insert(item.golden, at: id.position, reasserts: original?.position)
        ids[item.name] = id
        let read = try #require(try await ledger.log.event(id), "\(item.name)")
        #expect(read.event == item.event, "\(item.name)")
        #expect(read.reasserts == original, "\(item.name)")
        #expect((read.reasserts != nil) == (item.kind == .reasserted), "\(item.name)")
        #expect(
          item.golden.row["digest"] == .text("\\x" + read.event.digest.hexadecimal),
          "\(item.name)")
      }
    }
  }

  @Test func `are written for the values they stand for`() async throws {
    let version = try #require(GoldenEvents.versions.last)
    let items = try items(version: version).filter { $0.golden.isWritten ?? true }
    try await TestLedger.with(lanes: Self.laneCount) { ledger in
      let table = GoldenTable(owner: ledger.owner)
      let outcomes = try await ledger.log.append(items.map { NewEvent($0.event) }).outcomes
      for (item, outcome) in zip(items, outcomes) {
        let isNew =
          switch outcome {
          case .stored: item.kind != .reasserted
          case .reasserted: item.kind == .reasserted
          case .duplicate: false
          }
        #expect(isNew, "\(item.name)")
        #expect(try await table.columns(of: outcome.id) == item.golden.row, "\(item.name)")
        #expect(try await table.keys(of: outcome.id) == item.golden.keys, "\(item.name)")
      }
    }
  }
}
