import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The settlement of a product id that two apps have, with figures worked out by hand: of the fourth month of
/// fiscal 2025 Apple settles 1.38 USD for two packs of gems of app one, and 0.69 USD for one of app two.
struct DividedSettlementTests {
  private typealias Apps = TwoAppsOfOneProduct

  enum Kind: CaseIterable { case summary, detail }

  private static let nothingKnown = "0 files imported, 0 known already"
  private static let waiting =
    "not settled of the fiscal month 2025-04: gems: several apps have such a product, and no kept file "
    + "tells the app of Apple's rows; import the SALES files of these days, and give `appAppleId` of each "
    + "app in the file of apps"

  private static func recorded(_ app: BundleID) -> String {
    "recorded Apple's settlement of the fiscal month 2025-04 for \(app)"
  }

  private static func row(_ share: String, _ number: String) -> SettledFile.Row {
    SettledFile.Row(sku: "gems", country: "US", share: share, currency: "USD", number: number)
  }

  private static func month(_ kind: Kind) -> String {
    let file = SettledFile(row("1.38", "1500000001"), row("0.69", "1500000002"))
    return kind == .summary ? file.summary : file.detail
  }

  /// Returns what is settled of an app's gems in milliunits.
  private func settled(_ app: BundleID, _ ledger: TestLedger) async throws -> [String] {
    try await Apps.report(.journal, of: app, in: "2025-04", by: .fiscal, ledger)
      .filter { $0.contains(" settlement gems ") && $0.contains(" settled ") }
      .map { $0.split(separator: " ").prefix(7).joined(separator: " ") }
  }

  private static func entry(_ amount: String) -> [String] {
    ["2025-02-01 settlement gems USA USD settled \(amount)"]
  }

  @Test(arguments: Kind.allCases)
  func `each app is settled by Apple's number of its product`(_ kind: Kind) async throws {
    try await Apps.with(Apps.sales()) { ledger in
      let files = [
        "day.txt": DailyFile.text(Apps.downloads() + Apps.gems), "month.txt": Self.month(kind),
      ]
      #expect(
        try await ledger.importAppleFiles(files, for: Apps.one, knowing: Apps.appleIDs)
          == ["2 files imported, 0 known already", Self.recorded(Apps.one)])
      #expect(
        try await ledger.importAppleFiles([:], for: Apps.two, knowing: Apps.appleIDs)
          == [Self.nothingKnown, Self.recorded(Apps.two)])
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
      #expect(try await settled(Apps.two, ledger) == Self.entry("690"))
      let bridge = try await Apps.report(
        of: Apps.two, in: "2025-04", by: .fiscal, knowing: Apps.appleIDs, ledger)
      #expect(
        bridge.suffix(2) == [
          "Apple's sales files - - - - - - - USD 990 USD 690",
          "Apple's settled files - - - - - - - USD - USD 690",
        ])
    }
  }

  /// The sales files that come later are those of December: a number stays the same.
  @Test(arguments: Kind.allCases)
  func `without sales files the product waits, and a later import books it`(_ kind: Kind)
    async throws
  {
    try await Apps.with(Apps.sales()) { ledger in
      for app in [Apps.one, Apps.two] {
        let told = try await ledger.importAppleFiles(
          ["month.txt": Self.month(kind)], for: app, knowing: Apps.appleIDs)
        #expect(told.dropFirst() == [Self.waiting])
        #expect(try await settled(app, ledger) == [])
      }
      let bridge = try await Apps.report(
        of: Apps.one, in: "2025-04", by: .fiscal, knowing: Apps.appleIDs, ledger)
      #expect(
        bridge.last
          == "settled, not divided among apps: import SALES files and give each app's appAppleId "
          + "- gems - - - - - - - - -")
      let december = DailyFile.text(
        Apps.downloads(on: "12/20/2025") + [
          Apps.gems(in: "one", "1500000001", units: 1, on: "12/20/2025"),
          Apps.gems(in: "two", "1500000002", units: 1, on: "12/20/2025"),
        ])
      #expect(
        try await ledger.importAppleFiles(
          ["day.txt": december], for: Apps.one, knowing: Apps.appleIDs)
          == ["1 file imported, 0 known already", Self.recorded(Apps.one)])
      #expect(
        try await ledger.importAppleFiles([:], for: Apps.two, knowing: Apps.appleIDs)
          == [Self.nothingKnown, Self.recorded(Apps.two)])
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
      #expect(try await settled(Apps.two, ledger) == Self.entry("690"))
    }
  }

  /// The row of app two is of a number that no sales file names. The gems of app one have another number.
  @Test func `a number of another app's product is not settled`() async throws {
    try await Apps.with(Apps.sales()) { ledger in
      let day = DailyFile.text(Apps.downloads() + Apps.gems.prefix(1))
      let files = ["day.txt": day, "month.txt": Self.month(.summary)]
      let told = try await ledger.importAppleFiles(
        files, for: Apps.one, knowing: Apps.appleIDs)
      #expect(told == ["2 files imported, 0 known already", Self.recorded(Apps.one)])
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
      #expect(
        try await ledger.importAppleFiles([:], for: Apps.two, knowing: Apps.appleIDs)
          == [Self.nothingKnown, Self.waiting])
    }
  }

  /// While only app one has gems, its row is settled by the product id. The newer file has a row of app two.
  @Test func `what was booked stays until a file divides it`() async throws {
    let (one, two) = (SettledFile(Self.row("1.38", "1500000001")), Self.month(.summary))
    try await Apps.with([Apps.gems("1", of: Apps.one), Apps.gems("2", of: Apps.one)]) { ledger in
      try await ledger.importAppleFiles(["month.txt": one.summary], for: Apps.one)
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
      try await ledger.record([Apps.gems("3", of: Apps.two)])
      try await ledger.project()
      #expect(
        try await ledger.importAppleFiles(["newer.txt": two], for: Apps.one)
          == ["1 file imported, 0 known already", Self.waiting])
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
    }
  }

  /// App three is none of the ledger.
  @Test func `an app that the ledger does not know is not settled`() async throws {
    let file = SettledFile(Self.row("1.38", "1500000001"), Self.row("5.00", "1500000003")).summary
    try await Apps.with([Apps.gems("1", of: Apps.one), Apps.gems("2", of: Apps.one)]) { ledger in
      let told = try await ledger.importAppleFiles(["month.txt": file], for: Apps.one)
      #expect(told == ["1 file imported, 0 known already", Self.waiting])
      let day = DailyFile.text(
        Apps.downloads() + [
          Apps.gems[0], Apps.gems(in: "three", "1500000003", units: 5),
        ])
      #expect(
        try await ledger.importAppleFiles(
          ["day.txt": day], for: Apps.one, knowing: Apps.appleIDs)
          == ["1 file imported, 0 known already", Self.recorded(Apps.one)])
      #expect(try await settled(Apps.one, ledger) == Self.entry("1380"))
    }
  }
}
