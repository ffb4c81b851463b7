import EventProcessing
import EventStore
import Granting
import Ledger
import Logging
import Outbox
import Postgres
import Projections
import Reconciliation

/// The doctor's examination of the log: its partitions, pauses, projections and incomplete data.
enum LogExamination {
  private static let behindMax: Duration = .seconds(60)

  /// The consumers of the log, each projection by itself.
  private static let consumers:
    [(title: String, name: ConsumerName, readsShared: Bool, deadLetters: ConsumerName)] =
      ProjectionName.allCases.map {
        ("projection \($0.rawValue)", ProjectionConsumer.name, true, $0.consumer)
      }
      + [
        ("granting", GrantingConsumer.name, true, GrantingConsumer.name),
        ("outbox", OutboxConsumer.name, false, OutboxConsumer.name),
        ("reconciliation", ReconciliationConsumer.name, false, ReconciliationConsumer.name),
      ]

  /// The names under which consumers keep dead letters.
  static var deadLetterNames: [ConsumerName] { consumers.map(\.deadLetters) }

  /// Returns the checks, each of which fails alone: an event that cannot be read hides no other finding. There
  /// are none without a keyring, which another finding reports.
  static func checks(
    _ pool: Pool, _ keyring: Keyring?, backupDays: Int = Settings.backupDaysDefault,
    now: @escaping @Sendable () -> Instant,
    _ round: DoctorRound
  ) async -> [DoctorCheck] {
    guard let keyring else { return [] }
    let log: EventLog
    do {
      log = try await EventLog(pool, keyring: keyring)
    } catch {
      let failure = Finding.fail("log", "\(error)", remedy: Finding.askTheDatabase)
      return [DoctorCheck(.partitions) { [failure] }]
    }
    return [OwnerExamination(pool, log, round).check] + progressChecks(log, pool)
      + contentChecks(log, pool)
      + JobExamination(JobQueue(pool: pool, log: log, keyring: keyring).administration, now).checks
      + [
        RejectionExamination(RefusedNotifications(pool), now).check,
        BackupExamination(log: log, age: .seconds(backupDays * 86_400), now: now).check,
      ]
  }

  private static func progressChecks(_ log: EventLog, _ pool: Pool) -> [DoctorCheck] {
    [
      check(.partitions, "partitions") { try await partitions(log, pool) },
      check(.pause, "paused") {
        pause(
          try await log.readInstallation(), elsewhere: try await Inspection(pool).foreignPlace())
      },
    ]
      + consumers.map { consumer in
        DoctorCheck(.consumers, title: consumer.title) {
          do {
            let lag = try await Lag.read(
              of: consumer.name, readsShared: consumer.readsShared,
              deadLettersOf: [consumer.deadLetters], log: log, in: pool)
            return [
              progress(of: consumer.title, lag), deadLetters(of: consumer.deadLetters, lag),
            ]
          } catch {
            return [.fail(consumer.title, "\(error)", remedy: Finding.askTheDatabase)]
          }
        }
      } + [strangeDeadLetters(pool)]
  }

  /// Finds dead letters under names that no consumer has; there is no finding without them.
  private static func strangeDeadLetters(_ pool: Pool) -> DoctorCheck {
    let title = "dead letters of no consumer"
    return DoctorCheck(.consumers, title: title) {
      do {
        let found = try await DeadLetterAudit(pool: pool).findings(knowing: deadLetterNames)
        guard !found.isEmpty else { return [] }
        return [
          .fail(
            title, "in \(found.count) lanes, or of so many names",
            remedy: "run `daicho verify`, which names the statement that deletes them")
        ]
      } catch {
        return [.fail(title, "\(error)", remedy: Finding.askTheDatabase)]
      }
    }
  }

  private static func contentChecks(_ log: EventLog, _ pool: Pool) -> [DoctorCheck] {
    let reader = Reader(pool: pool, log: log)
    return [
      check(.tenure, "tenure") { incomplete(try await reader.incompleteChains.count()) },
      check(.coins, "coins") { waiting(try await WaitingCoins.read(pool, log)) },
      check(.grants, "grants") { refused(try await RefusedGrants(pool, lanes: log.lanes).all()) },
      check(.wallets, "full") { full(try await FullWallets(pool, lanes: log.lanes).all()) },
      check(.prices, "prices") { prices(try await reader.missingPrices.counts()) },
      check(.wallets, "wallets") {
        wallets(SharedState(try await log.reading.shared()).undeclaredCoins)
      },
      check(.terms, "terms") { storefronts(try await reader.storefronts.uncovered()) },
    ]
  }

