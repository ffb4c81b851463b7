package import EventStore
import Foundation
package import Ledger
package import Postgres
import Schema

/// The doctor's examination of the database: server, schema, rights, clock, durability and keys.
package struct DatabaseExamination: Sendable {
  private static let versionMin = 150_000
  private static let clockDifferenceMax: Int64 = 5_000
  /// The largest number of altered objects of the schema that are named.
  private static let alteredMax = 10
  /// The difference from which on reservations, deadlines and expiries are judged wrongly.
  private static let clockDifferenceHarmful: Int64 = 60_000

  private let pool: Pool
  private let owner: Pool
  private let migrator: Migrator
  private let applicationRights: ApplicationRights?
  /// The configured keyring; nil if it could not be read.
  private let keyring: Keyring?
  /// True for the embedded PostgreSQL, whose only login is a superuser on a socket of its own.
  private let isEmbedded: Bool
  private let sessions: DatabaseSessions
  private let backupDays: Int
  private let now: @Sendable () -> Instant

  package init(
    pool: Pool, owner: Pool, migrator: Migrator, applicationRights: ApplicationRights? = nil,
    keyring: Keyring?, isEmbedded: Bool,
    sessions: DatabaseSessions = DatabaseSessions(),
    backupDays: Int = Settings.backupDaysDefault,
    now: @escaping @Sendable () -> Instant
  ) {
    self.pool = pool
    self.owner = owner
    self.migrator = migrator
    self.applicationRights = applicationRights
    self.keyring = keyring
    self.isEmbedded = isEmbedded
    self.sessions = sessions
    self.backupDays = backupDays
    self.now = now
  }

  /// Returns the findings. Leaves out checks that depend on a failed one, whose finding is returned even where
  /// it was not asked for.
  package func findings(_ round: DoctorRound = DoctorRound()) async -> [Finding] {
    let silent = Finding.fail(
      "database", "no answer within \(round.patienceText)",
      remedy: "look if PostgreSQL is frozen or its network silent")
    let server = await round.answer(
      of: DoctorCheck(.database, late: { [silent] }) { [await self.server()] })
    guard server.allSatisfy({ $0.verdict != .fail }) else { return server }
    async let schema = round.answer(of: DoctorCheck(.schema) { [await self.schema()] })
    let first =
      (round.includes(.database) ? server : [])
      + (await round.findings([
        DoctorCheck(.sessions) { [await places()] },
        DoctorCheck(.durability) { [await durability()] },
        DoctorCheck(.speed) { [await speed()] }, DoctorCheck(.clock) { [await clock()] },
        DoctorCheck(.writes) { [await writes()] },
      ]))
    let isCurrent = await schema.allSatisfy { $0.verdict == .ok }
    let findings = first + (round.includes(.schema) || !isCurrent ? await schema : [])
    guard isCurrent else { return findings }
    let log = await LogExamination.checks(
      pool, keyring, backupDays: backupDays, now: now, round)
    return findings
      + (await round.findings(
        [
          DoctorCheck(.rights) { [await rights()] }, DoctorCheck(.guards) { [await guards()] },
          DoctorCheck(.masterKeys) { [await keys()] },
          DoctorCheck(.apiKeys) { await KeyExamination.findings(in: pool, now: now()) },
          DoctorCheck(.servers) { [await ServerExamination().finding(in: pool)] },
        ] + log))
  }

  private func server() async -> Finding {
    await check("database", remedy: "start it, or correct DATABASE_URL") {
      let server = try await Inspection(owner).server()
      guard server.version >= Self.versionMin else {
        return .fail(
          "database", "PostgreSQL \(server.versionText)", remedy: "use PostgreSQL 15 or newer")
      }
      return .ok("database", "PostgreSQL \(server.versionText)")
    }
  }

  private func places() async -> Finding {
    await check("database sessions") {
      let server = try await Inspection(owner).server()
      return sessions.finding(
        amongPlaces: server.places, ofLogin: server.loginLimit, ofDatabase: server.databaseLimit)
    }
  }

  private func durability() async -> Finding {
    await check("durability") {
      let server = try await Inspection(owner).server()
      let off = [
        ("fsync", server.fsync), ("synchronous_commit", server.synchronousCommit),
        ("full_page_writes", server.fullPageWrites),
      ].filter { $0.1 == "off" }
      guard off.isEmpty else {
        let names = off.map { "\($0.0) is \($0.1)" }.joined(separator: ", ")
        return .fail(
          "durability", names,
          remedy: "set it to on: no answer may be given before the commit is on disk")
      }
      return .ok("durability", "a commit is on disk before it is answered")
    }
  }

  private func speed() async -> Finding {
    await check("database settings") {
      SpeedExamination.finding(try await Inspection(owner).server().speed)
    }
  }

  private func clock() async -> Finding {
    await check("clock") {
      let before = now()
      let server = try await Inspection(owner).clock()
      return Self.clock(
        difference: max(
          0, before.milliseconds - server.milliseconds, server.milliseconds - now().milliseconds))
    }
  }

  /// Returns the finding for a difference in milliseconds.
  static func clock(difference: Int64) -> Finding {
    let found = "our clock and the database's differ by \(difference) ms"
    let remedy = "synchronize both machines with the same time server"
    if difference > clockDifferenceHarmful { return .fail("clock", found, remedy: remedy) }
    if difference > clockDifferenceMax { return .warn("clock", found, remedy: remedy) }
    return .ok("clock", found)
  }

  /// Writes a temporary table, which a full disk and a read-only server refuse as they refuse a purchase.
  private func writes() async -> Finding {
    await check("writes") {
      do {
        try await Inspection(owner).tryToWrite()
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        return .ok("writes", "not tried: the login may not create a temporary table")
      }
      return .ok("writes", "the database takes writes")
    }
  }

  private func schema() async -> Finding {
    await check("schema", remedy: "run `daicho migrate`") {
      let pending: [Migration]
      do {
        pending = try await migrator.pending(owner)
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        return .fail(
          "schema", "the login may not read it", remedy: RoleFault.foreign.description)
      } catch let error as MigrationError {
        return .fail("schema", error.finding, remedy: error.remedy)
      }
      guard pending.isEmpty else {
        return .fail(
          "schema", "\(pending.count) migrations are pending", remedy: "run `daicho migrate`")
      }
      let installation = try await Installation.read(owner)
      return .ok("schema", "current; \(installation.laneCount) lanes")
    }
  }

  private func rights() async -> Finding {
    await check("rights", remedy: "run `daicho migrate`, and make the login a member of the role") {
      let role = try await Inspection(pool).role()
      let excess = try await Inspection(pool).excessRights()
      guard excess.isEmpty else {
        return .fail(
          "rights", "the application may " + excess.joined(separator: ", "),
          remedy: "revoke it from role \(role); the login must not remain a superuser")
      }
      let strengths = try await Inspection(pool).excessStrengths()
      guard strengths.isEmpty else {
        return .fail(
          "rights",
          "the application's role \(role) could change the log: "
            + strengths.map(\.finding).joined(separator: "; "),
          remedy: "run as a superuser: "
            + strengths.map(\.remedy).joined(separator: ", "))
      }
      let attributes = isEmbedded ? [] : try await Inspection(pool).loginAttributes()
      guard attributes.isEmpty else {
        return .warn(
          "rights",
          "the login has \(attributes.joined(separator: ", ")): it could change the log",
          remedy:
            "use this login for `daicho migrate` and `daicho recover` only, and for all else one "
            + "of `create role daicho_server login in role \(role)`, with a password")
      }
      if let missing = try await applicationRights?.missing(owner), !missing.isEmpty {
        return .fail(
          "rights", "\(missing.count) rights of the role \(role) are not what they must be",
          remedy: "run `daicho migrate` with the login that owns the database")
      }
      return .ok("rights", "the application can neither change nor delete anything in the log")
    }
  }

  private func guards() async -> Finding {
    let remedy =
      "correct what the database reports, and run this again; `daicho migrate` with the login that owns the "
      + "database makes a role that is missing after a restore"
    return await check("guards", remedy: remedy) {
      let unguarded = try await Inspection(pool).unguardedTables()
      guard unguarded.isEmpty else {
        return .fail(
          "guards", "no trigger rejects changes of " + unguarded.joined(separator: ", "),
          remedy: "enable their triggers again, then run `daicho verify`")
      }
      let altered = SchemaComparison.findings(
        try await Inspection(pool).schemaObjects())
      guard altered.isEmpty else {
        let rest =
          altered.count > Self.alteredMax ? ["\(altered.count - Self.alteredMax) more"] : []
        return .fail(
          "guards",
          "the schema is not the one of this program: "
            + (altered.prefix(Self.alteredMax).map(\.description) + rest).joined(separator: "; "),
          remedy: "find out who changed it, undo the change, then run `daicho verify`")
      }
      return .ok("guards", "triggers reject every change of the log")
    }
  }

  private func keys() async -> Finding {
    await check("master keys") {
      let laneCount = try await Installation.read(pool).laneCount
      let used = try await Inspection(pool).masterKeys(laneCount: laneCount)
      guard let keyring else {
        return .fail(
          "master keys", "there is no keyring to open \(used.count) master keys",
          remedy: "name the file in DAICHO_ENCRYPTION_KEY_FILE")
      }
      let missing = used.filter { !keyring.ids.contains($0) }
      guard missing.isEmpty else {
        return .fail(
          "master keys", "the file lacks " + missing.joined(separator: ", "),
          remedy: "put their lines back: without them, evidence cannot be read; if one is lost for "
            + "good, run `daicho evidence lost \(missing[0]) --reason WHY`, after a restore from a backup not "
            + "before `daicho recover --restored`; if there never was such a key, `daicho verify` names the "
            + "statement that mends the rows")
      }
      if let fault = try await MasterKeyRegister(pool).faults(of: keyring).first {
        return .fail("master keys", fault.found, remedy: fault.remedy)
      }
      let old = used.filter { $0 != keyring.ids[0] }
      return .ok(
        "master keys",
        "\(keyring.ids[0]) seals"
          + (old.isEmpty ? "" : "; still needed: " + old.joined(separator: ", ")))
    }
  }

  private func check(
    _ check: String, remedy: String = Finding.askTheDatabase, _ body: () async throws -> Finding
  ) async -> Finding {
    await Finding.check(check, remedy: remedy, body)
  }
}
