import AppStoreSimulator
package import Foundation
import Postgres

/// A night on call: each fault is played on a copy of an honest ledger, and three things are checked. Nothing is lost;
/// a command shows the state with its remedy; and the remedy mends it.
package struct NightDrill: Sendable {
  /// What one fault came to.
  package struct Outcome: Sendable {
    package let fault: String
    package let seconds: Double
    /// The promise that was broken; nil if the ledger kept all three.
    package let broken: String?
  }

  private static let players = (0..<3).map {
    InterruptionPlan.Player(
      name: "player-\($0)", token: "5f0c6f1e-0000-4000-8000-00000000000\($0)", purchases: [])
  }
  private static let goods = [
    "com.example.game.gems.100", "com.example.game.gems.500", "com.example.game.pro.monthly",
  ]

  private let binary: URL
  private let home: URL
  private let port: Int
  private let faults: [NightFault]
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(
    binary: URL, home: URL, port: Int, faults: [NightFault] = NightFault.all,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.port = port
    self.faults = faults
    self.tell = tell
  }

  /// Plays the faults, one after another. Returns their outcomes.
  package func run() async throws -> [Outcome] {
    try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
      let authority = try SigningAuthority()
      let names = try await fill(postgres, authority)
      var outcomes: [Outcome] = []
      for (number, fault) in faults.enumerated() {
        let start = ContinuousClock.now
        var broken: String?
        do {
          try await play(fault, number, on: postgres, authority, names)
        } catch {
          broken = "\(error)"
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        outcomes.append(Outcome(fault: fault.name, seconds: seconds, broken: broken))
        tell("\(broken == nil ? "kept" : "BROKEN") \(fault.name)\(broken.map { ": \($0)" } ?? "")")
      }
      return outcomes
    }
  }

  /// Fills the database that all faults get a copy of: purchases of each kind with their coins, a closed month, and
  /// a key.
  private func fill(
    _ postgres: SharedPostgres, _ authority: SigningAuthority
  ) async throws -> NightLedger.Names {
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: "honest"), port: port, shared: postgres)
    try prepare(process, authority)
    try await process.command("migrate")
    try await DrillGoods.publish(.game, at: 0, to: process)
    let shop = CoinShop(
      try CoinShop.simulation(for: Self.players, signedBy: authority),
      telling: FleetClient(of: [process.url], key: ""))
    var lines: [String] = []
    for player in Self.players {
      for product in Self.goods {
        lines.append(try await shop.sell(product, to: player.name).sale.signedTransaction)
      }
    }
    let file = process.home.appending(path: "purchases.jws")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    try await process.command("ingest", file.path)
    _ = try await process.answer(
      to: "keys", "create", "--name", "reader", "--scopes", "read", "--json")
    try await process.whileServing { try await process.waitUntilGranted() }
    try await process.command(
      "periods", "close", Self.lastMonth, "--by", "night", "--force", "--reason", "a drill")
    try await postgres.demandPassword(of: "night_login")
    return try await postgres.withConnection { connection in
      _ = try await connection.query(
        Statement(unsafeSQL: "create role night_login login password 'new'"))
      return try await Self.names(on: connection)
    }
  }

  /// Finds the subscription that faults damage, and an event in the middle of its lane.
  private static func names(on connection: Connection) async throws -> NightLedger.Names {
    let row = try await connection.query(
      Statement(
        unsafeSQL: """
          select s.stream::text, e.lane::bigint, min(e.position)
          from service_period s
          join coin_grant g using (lane, stream) join event e using (lane, stream)
          group by s.stream, e.lane order by min(e.position) limit 1
          """)
    ).first
    guard let row else { throw BrokenDrill("no subscription was granted coins") }
    let (stream, lane, position) = try row.decode((String, Int64, Int64).self)
    return NightLedger.Names(stream: stream, poison: (lane, position))
  }

  /// The month before the present one in UTC, as 2026-10.
  private static var lastMonth: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month], from: .now)
    let (year, month) = (parts.year ?? 0, parts.month ?? 0)
    return month == 1 ? "\(year - 1)-12" : "\(year)-\(month < 11 ? "0" : "")\(month - 1)"
  }

  private func prepare(_ process: LedgerProcess, _ authority: SigningAuthority) throws {
    try process.prepare(
      bundleID: CoinShop.app.bundleID, appAppleID: CoinShop.app.appAppleID,
      rootCertificatePEM: authority.rootCertificatePEM)
  }

  private func copy(
    _ postgres: SharedPostgres, _ name: String, in folder: String, _ authority: SigningAuthority,
    _ names: NightLedger.Names
  ) async throws -> NightLedger {
    let database = try await postgres.copy(named: name)
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: folder), port: port, shared: database)
    try prepare(process, authority)
    let ledger = NightLedger(process: process, database: database, names: names)
    // The copy is the ledger of this fault, and no restored one.
    try await ledger.damage(
      "update installation set database_oid = null, system_identifier = null")
    try await process.command("migrate")
    return ledger
  }
}

