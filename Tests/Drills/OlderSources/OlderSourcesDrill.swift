import AppStoreSimulator
package import Foundation

/// A drill in which ledgers hear of the same lives from Apple's signed transactions, from older sources,
/// and from mixtures of both.
///
/// Every ledger must answer like the one that heard signed transactions, as far as trust allows. Where
/// trust forbids, it must answer nothing at all.
package struct OlderSourcesDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var customers = 0
    /// The sentences of the ledger that heard signed transactions, which the others were compared with.
    package internal(set) var sentences: [String: Int] = [:]
    /// The charges that this ledger knows.
    package internal(set) var charges = 0
    package internal(set) var differences: [String] = []
  }

  private static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)
  private static let rounds = 4
  /// The sessions of each ledger, so that one PostgreSQL has places for all.
  private static let sessions = 16
  private static let sharedSecret = "0123456789abcdef0123456789abcdef"

  private let binary: URL
  private let home: URL
  private let ports: [Int]
  private let lives: ToldLives
  private let customers: Int
  private let seed: UInt64
  /// The length of the lives in milliseconds.
  private let length: Int64
  private let end: Int64
  private let authority: SigningAuthority
  private let issuer: ReceiptIssuer

  /// The number of ledgers, each on a port of its own.
  package static var ledgers: Int { SourceMix.allCases.count }

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  /// - Parameters:
  ///   - days: the length of the lives.
  ///   - end: the end of the lives, in milliseconds since 1970.
  package init(
    binary: URL, home: URL, ports: [Int], lives: ToldLives = .simple, customers: Int, days: Int,
    seed: UInt64,
    ending end: Int64
  ) throws {
    (self.binary, self.home, self.ports) = (binary, home, ports)
    (self.customers, self.seed, self.end) = (customers, seed, end)
    self.lives = lives
    length = Int64(days).days
    authority = try SigningAuthority()
    issuer = ReceiptIssuer(authority: try ReceiptAuthority(), sharedSecret: Self.sharedSecret)
  }

  /// Runs the drill in one PostgreSQL, with a database for each ledger.
  package func run() async throws -> Report {
    try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
      let (key, databases) = try await prepare(postgres)
      let books = try await withThrowingTaskGroup(of: (SourceMix, Book).self) { group in
        for (mix, port) in zip(SourceMix.allCases, ports) {
          guard let database = databases[mix] else { continue }
          group.addTask { (mix, try await book(of: mix, at: port, in: database, key)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      return report(books)
    }
  }

  /// Makes a ledger that knows the catalog and a key, and a copy of it for each mixture.
  private func prepare(
    _ postgres: SharedPostgres
  ) async throws -> (key: String, databases: [SourceMix: SharedPostgres]) {
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: "first"), port: ports[0], shared: postgres)
    try process.prepare(
      bundleID: Self.app.bundleID, appAppleID: Self.app.appAppleID,
      rootCertificatePEM: authority.rootCertificatePEM)
    try await process.command("migrate")
    try await DrillGoods.publish(.game, at: 0, to: process)
    let key = try await process.makeKey(scopes: "admin")
    var databases: [SourceMix: SharedPostgres] = [:]
    for mix in SourceMix.allCases {
      databases[mix] = try await postgres.copy(named: mix.rawValue.lowercased())
    }
    return (key, databases)
  }

  /// The answers of one ledger: about each account at each moment, and its charges at the end.
  private struct Book: Sendable {
    struct Reading: Sendable {
      let account: String
      let moment: String
      let answer: AccountAnswer
      /// True if the game's receipt told a transaction that none before it had.
      let hasNews: Bool
    }

    var readings: [Reading] = []
    var charges = 0
  }

  private func book(
    of mix: SourceMix, at port: Int, in database: SharedPostgres, _ key: String
  ) async throws -> Book {
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: mix.rawValue), port: port, shared: database,
      sessions: Self.sessions)
    let developerKey = DeveloperKey()
    let line = mix.hearsApple ? HTTPLedgerLine(to: process.url, key: nil).send : nil
    let simulation = Simulation(
      of: world, signedBy: authority, developerKey: developerKey, telling: line, issuing: issuer,
      notifyingBy: mix.firstVersion)
    return try await simulation.whileOpen { store in
      try process.prepare(
        bundleID: Self.app.bundleID, appAppleID: Self.app.appAppleID,
        rootCertificatePEM: authority.rootCertificatePEM,
        asking: mix == .confirmed ? StoreAccess(url: store, key: developerKey) : nil,
        accepting: try access(of: mix, to: store))
      return try await process.whileServing {
        let game = OldGame(
          mix: mix, ledger: FleetClient(of: [process.url], key: key), process: process,
          store: FleetClient(of: [store], key: ""), sharedSecret: Self.sharedSecret)
        return try await live(simulation, game, key)
      }
    }
  }

  private var world: World {
    var world = World(of: Self.app, selling: .game, seed: seed, from: end - length)
    world.settle(
      customers: customers, living: lives.ways, playing: GameHabits(isPosting: false), until: end,
      seed: seed)
    return world
  }

  private func access(of mix: SourceMix, to store: String) throws -> OlderSourcesAccess? {
    guard mix.trustsReceipts || mix.sharesSecret else { return nil }
    return OlderSourcesAccess(
      sharedSecret: mix.sharesSecret ? Self.sharedSecret : nil,
      rootCertificatePEM: mix.trustsReceipts ? try issuer.authority.rootCertificatePEM : nil,
      verifyReceiptURL: store)
  }

  private func live(
    _ simulation: Simulation, _ game: OldGame, _ key: String
  ) async throws -> Book {
    let start = await simulation.now
    let reader = LedgerReader(of: game.process.url, key: key, bundleID: Self.app.bundleID)
    var book = Book()
    var known: [String: Int] = [:]
    for round in 1...Self.rounds {
      if turns(game.mix, in: round) {
        await simulation.withWorld { $0.app.notificationVersion = .version2 }
      }
      try await simulation.advance(to: start + length * Int64(round) / Int64(Self.rounds))
      await simulation.deliverAll()
      let world = await simulation.withWorld { $0 }
      try await game.open(world, round: round)
      try await game.waitForApple()
      try await reader.waitUntilCaughtUp()
      let moment = CustomerTruth.Moment(world.now).text
      for customer in world.customers {
        let (account, count) = (customer.account, customer.transactions.count)
        let answer = try await AccountAnswer(account, at: moment, from: game.ledger)
        book.readings.append(
          Book.Reading(
            account: account, moment: moment, answer: answer,
            hasNews: count > known[account] ?? 0))
        known[account] = count
      }
    }
    book.charges = Int(
      try await game.process.number(
        "select count(distinct transaction_id) from commission_line where price > 0"))
    return book
  }

  /// True in the round from which a mixture hears notifications of version 2.
  private func turns(_ mix: SourceMix, in round: Int) -> Bool {
    mix == .mixture && round == Self.rounds / 2 + 1
  }

  private func report(_ books: [SourceMix: Book]) -> Report {
    var report = Report()
    guard let signed = books[.signed] else { return report }
    report.customers = Set(signed.readings.map(\.account)).count
    report.charges = signed.charges
    for part in AccountAnswer.Part.allCases {
      report.sentences[part.rawValue] = signed.readings.reduce(0) { $0 + $1.answer[part].count }
    }
    for mix in SourceMix.allCases {
      guard let book = books[mix] else { continue }
      let charges = mix.tellsPrices(in: lives).map { $0 ? signed.charges : 0 }
      if let charges, book.charges != charges {
        report.differences.append("\(mix): \(book.charges) charges, not \(charges)")
      }
      for (expected, told) in zip(signed.readings, book.readings) {
        report.differences += differences(of: told, from: expected, mix)
      }
    }
    return report
  }

  private func differences(
    of told: Book.Reading, from expected: Book.Reading, _ mix: SourceMix
  ) -> [String] {
    AccountAnswer.Part.allCases.compactMap { part in
      let isEqual = mix.equal(in: lives, withNews: told.hasNews).contains(part)
      let sentences = isEqual ? expected.answer[part].map(mix.tellable) : []
      guard isEqual || mix.empty.contains(part),
        told.answer[part].map(mix.tellable).sorted() != sentences.sorted()
      else {
        return nil
      }
      return """
        \(mix), \(told.account) at \(told.moment): \(part) is
          \(told.answer[part].joined(separator: "\n  "))
        not
          \(sentences.joined(separator: "\n  "))
        """
    }
  }
}
