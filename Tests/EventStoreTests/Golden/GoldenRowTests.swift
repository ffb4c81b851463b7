import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

/// Stored rows stay readable for ever: no committed row is ever changed. A new form of an event
/// is a new row, in a new version if the old rows would read differently.
struct GoldenRowTests {
  private struct Item {
    let kind: EventType
    let golden: GoldenRow
    let events: [LedgerEvent]

    var name: String { "\(kind.name)/\(golden.name)" }
  }

  private static let laneCount: Int16 = 4

  /// All rows, those that reassert others last.
  private func items() throws -> [Item] {
    let kinds = EventType.allCases.filter { $0 != .reasserted } + [.reasserted]
    return try kinds.flatMap { kind in
      let events = GoldenEvents.events(kind)
      return try GoldenFiles.rows(kind).map { golden in
        Item(
          kind: kind, golden: golden,
          events: try #require(events[golden.name], "\(kind.name)/\(golden.name)"))
      }
    }
  }

  @Test func `stand in a file for every kind of event`() throws {
    #expect(try GoldenFiles.names() == Set(EventType.allCases.map(\.name)))
  }

  @Test(arguments: EventType.allCases)
  func `have a value each and every value has a row`(kind: EventType) throws {
    let rows = try GoldenFiles.rows(kind)
    #expect(!rows.isEmpty)
    #expect(Set(rows.map(\.name)) == Set(GoldenEvents.events(kind).keys))
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.row["type"] == .number(Int64(kind.rawValue)), "\(row.name)")
      #expect(row.row["schema_version"] == .number(Int64(kind.rowVersion)), "\(row.name)")
    }
  }

  @Test func `are read as the values they stand for`() async throws {
    let items = try items()
    try await TestLedger.with(lanes: Self.laneCount) { ledger in
      let table = GoldenTable(owner: ledger.owner)
      try await table.intern(items.map(\.golden))
      var ids: [String: EventID] = [:]
      var last: Int64 = 0
      for item in items {
        guard case .number(let lane)? = item.golden.row["lane"] else {
          Issue.record("\(item.name) has no lane")
          continue
        }
        let positions = (last + 1)...(last + Int64(item.events.count))
        last = positions.upperBound
        let original = item.golden.original.flatMap { ids[$0] }
        try await table.insert(item.golden, at: positions, reasserts: original?.position)
        ids[item.name] = EventID(lane: Int16(lane), position: last)
        for (position, event) in zip(positions, item.events) {
          let id = EventID(lane: Int16(lane), position: position)
          let read = try #require(try await ledger.log.reading.event(id), "\(item.name)")
          #expect(read.event == event, "\(item.name)")
          #expect(read.reasserts == original, "\(item.name)")
          #expect((read.reasserts != nil) == (item.kind == .reasserted), "\(item.name)")
        }
        let digest = JoinedRow.digest(of: item.events.map(\.digest))
        #expect(item.golden.row["digest"] == .text("\\x" + digest.hexadecimal), "\(item.name)")
      }
    }
  }

  @Test func `are written for the values they stand for`() async throws {
    let items = try items()
    try await TestLedger.with(lanes: Self.laneCount) { ledger in
      let table = GoldenTable(owner: ledger.owner)
      var outcomes = try await ledger.log.append(
        items.flatMap { $0.events.map { NewEvent($0) } }
      ).outcomes[...]
      for item in items {
        let own = outcomes.prefix(item.events.count)
        outcomes = outcomes.dropFirst(own.count)
        let isNew = own.allSatisfy { outcome in
          switch outcome {
          case .stored: item.kind != .reasserted
          case .reasserted: item.kind == .reasserted
          case .duplicate: false
          }
        }
        #expect(isNew, "\(item.name)")
        let id = try #require(own.last?.id)
        #expect(try await table.columns(of: id) == item.golden.row, "\(item.name)")
        #expect(try await table.keys(of: own.map(\.id)) == item.golden.keys, "\(item.name)")
      }
    }
  }
}
