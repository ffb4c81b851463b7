import ArgumentParser
import Foundation
import Ledger
import Server
import TestSupport
import Testing

@testable import CLI

struct CommandTests {
  @Test(arguments: [
    ["serve", "--only", ""], ["serve", "--only", ","], ["serve", "--only", "http,web"],
    ["keys", "create", "--name", "", "--scopes", "read"],
    ["keys", "create", "--name", "a\u{7}b", "--scopes", "read"],
    ["keys", "create", "--name", "a\u{202E}b", "--scopes", "read"],
    ["keys", "create", "--name", "a", "--scopes", "reed"],
    ["keys", "create", "--name", "a", "--scopes", "read", "--app", ""],
    ["keys", "create", "--name", "a", "--scopes", "read", "--environment", "production"],
    ["keys", "create", "--name", "a", "--scopes", "read", "--expires", "2020-01-01"],
    ["keys", "create", "--name", "a", "--scopes", "read", "--expires", "90"],
    ["migrate", "--lanes", "0"], ["migrate", "--lanes", "1025"],
    ["explain", "account", ""], ["explain", "account", String(repeating: "a", count: 256)],
    ["explain", "account", "anna", "--environment", "production"],
    ["explain", "account", "anna", "--last", "0"],
    ["programs", "add", "--name", "small-business", "--from", "yesterday"],
    ["programs", "add", "--name", "", "--from", "2026-01-15T00:00:00Z"],
    [
      "programs", "add", "--name", "small-business", "--from", "2026-01-15T00:00:00Z", "--until",
      "2026-01-15T00:00:00Z",
    ],
    ["terms", "publish"], ["catalog", "publish"], ["catalog", "show", "--at", "spring"],
    ["catalog", "publish", "a.storekit", "--from", "spring"],
    ["explain", "account", "anna", "--known-at", "yesterday"],
    ["accounts", "link", "anna", "2000", "--author", "eve"],
    ["accounts", "link", "anna", "2000", "--author", "", "--reason", "lost phone"],
    ["accounts", "link", "anna", "2000", "--author", "e\u{301}ve", "--reason", "lost phone"],
    ["accounts", "link", "anna", "2000", "--by", "", "--reason", "lost phone"],
    ["accounts", "undo", "2000", "--by", "eve"], ["accounts", "merge", "guest", "anna"],
    ["accounts", "alias", "anna", "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b", "--withdraw"],
    ["accounts", "show", ""], ["evidence", "lost", "k1"],
    ["evidence", "lost", "k1", "--by", "", "--reason", "the disk broke"],
    ["events", "export", "--types", "cake"], ["events", "export", "--types", ","],
    ["events", "export", "--from", "x"], ["events", "export", "--limit", "0"],
    ["events", "export", "--environment", "sandbox"], ["events", "tail", "--last", "1001"],
    ["completions", "csh"], ["completions"],
    ["outbox", "list", "--state", "gone"], ["outbox", "list", "--limit", "0"],
    ["outbox", "list", "--after", "x"], ["outbox", "retry"], ["outbox", "retry", "nonsense"],
    ["outbox", "retry", "00000000000000000000000000000000", "--all-parked"],
    ["outbox", "park", "00000000000000000000000000000000"],
    ["outbox", "park", "00000000000000000000000000000000", "--reason", ""],
    ["projections", "rebuild"], ["projections", "rebuild", "tenure", "--all"],
    ["projections", "rebuild", "wallets"], ["projections", "rebuild", "--all", "--throttle", "0"],
    ["projections", "rebuild", "--all", "--memory", "127"],
    ["projections", "switch", "--expect-differences", "", "--reason", "rules 6"],
    ["projections", "switch", "--expect-differences", "jo"],
    ["projections", "rollback", "--expect-differences", "jo"],
    ["projections", "rebuild", "--all", "--expect-differences", "jo"],
    ["projections", "rebuild", "--all", "--expect-differences", "jo", "--reason", ""],
    ["periods", "close", "2026-01", "--force"], ["periods", "close", "2026-01", "--reason", "a"],
    ["periods", "close", "2026-01", "--by", ""],
    ["periods", "close", "2026-01", "--by", "ada\u{FE0F}"],
    ["periods", "close", "2026-01", "--by", "ada", "--force", "--reason", "a\u{200B}"],
    ["recover", "--release", "--since", "2026-06-01"], ["recover", "--restored", "--checkpoints"],
    ["report", "sales", "--calendar", "pacific"],
    ["report", "sales", "--from", "2026-02-30", "--calendar", "pacific"],
  ])
  func `wrong usage is seen before anything is done`(words: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Daicho.parseAsRoot(words) }
    #expect(Daicho.exitCode(for: try #require(error)) == .validationFailure)
    let usage = "Usage: daicho \(words.prefix { !$0.hasPrefix("--") }.first ?? "")"
    #expect(Daicho.fullMessage(for: try #require(error)).contains(usage))
  }

  @Test(arguments: [["--version"], ["serve", "--version"]])
  func `every command prints the version`(words: [String]) throws {
    let version = try #require(#expect(throws: (any Error).self) { try Daicho.parseAsRoot(words) })
    #expect(Daicho.exitCode(for: version) == .success)
    #expect(Daicho.fullMessage(for: version) == VersionSheet.text)
  }

  @Test(arguments: [
    ("cake", "`cake`"), ("sales --format hledger", "--format"),
    ("sales --period 2026-13", "a period is"),
    ("sales --period 2026-10 --from 2026-01-01", "--period"),
    ("sales --period 2026-10 --calendar moon", "--calendar"),
    ("sales --accounts a.json", "--accounts"), ("commission --format xml", "--format"),
    ("commission --by cake", "--by"),
    ("commission --from yesterday", "--from"), ("commission --to 2026-13-01", "--to"),
    ("commission --known-at x", "--known-at"),
    ("commission --from 2026-01-01 --to 2026-01-01", "--to"),
    ("commission --lapsing 7", "--lapsing"), ("tenure --lapsing 0", "--lapsing"),
    ("tenure --uncertain", "--uncertain"), ("tenure --subscriptions", "--subscriptions"),
    ("reconciliation --uncertain --subscriptions", "two lists"),
    ("reconciliation --author jo", "--author"),
    ("tenure --lapsing week", "--lapsing"), ("tenure --environment sandbox", "--environment"),
  ])
  func `a malformed request for a report names its option`(words: String, option: String) throws {
    let error = #expect(throws: (any Error).self) {
      try Daicho.parseAsRoot(["report"] + words.split(separator: " ").map(String.init))
    }
    #expect(Daicho.exitCode(for: try #require(error)) == .validationFailure)
    let message = Daicho.fullMessage(for: try #require(error))
    #expect(message.prefix { $0 != "\n" }.contains(option))
  }

  @Test(arguments: [
    ["programs", "add", "--name", "small-business", "--from", "2026-01-15"],
    ["report", "tenure", "--to", "2026-01-15", "--by", "group,currency", "--lapsing", "30"],
    ["serve", "--only", "http, projections"], ["serve", "--only", "grants,outbox,reconciliation"],
    ["migrate"],
    ["keys", "create", "--name", "shop", "--scopes", "read, ingest"],
    [
      "keys", "create", "--name", "shop", "--scopes", "read", "--app", "com.example.a", "--app",
      "com.example.b", "--environment", "Sandbox", "--environment", "Xcode", "--expires", "90d",
    ],
    ["catalog", "publish", "a.storekit", "--coins", "b.json", "--from", "2026-01-15", "--dry-run"],
    ["catalog", "show", "--at", "2026-01-15T00:00:00Z", "--json"],
    ["accounts", "link", "anna", "2000", "--author", "eve", "--reason", "lost phone"],
    ["accounts", "link", "anna", "2000", "--by", "eve", "--reason", "lost phone", "--json"],
    ["accounts", "undo", "2000", "--author", "eve", "--reason", "mistake"],
    ["accounts", "undo", "2000", "--reason", "mistake"],
    ["accounts", "merge", "guest", "anna", "--reason", "mistake", "--json"],
    [
      "accounts", "alias", "anna", "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b", "--withdraw", "--reason",
      "mistake",
    ],
    ["evidence", "lost", "k1", "--reason", "the disk broke"], ["periods", "close", "2026-01"],
    ["periods", "close", "2026-01", "--force", "--reason", "the year ends"],
    [
      "report", "reconciliation", "--apple-files", "files", "--author", "jo", "--period", "2026-10",
      "--calendar", "fiscal",
    ],
    ["accounts", "show", "anna", "--json"], ["accounts", "show", "a\u{202E}b"],
    ["events", "export", "--from", "0123abcd-1.7_2.9", "--types", "grant.made, coins.moved"],
    ["events", "tail", "--last", "0", "--follow", "--environment", "Sandbox", "--json"],
    ["accounts", "erase", "e\u{301}ve"], ["explain", "account", "a\u{2028}b"],
    ["explain", "transaction", "2000", "--last", "5", "--json"],
    ["outbox", "list", "--state", "parked", "--kind", "post", "--json"],
    ["outbox", "retry", "00000000000000000000000000000000"], ["outbox", "retry", "--all-parked"],
    ["outbox", "retry", "--kind", "post", "--reason", "untrusted_root", "--json"],
    ["outbox", "park", "00000000000000000000000000000000", "--reason", "later"],
    ["projections", "list", "--json"], ["projections", "rebuild", "--all", "--no-switch"],
    [
      "recover", "--checkpoints", "--since", "2026-06-01", "--by", "mia", "--reason", "a row moved",
    ],
    [
      "projections", "rebuild", "tenure", "grants", "--throttle", "1000", "--memory", "128",
      "--json",
    ],
    ["projections", "rebuild", "--all", "--expect-differences", "jo", "--reason", "rules 6"],
    ["projections", "switch", "--expect-differences", "jo", "--reason", "rules 6", "--by", "mia"],
    ["projections", "rollback", "--expect-differences", "jo", "--reason", "rules 6"],
    ["projections", "check"], ["projections", "rollback"], ["projections", "drop", "--previous"],
    ["completions", "bash"], ["manual"], ["serve", "--ocsp", "on", "--db-connections", "20"],
  ])
  func `right usage is let through`(words: [String]) throws {
    _ = try Daicho.parseAsRoot(words)
  }

  @Test(
    arguments: [
      ("90d", "2026-08-30T00:00:00.000Z"), ("12h", "2026-06-01T12:00:00.000Z"),
      ("2026-06-02", "2026-06-02T00:00:00.000Z"),
      ("2026-06-01T00:00:00.001Z", "2026-06-01T00:00:00.001Z"), ("2026-06-01", nil),
    ] as [(String, String?)])
  func `the end of a key is a moment to come, or a time from now`(
    argument: String, end: String?
  ) throws {
    let now = Instant(day: "2026-06-01")
    let moment = try #require(KeyExpiry(argument: argument)).moment(now: now)
    #expect(moment?.description == end)
  }

  @Test(arguments: ["", "d", "0d", "-1d", "90", "90m", "1.5d", "d90", "9999999999999999999d"])
  func `an end of a key that is no time is none`(argument: String) {
    #expect(KeyExpiry(argument: argument) == nil)
  }

  @Test func `output that cannot be written is a failure, reported in a sentence`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let error = #expect(throws: Failure.self) { try Printing.text(["a"], to: full) }
    #expect("\(error!)" == "the output could not be written to standard output")
    #expect(throws: Failure.self) { try Printing.json(["a"], to: full) }
  }
}
