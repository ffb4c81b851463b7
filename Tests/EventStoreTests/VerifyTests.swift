import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

struct VerifyTests {
  @Test func `a log with every kind of event is whole, however it was batched`() async throws {
    try await TestLedger.with { ledger in
      let seed = UInt64.random(in: 0...UInt64.max)
      var source = RandomEvents(seed: seed)
      for count in [1, 40, 400, 3] {
        let events = (0..<count).flatMap { _ in [source.next()] + source.nextMessage() }
        let evidence = Evidence(Array("bytes \(count)".utf8))
        _ = try await ledger.log.append(
          events.map { NewEvent($0, evidence: evidence) })
      }
      let own = EpochOpened(
        epoch: ledger.log.installation.epoch, reason: "the ledger's own", openedAt: TestLedger.now)
      _ = try await ledger.log.append([NewEvent(.shared(.epochOpened(own)))])
      let found = try await ledger.broken()
      #expect(found == nil, "seed \(seed)")
    }
  }

  @Test func `an empty log is whole`() async throws {
    let broken = try await TestLedger.with { ledger in try await ledger.broken() }
    #expect(broken == nil)
  }

  @Test func `erasing a person breaks nothing`() async throws {
    try await VerifyLedger.with { small in
      let erased = AccountErased(
        environment: .production, bundleID: TestLedger.bundleID,
        account: AccountReference(.production, TestLedger.bundleID, "anna"),
        chains: ["1000"], erasedAt: TestLedger.now)
      _ = try await small.ledger.log.append(
        [NewEvent(.account(.accountErased(erased)))], forgetting: erased.forgottenStreams)
      #expect(try await small.broken() == nil)
    }
  }

