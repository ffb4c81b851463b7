package import EventStore
import Foundation
package import Ledger
package import Postgres

/// Looks at the database: server, schema, rights, clock, durability, and the room ahead.
package struct DatabaseExamination: Sendable {
  private static let versionMin = 150_000
  private static let clockDifferenceMax: Int64 = 5_000

  private let pool: Pool
  private let owner: Pool
  private let migrator: Migrator
  /// Nil where there is none to compare with.
  private let keyring: Keyring?
  private let now: @Sendable () -> Instant

  package init(
    pool: Pool, owner: Pool, migrator: Migrator, keyring: Keyring?,
    now: @escaping @Sendable () -> Instant
  ) {
    self.pool = pool
    self.owner = owner
    self.migrator = migrator
    self.keyring = keyring
    self.now = now
  }

  /// What can be told; what stands on something that failed is left out.
  package func findings() async -> [Finding] {
    var findings = [await server()]
    guard findings[0].verdict != .fail else { return findings }
    let schema = await schema()
    findings += [await durability(), await clock(), schema]
    guard schema.verdict == .ok else { return findings }
    return findings + [await rights(), await guards(), await keys()]
      + (await LogExamination.findings(pool, keyring))
  }

  private func server() async -> Finding {
    await look("database", remedy: "start it, or correct DATABASE_URL") {
      let server = try await Inspection(owner).server()
      guard server.version >= Self.versionMin else {
        return .fail(
          "database", "PostgreSQL \(server.versionText)", remedy: "use PostgreSQL 15 or newer")
      }
      return .ok("database", "PostgreSQL \(server.versionText)")
    }
  }

  private func durability() async -> Finding {
    await look("durability") {
      let server = try await Inspection(owner).server()
      let off = [
        ("fsync", server.fsync), ("synchronous_commit", server.synchronousCommit),
        ("full_page_writes", server.fullPageWrites),
      ].filter { $0.1 == "off" }
      guard off.isEmpty else {
        let names = off.map { "\($0.0) is \($0.1)" }.joined(separator: ", ")
        return .fail(
          "durability", names, remedy: "set it to on: an answer must not be given before the disk")
      }
      return .ok("durability", "a commit is on disk before it is answered")
    }
  }

  private func clock() async -> Finding {
    await look("clock") {
      let before = now()
      let server = try await Inspection(owner).clock()
      let difference = max(
        0, before.milliseconds - server.milliseconds, server.milliseconds - now().milliseconds)
      guard difference <= Self.clockDifferenceMax else {
        return .warn(
          "clock", "ours and the database's differ by \(difference) ms",
          remedy: "let both machines follow the same time server")
      }
      return .ok("clock", "ours and the database's differ by \(difference) ms")
    }
  }

  private func schema() async -> Finding {
    await look("schema", remedy: "run `daicho migrate`") {
      let pending = try await migrator.pending(owner)
      guard pending.isEmpty else {
        return .fail("schema", "\(pending.count) migrations wait", remedy: "run `daicho migrate`")
      }
      let installation = try await Installation.read(owner)
      return .ok("schema", "current; \(installation.laneCount) lanes")
    }
  }

  private func rights() async -> Finding {
    await look("rights", remedy: "run `daicho migrate`, and let who logs in be in the role") {
      let excess = try await Inspection(pool).excessRights()
      guard excess.isEmpty else {
        return .fail(
          "rights", "the application may " + excess.joined(separator: ", "),
          remedy: "revoke it from role daicho_app; who logs in must not be superuser for long")
      }
      return .ok("rights", "the application can change or delete nothing of the log")
    }
  }

  private func guards() async -> Finding {
    await look("guards", remedy: "correct what the database says, and look again") {
      let unguarded = try await Inspection(pool).unguardedTables()
      guard unguarded.isEmpty else {
        return .fail(
          "guards", "nothing refuses changes of " + unguarded.joined(separator: ", "),
          remedy: "enable their triggers again, then run `daicho verify`")
      }
      return .ok("guards", "triggers refuse every change of the log")
    }
  }

  private func keys() async -> Finding {
    await look("master keys") {
      let laneCount = try await Installation.read(pool).laneCount
      let used = try await Inspection(pool).masterKeys(laneCount: laneCount)
      guard let keyring else {
        return .fail(
          "master keys", "there is no keyring to open \(used.count) master keys with",
          remedy: "name the file in DAICHO_ENCRYPTION_KEY_FILE")
      }
      let missing = used.filter { !keyring.ids.contains($0) }
      guard missing.isEmpty else {
        return .fail(
          "master keys", "the file lacks " + missing.joined(separator: ", "),
          remedy: "put their lines back: without them what they wrapped is lost")
      }
      let old = used.filter { $0 != keyring.ids[0] }
      return .ok(
        "master keys",
        "\(keyring.ids[0]) seals"
          + (old.isEmpty ? "" : "; still needed: " + old.joined(separator: ", ")))
    }
  }

  private func look(
    _ check: String, remedy: String = Finding.askTheDatabase, _ body: () async throws -> Finding
  ) async -> Finding {
    await Finding.look(check, remedy: remedy, body)
  }
}