// MARK: One fault

extension NightDrill {
  private func play(
    _ fault: NightFault, _ number: Int, on postgres: SharedPostgres,
    _ authority: SigningAuthority, _ names: NightLedger.Names
  ) async throws {
    let honest = try await copy(
      postgres, "night_\(number)", in: fault.name, authority, names)
    do {
      try await play(fault, number, on: honest, on: postgres, authority, names)
    } catch {
      try? await honest.disk.remove()  // the fault's own error says more
      throw error
    }
    try await honest.disk.remove()
  }

  private func play(
    _ fault: NightFault, _ number: Int, on honest: NightLedger, on postgres: SharedPostgres,
    _ authority: SigningAuthority, _ names: NightLedger.Names
  ) async throws {
    var ledger = honest
    let before = try await ledger.treasure()
    if let damage = fault.damage { try await ledger.damage(damage) }
    for step in fault.then { try await perform(step, by: fault.access, on: ledger) }
    try await see(fault, on: ledger)
    for mend in fault.mends {
      if case .restore = mend {
        ledger = try await copy(
          postgres, "night_\(number)_restored", in: "\(fault.name)-restored", authority, names)
      } else {
        try await perform(mend, by: .own, on: ledger)
      }
    }
    try await prove(fault, before, on: ledger)
  }

  /// Looks with the command that the person on call uses.
  private func see(_ fault: NightFault, on ledger: NightLedger) async throws {
    let (code, output) = try await ledger.run(fault.sign.words, by: fault.access)
    let words = "daicho \(fault.sign.words.joined(separator: " "))"
    guard code == fault.sign.code else {
      throw BrokenDrill("\(words) ended with \(code) instead of \(fault.sign.code): \(output)")
    }
    for sentence in [fault.sign.sentence, fault.sign.remedy].compactMap(\.self)
    where !output.contains(ledger.filled(sentence)) {
      throw BrokenDrill("\(words) does not say “\(ledger.filled(sentence))”: \(output)")
    }
  }

  private func perform(
    _ step: NightFault.Mend, by access: NightFault.Access, on ledger: NightLedger
  ) async throws {
    switch step {
    case .command(let words):
      let (code, output) = try await ledger.run(words, by: access)
      guard code == 0 else {
        throw BrokenDrill("daicho \(words.joined(separator: " ")) ended with \(code): \(output)")
      }
    case .sql(let sql): try await ledger.damage(sql)
    case .serve: try await ledger.serve(by: access)
    case .fillDisk: tell(try await ledger.disk.fill())
    case .enlargeDisk: try await ledger.disk.enlarge()
    case .access, .restore: break
    }
  }

  /// Checks that the state is gone, that the ledger is whole, and that nothing is lost.
  private func prove(
    _ fault: NightFault, _ before: NightLedger.Treasure, on ledger: NightLedger
  ) async throws {
    let (_, output) = try await ledger.run(fault.sign.words, by: .own)
    guard !output.contains(ledger.filled(fault.sign.sentence)) else {
      throw BrokenDrill("it is not mended: \(output)")
    }
    let (code, report) = try await ledger.run(
      ["verify", "--projections", "--wallets"], by: .own)
    guard code == 0, report.contains("Whole.") else {
      throw BrokenDrill("the mended ledger is not whole: \(report)")
    }
    let after = try await ledger.treasure()
    guard after == before else {
      throw BrokenDrill(
        "\(before.events) events and \(before.coins) coins became \(after.events) and \(after.coins)"
      )
    }
  }
}