  /// Returns a check with one finding, under its title even if it fails.
  private static func check(
    _ name: DoctorCheckName, _ title: String,
    _ body: @escaping @Sendable () async throws -> Finding
  ) -> DoctorCheck {
    DoctorCheck(name, title: title) {
      [await Finding.check(title, remedy: Finding.readTheEvent, body)]
    }
  }

  private static func partitions(_ log: EventLog, _ pool: Pool) async throws -> Finding {
    let end = try await Inspection(pool).partitionsEnd()
    let head = try await log.position().lanes.values.max() ?? 0
    return partitions(left: max(0, end - 1 - head))
  }

  private static func pause(_ installation: Installation, elsewhere place: String?) -> Finding {
    guard let moment = installation.pausedSince else {
      guard let place else { return .ok("paused", "no") }
      return .warn(
        "paused",
        "not yet: the ledger last ran in \(place), and the next `daicho serve` here pauses it",
        remedy:
          "if the database was restored or copied, run `daicho recover --restored`; if it was moved and lost "
          + "nothing, as by pg_upgrade, or somebody changed the row, run `daicho recover --release --reason WHY`, "
          + "which notes this place"
      )
    }
    let reason = installation.pausedBecause.map { ", because \($0)" } ?? ""
    return .fail(
      "paused", "since \(moment)\(reason): nothing is granted and nothing is sent",
      remedy: "run `daicho recover --restored`, or `daicho recover --release`")
  }

  static func partitions(left: Int64) -> Finding {
    let found = "\(left) positions are left in the fullest lane"
    if left == 0 {
      return .fail("partitions", found, remedy: "run `daicho migrate`: nothing can be stored")
    }
    if left < Inspection.partitionSize {
      return .warn(
        "partitions", found, remedy: "run `daicho migrate`, or `daicho serve`, which adds more")
    }
    return .ok("partitions", found)
  }

  static func progress(of title: String, _ lag: Lag) -> Finding {
    if lag.ahead > 0 {
      return .fail(
        title, "its checkpoint is \(lag.ahead) events beyond the log, which it would pass over",
        remedy:
          "run `daicho recover --checkpoints --reason WHY`, which sets it back, and `daicho verify`; after a "
          + "restore `daicho recover --restored` too"
      )
    }
    let seconds = lag.behind.components.seconds
    let found = lag.events == 0 ? "up to date" : "\(lag.events) events and \(seconds) s behind"
    guard lag.behind > behindMax else { return .ok(title, found) }
    return .fail(
      title, found,
      remedy: "check that `daicho serve` runs with this part, and read what it logs")
  }

  static func incomplete(_ count: Int) -> Finding {
    guard count > 0 else { return .ok("tenure", "no chain appears to be incomplete") }
    return .warn(
      "tenure", "\(count) chains are incomplete: Apple knows of more than is recorded",
      remedy: "their days may be too few: `daicho report tenure` counts them, `daicho explain "
        + "account` says what is missing")
  }

  static func waiting(_ coins: WaitingCoins) -> Finding {
    var (found, remedies): ([String], [String]) = ([], [])
    if !coins.forCatalog.isEmpty {
      found.append(counted(coins.forCatalog, "for a catalog"))
      remedies.append(
        "name these products in your catalog, subscriptions with their period, and run "
          + "`daicho catalog publish`: their coins are granted then")
    }
    if !coins.forApple.isEmpty {
      found.append(counted(coins.forApple, "for Apple to tell if the period was free"))
      remedies.append(
        "run `daicho reconcile run`, which asks Apple for them again; an introductory offer is also "
          + "read by its length once the catalog names the subscription's period")
    }
    guard !found.isEmpty else { return .ok("coins", "no purchase waits for its coins") }
    return .fail(
      "coins", found.joined(separator: "; "), remedy: remedies.joined(separator: "; "))
  }

  private static func counted(_ products: [UnpricedProduct], _ words: String) -> String {
    let count = products.reduce(0) { $0 + $1.count }
    let names = products.map {
      "\($0.productID) of \($0.bundleID) in \($0.environment.rawValue) (\($0.count))"
    }
    return "\(count.counting("purchase")) \(count == 1 ? "waits" : "wait") \(words): "
      + names.joined(separator: ", ")
  }