  @Test func `every column of an event is checked against its digest`() async throws {
    try await VerifyLedger.with { small in
      for column in try await EventTableColumn.all(of: small.ledger) {
        try await small.damage(
          """
          create table kept as select * from event where lane = $lane and position = 1;
          update event set \(column.name) = \(column.flipped)
            where lane = $lane and position = 1
          """)
        let broken = try #require(try await small.broken(), "\(column.name)")
        #expect(
          places(of: column, in: small.lane).contains(broken.place), "\(column.name): \(broken)")
        try await small.damage(
          """
          delete from event where asserted_at = (select asserted_at from kept)
            or digest = (select digest from kept);
          insert into event select * from kept;
          drop table kept
          """)
        let restored = try await small.broken()
        try #require(restored == nil, "\(column.name)")
      }
    }
  }

  private func places(of column: EventTableColumn, in lane: Int16) -> [BrokenPromise.Place] {
    switch column.name {
    case "lane": [.lane(lane), .event(EventID(lane: lane ^ 1, position: 1)), .lane(lane ^ 1)]
    case "position": [.event(EventID(lane: lane, position: 0))]
    case "evidence": [.evidence(EventID(lane: lane, position: 1))]
    default: [.event(EventID(lane: lane, position: 1))]
    }
  }

  @Test(arguments: damages)
  func `damage is found and its place named`(damage: Damage) async throws {
    try await VerifyLedger.with { small in
      let word = try await small.ledger.count(
        "select id::bigint from interned_string where text = 'com.example.month'")
      try await small.damage(damage.sql)
      let finding = damage.finding.replacing("$lane", with: String(small.lane))
        .replacing("$word", with: String(word))
      let broken = try await small.broken()
      #expect(broken?.description == finding)
    }
  }

  private static let damages: [Damage] = [
    Damage(
      "delete from event where lane = $lane and position = 2", "lane $lane: position 2 is missing"),
    Damage(
      "delete from event where lane = $lane and position < 3",
      "lane $lane: positions 1–2 are missing"),
    Damage(
      "delete from lane_batch where lane = $lane and first_position = 3",
      "lane $lane: position 3 is missing"),
    Damage(
      "update lane_batch set first_position = 2 where lane = $lane and first_position = 3",
      "lane $lane, batch 2–3: it overlaps the batch before it, which ends at 2"),
    Damage(
      "update lane_batch set last_position = 1 where lane = $lane and first_position = 1",
      "lane $lane, batch 1: its root is not that of its events and their evidence"),
    Damage(
      "update lane_batch set root = set_byte(root, 31, get_byte(root, 31) # 1) "
        + "where lane = $lane and first_position = 1",
      "lane $lane, batch 1–2: its root is not that of its events and their evidence"),
    Damage(
      "update lane_batch set chain = set_byte(chain, 0, get_byte(chain, 0) # 128) "
        + "where lane = $lane and first_position = 3",
      "lane $lane, batch 3: its chain does not follow from the batch before it and its root"),
    Damage(
      "update lane_batch set recorded_at = recorded_at + interval '1 microsecond' "
        + "where lane = $lane and first_position = 3",
      "lane $lane, batch 3: recorded_at is finer than a millisecond"),
    Damage(
      "update lane_batch set recorded_at = recorded_at - interval '1 day' "
        + "where lane = $lane and first_position = 3",
      "lane $lane, batch 3: recorded_at: it was recorded before the batch before it"),
    Damage(
      "update lane_batch set recorded_at = recorded_at + interval '1 ms' "
        + "where lane = $lane and first_position = 4",
      "event $lane-4: column recorded_at: it was recorded at another moment than its batch"),
    Damage(
      "update event set evidence = null where lane = $lane and position = 2",
      "event $lane-2: column evidence: Apple is said to have told it, and it rests on nothing"),
    Damage(
      "update event set evidence = 2 where lane = $lane and position = 2",
      "evidence $lane-2: it is missing"),
    Damage(
      "update evidence set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) "
        + "where lane = $lane",
      "evidence $lane-1: it gives another digest than the one stored"),
    Damage(
      "update evidence set digest = set_byte(digest, 0, get_byte(digest, 0) # 1) "
        + "where lane = $lane",
      "evidence $lane-1: it gives another digest than the one stored"),
    Damage(
      "update evidence set sealed = '\\x01', digest = sha256('\\x01') where lane = $lane",
      "lane $lane, batch 1–2: its root is not that of its events and their evidence"),
    Damage("delete from evidence where lane = $lane", "evidence $lane-1: it is missing"),
    Damage(
      "update evidence set position = 3 where lane = $lane", "evidence $lane-1: it is missing"),
    Damage(
      "insert into evidence values ($lane, 3, sha256('x'), 'x')",
      "evidence $lane-3: its event does not rest on it"),
    Damage(
      "insert into evidence values ($lane, 9, sha256('x'), 'x')",
      "evidence $lane-9: it stands beyond the last batch of its lane"),
    Damage(
      "delete from event_key where lane = $lane and position = 2",
      "event $lane-2: its key is missing"),
    Damage(
      "update event_key set moment = moment + interval '1 microsecond' "
        + "where lane = $lane and position = 2",
      "event $lane-2: its key is missing"),
    Damage(
      "update event_key set key = overlay(key::text placing '00000000' from 1)::uuid "
        + "where lane = $lane and position = 3",
      "event $lane-3: its key is missing"),
    Damage(
      "update event_key set position = 3 where lane = $lane and position = 4",
      "event $lane-4: its key points to position 3"),
    Damage(
      "insert into event_key values ($lane, now(), now(), 2, gen_random_uuid())",
      "lane $lane: more keys than one point to position 2"),
    Damage(
      "delete from lane_batch where lane = $lane and first_position = 4",
      "event $lane-4: it stands beyond the last batch of its lane"),
    Damage(
      "delete from lane_batch where lane = $lane and first_position = 4; "
        + "delete from event where lane = $lane and position = 4",
      "lane $lane: a key points to position 4, beyond its last batch"),
    Damage(
      "delete from lane_batch where lane = $lane",
      "event $lane-1: it stands beyond the last batch of its lane"),
    Damage(
      "update interned_string set text = 'com.example.year' where text = 'com.example.month'",
      "event $lane-1: its columns give another digest than the one stored"),
    Damage(
      "update interned_string set id = id + 1000 where text = 'com.example.month'",
      "event $lane-1: it uses interned string $word, which is not there"),
    Damage(
      "insert into jws_header values (1, sha256('a'), 'b')",
      "header 1: it gives another digest than the one stored"),
    Damage("insert into jws_header values (2, sha256('a'), 'a')", "header 1: it is missing"),
    Damage(
      "insert into event_key values (77, now(), now(), 1, gen_random_uuid())",
      "lane 77: the ledger has no such lane, and something stands in it"),
  ]
}

/// A damage to a ledger, and the finding of its verification.
struct Damage: Sendable, CustomTestStringConvertible {
  let sql: String
  let finding: String

  init(_ sql: String, _ finding: String) {
    self.sql = sql
    self.finding = finding
  }

  var testDescription: String { sql }
}
