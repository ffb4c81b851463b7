package import AppStoreSimulator
package import Foundation

/// A drill of the bridge to Apple's report files: of lives in a simulated store, first with discrepancies
/// in the files, then with the files as the store writes them.
///
/// With discrepancies the bridge must name each one, and nothing else. Without them it must have no
/// difference in any month, the files must refute no uncertain charge, the ledger must have as many
/// subscriptions as they tell, and its journal must leave receivable what Apple did not settle. Of files with
/// other taxes it must learn these, and then have no difference.
package struct AppleFilesDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var months = 0
    package internal(set) var files = 0
    /// The sums of the ledger's sales that were compared, in milliunits of all currencies.
    package internal(set) var sales: Int64 = 0
    /// The kinds of discrepancies that were put into the files and found.
    package internal(set) var found: Set<ReportDiscrepancy.Kind> = []
    /// The number of uncertain charges whose rate the files confirmed.
    package internal(set) var confirmed = 0
    /// The sum of the numbers of subscriptions that are the same in the files.
    package internal(set) var subscriptions: Int64 = 0
    /// The number of taxes that were learned from files with other taxes.
    package internal(set) var taxes = 0
    /// The number of fiscal months that Apple settled.
    package internal(set) var settledMonths = 0
  }

  private let binary: URL
  private let home: URL
  private let port: Int
  private let crowd: Crowd
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(
    binary: URL, home: URL, port: Int, crowd: Crowd,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.binary, self.home, self.port, self.crowd) = (binary, home, port, crowd)
    self.tell = tell
  }

  package func run() async throws -> Report {
    try await RebuildSetting.whileServing(
      binary, below: home, port: port, crowd, ending: LivesDrill.yesterdaysEnd, in: 1,
      tell: tell
    ) { setting in
      try await setting.store.liveFirstHalf()
      try await RebuildAudit(setting: setting).check(after: "the lives")
      let world = await setting.store.simulation.withWorld { $0 }
      let months = SoldMonths(of: world)
      tell("\(world.transactions.count) transactions in \(months.names.count) months")
      var report = Report()
      report.months = months.names.count

      let altered = AppleReportFiles(
        of: world,
        altering: ReportDiscrepancy.Kind.allCases.map {
          ReportDiscrepancy($0, seed: crowd.seed)
        })
      _ = try await importFiles(altered, about: months, into: "apple-altered", setting)
      try check(
        months.differences(among: try await rows(in: months, setting)),
        against: altered.alterations.filter(\.kind.isOfSales))
      try checkSubscriptions(
        try await subscriptions(in: months, setting).filter { !$0.isAgreement },
        against: altered.alterations.filter { !$0.kind.isOfSales })
      report.found = Set(altered.alterations.map(\.kind))

      // A day that has no file now may have had one with a discrepancy.
      try await removeFiles("true", setting)
      report.files = try await importFiles(
        AppleReportFiles(of: world), about: months, into: "apple", setting)
      let rows = try await rows(in: months, setting)
      let honest = months.differences(among: rows)
      guard honest.isEmpty else {
        throw BrokenDrill(
          "honest files differ:\n\(honest.map(\.description).joined(separator: "\n"))")
      }
      report.subscriptions = try await comparedSubscriptions(in: months, setting)
      report.settledMonths = try await SettledMonths(about: months.days).check(
        by: FleetClient(of: [setting.process.url], key: setting.reader.key))
      report.confirmed = try await confirmedCharges(in: months, setting)
      report.sales = rows.filter { $0.step == "the ledger" }.compactMap(\.sales).reduce(0, +)
      try await checkSubscribersAlone(in: months, setting)
      report.taxes = try await learnedTaxes(of: world, months, setting)
      return report
    }
  }

  /// Writes the files of all months into a folder and imports them. Returns their number.
  private func importFiles(
    _ files: AppleReportFiles, about months: SoldMonths, into name: String,
    _ setting: RebuildSetting
  ) async throws -> Int {
    let folder = home.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = files.files(about: months.days)
    for file in files {
      try Data(file.bytes).write(to: folder.appending(path: file.name))
    }
    try await setting.process.command(
      "report", "reconciliation", "--apple-files", folder.path, "--period", months.names[0],
      "--calendar", "pacific")
    return files.count
  }

  private func rows(in months: SoldMonths, _ setting: RebuildSetting) async throws -> [BridgeRow] {
    let client = FleetClient(of: [setting.process.url], key: setting.reader.key)
    var rows: [BridgeRow] = []
    for month in months.names {
      let reply = try await client.get(
        "/v1/reports/reconciliation?calendar=pacific&period=\(month)")
      rows += try reply.decode(BridgeBody.self).rows
    }
    return rows
  }

  /// Returns the number of uncertain charges that the files confirm. Throws if one is refuted.
  private func confirmedCharges(
    in months: SoldMonths, _ setting: RebuildSetting
  ) async throws -> Int {
    let client = FleetClient(of: [setting.process.url], key: setting.reader.key)
    var charges: [UncertainRow] = []
    for month in months.names {
      let reply = try await client.get(
        "/v1/reports/reconciliation?calendar=pacific&uncertain=true&period=\(month)")
      charges += try reply.decode(UncertainBody.self).rows
    }
    if let refuted = charges.first(where: { $0.finding == "refuted" }) {
      throw BrokenDrill("honest files refute \(refuted.transactionId) of \(refuted.date)")
    }
    return charges.count { $0.finding == "confirmed" }
  }

  /// Returns the sum of all numbers of subscriptions. Throws if one is not that of the files.
  private func comparedSubscriptions(
    in months: SoldMonths, _ setting: RebuildSetting
  ) async throws -> Int64 {
    let rows = try await subscriptions(in: months, setting)
    try checkSubscriptions(rows.filter { !$0.isAgreement }, against: [])
    return rows.compactMap(\.ledger).reduce(0, +)
  }

  /// Returns the numbers of subscriptions of the days that are over.
  private func subscriptions(
    in months: SoldMonths, _ setting: RebuildSetting
  ) async throws -> [SubscriptionFindingRow] {
    let client = FleetClient(of: [setting.process.url], key: setting.reader.key)
    var rows: [SubscriptionFindingRow] = []
    for month in months.names {
      let reply = try await client.get(
        "/v1/reports/reconciliation?calendar=pacific&subscriptions=true&period=\(month)")
      rows += try reply.decode(SubscriptionFindingBody.self).rows
    }
    return rows.filter { row in row.date.map { $0 < months.days.upperBound.text } ?? true }
  }

  /// Throws unless each alteration has its differences, and no difference is without one.
  private func checkSubscriptions(
    _ found: [SubscriptionFindingRow], against alterations: [ReportAlteration]
  ) throws {
    var open = found
    for alteration in alterations {
      guard open.contains(where: { $0.isOf(alteration) }) else {
        throw BrokenDrill("not found: \(alteration.name)")
      }
      open.removeAll { $0.isOf(alteration) }
    }
    guard open.isEmpty else {
      throw BrokenDrill(
        "files have other subscriptions:\n" + open.map(\.description).joined(separator: "\n"))
    }
  }

  /// Takes the sales files of every other day away. Throws if the files of subscribers, which stand in for
  /// them, differ.
  private func checkSubscribersAlone(
    in months: SoldMonths, _ setting: RebuildSetting
  ) async throws {
    try await removeFiles(
      "kind = 'SALES' and right(first_day, 1) in ('0', '2', '4', '6', '8')", setting)
    let others = months.differences(among: try await rows(in: months, setting))
      .filter { $0.step != "no file of Apple's" }
    guard others.isEmpty else {
      throw BrokenDrill(
        "files of subscribers differ:\n" + others.map(\.description).joined(separator: "\n"))
    }
  }

  /// Removes kept files, as only the owner of the database can after lifting the table's guard.
  private func removeFiles(_ condition: String, _ setting: RebuildSetting) async throws {
    try await setting.script(
      """
      alter table apple_file disable trigger user;
      delete from apple_file where \(condition);
      alter table apple_file enable trigger user
      """)
  }

  /// Returns the number of taxes that the ledger learned from files with other taxes. Throws if the bridge
  /// to these files has a difference afterwards.
  private func learnedTaxes(
    of world: World, _ months: SoldMonths, _ setting: RebuildSetting
  ) async throws -> Int {
    var settings = AppleReportSettings()
    settings.taxes = PriceTaxes([
      .init("JPN", thousandths: 80), .init("DEU", thousandths: 70), .init("GBR", thousandths: 50),
      .init("KOR", thousandths: 30),
    ])
    try await removeFiles("true", setting)
    _ = try await importFiles(
      AppleReportFiles(of: world, by: settings), about: months, into: "apple-taxes", setting)
    try await setting.process.command("taxes", "learn", "--by", "drill")
    let differences = months.differences(among: try await rows(in: months, setting))
    guard differences.isEmpty else {
      throw BrokenDrill(
        "after the taxes were learned, files differ:\n"
          + differences.map(\.description).joined(separator: "\n"))
    }
    return try await setting.texts(
      "select jsonb_array_elements(extra::jsonb->'taxes'->'rows')::text from event where type = 26"
    ).count
  }

  /// Throws unless each alteration has its differences, and no difference is without one.
  private func check(
    _ found: [BridgeRow], against alterations: [ReportAlteration]
  ) throws {
    var open = found
    for alteration in alterations {
      let own = open.filter { $0.isOf(alteration) }
      guard !own.isEmpty else { throw BrokenDrill("not found: \(alteration.name)") }
      for row in own where !row.mayName(alteration.kind) {
        throw BrokenDrill("\(alteration.name) is named \(row)")
      }
      open.removeAll { own.contains($0) }
    }
    guard open.isEmpty else {
      throw BrokenDrill(
        "nothing was altered:\n\(open.map(\.description).joined(separator: "\n"))")
    }
  }
}