  /// The largest number of refused grants that are named.
  private static let refusedMax = 20

  static func refused(_ grants: [RefusedGrants.Row]) -> Finding {
    guard !grants.isEmpty else { return .ok("grants", "each transaction is granted in one chain") }
    let names = grants.prefix(refusedMax).map { grant in
      "transaction \(grant.transactionID) of \(grant.chain.bundleID) in "
        + "\(grant.chain.environment.rawValue) is told under chain "
        + "\(grant.chain.originalTransactionID) and was granted under chain "
        + "\(grant.grantedIn.originalTransactionID)"
    }
    let rest = grants.count > refusedMax ? ["\(grants.count - refusedMax) more"] : []
    return .warn(
      "grants",
      "\(grants.count) transactions were not granted again, because another chain has their grants: "
        + (names + rest).joined(separator: "; "),
      remedy:
        "their coins are credited once: compare both chains by `daicho explain purchase`, and if "
        + "another player bought them, move them by `daicho accounts link --with-coins`; if the second chain has no "
        + "such purchase, the row of table refused_grant was written by hand: delete it as the owner of the database"
    )
  }

  static func full(_ grants: [FullWallets.Row]) -> Finding {
    guard !grants.isEmpty else { return .ok("full", "every wallet has room for its grants") }
    let names = grants.prefix(refusedMax).map { grant in
      "\(grant.coin) of transaction \(grant.transactionID) of \(grant.bundleID) in "
        + grant.environment.rawValue
    }
    let rest = grants.count > refusedMax ? ["\(grants.count - refusedMax) more"] : []
    return .fail(
      "full",
      "\(grants.count) grants wait for room in a wallet: " + (names + rest).joined(separator: "; "),
      remedy:
        "a wallet may have \(Coin.amountMax) coins at most: take coins by an adjustment with a reason, "
        + "and the rest is credited within a minute; `daicho explain transaction` names the account"
    )
  }

  static func prices(_ missing: [MissingPrices]) -> Finding {
    guard !missing.isEmpty else { return .ok("prices", "no purchase waits for its price") }
    let count = missing.reduce(0) { $0 + $1.count }
    let names = missing.map { "\($0.bundleID) in \($0.environment.rawValue) (\($0.count))" }
    return .warn(
      "prices",
      "\(count) purchases have no price and are no charge yet: " + names.joined(separator: ", "),
      remedy:
        "run `daicho reconcile run`, which asks Apple for them again; `daicho reconcile status` "
        + "says what keeps the answer away")
  }

  static func wallets(_ undeclared: [BundleID: [Coin]]) -> Finding {
    guard !undeclared.isEmpty else { return .ok("wallets", "each coin has one wallet") }
    let names = undeclared.sorted { $0.key < $1.key }.map { app, coins in
      "\(coins.map(\.rawValue).joined(separator: ", ")) of \(app)"
    }
    return .warn(
      "wallets", "no catalog declares the wallet of " + names.joined(separator: "; "),
      remedy: "declare each coin as daicho or game in the catalog, and run `daicho catalog "
        + "publish`: until then it is credited here and also pending for the game, which must book "
        + "it in one place only")
  }

  static func storefronts(_ uncovered: [UncoveredStorefront]) -> Finding {
    guard !uncovered.isEmpty else {
      return .ok("terms", "no charge in a storefront with special terms is rated by general ones")
    }
    let names = uncovered.map { "\($0.storefront) (\($0.charges) of \($0.bundleID))" }
    return .warn(
      "terms",
      "charges in storefronts where Apple has special terms are rated by the general ones: "
        + names.joined(separator: ", "),
      remedy: "if your contract has other rates there, name the storefronts in your terms file and "
        + "run `daicho terms publish`; if not, publish a row with the general rates for them")
  }

  static func deadLetters(of name: ConsumerName, _ lag: Lag) -> Finding {
    let title = "dead letters of \(name.rawValue)"
    guard lag.deadLetters > 0 else { return .ok(title, "none") }
    let lanes = lag.lanes.filter { $0.deadLetters > 0 }.map {
      "\($0.deadLetters) in lane \($0.lane)"
    }
    return .fail(
      title, lanes.joined(separator: ", "),
      remedy:
        "see `daicho dead-letters list`, and run `daicho dead-letters retry` once the cause is gone"
    )
  }
}
