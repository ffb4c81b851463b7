import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The bridge of an app with a product id that another app has too, with figures worked out by hand: Apple pays
/// 0.69 USD for a pack of gems of 0.99 USD, and the ledger expects 0.693.
struct DividedBridgeTests {
  private typealias Apps = TwoAppsOfOneProduct

  /// The bridges of both apps where each has its own rows of Apple's file.
  private static let divided = [
    Apps.one: [
      "the ledger - - - - - - - USD 1980 USD 1386",
      "estimated tax 2025-01-10 gems USA sale - - - USD 0 USD -6",
      "Apple's sales files - - - - - - - USD 1980 USD 1380",
    ],
    Apps.two: [
      "the ledger - - - - - - - USD 990 USD 693",
      "estimated tax 2025-01-10 gems USA sale - - - USD 0 USD -3",
      "Apple's sales files - - - - - - - USD 990 USD 690",
    ],
  ]

  private func expectDivided(
    _ ledger: TestLedger, knowing appleIDs: [BundleID: Int64] = [:]
  ) async throws {
    for (app, bridge) in Self.divided {
      let found = try await Apps.report(of: app, knowing: appleIDs, ledger)
      #expect(found == bridge)
    }
  }

  @Test func `each app has its rows by the number of the app`() async throws {
    try await Apps.with(Apps.sales()) { ledger in
      let file = DailyFile.text(Apps.downloads() + Apps.gems)
      try await ledger.importAppleFiles(["day.txt": file], for: nil)
      try await expectDivided(ledger, knowing: Apps.appleIDs)
    }
  }

  @Test func `a file of another day tells the SKU of an app`() async throws {
    try await Apps.with(Apps.sales()) { ledger in
      try await ledger.importAppleFiles(
        [
          "day.txt": DailyFile.text(Apps.gems),
          "later.txt": DailyFile.text(Apps.downloads(on: "12/20/2025")),
        ], for: nil)
      try await expectDivided(ledger, knowing: Apps.appleIDs)
    }
  }

  @Test func `published prices tell the SKU of an app`() async throws {
    let published = [(Apps.one, "one"), (Apps.two, "two")].map { app, sku in
      LedgerEvent.shared(
        .pricesPublished(
          PricesPublished(
            bundleID: app, sku: sku, rows: [], author: "ada",
            publishedAt: Instant(day: "2025-01-01"))))
    }
    try await Apps.with(Apps.sales() + published) { ledger in
      try await ledger.importAppleFiles(["day.txt": DailyFile.text(Apps.gems)], for: nil)
      try await expectDivided(ledger)
    }
  }

  /// Each app has sold something of its own on 2025-01-10 too, for 0.99 USD.
  @Test func `a product of one app tells its SKU`() async throws {
    let events = try [
      Apps.gems("4", of: Apps.one, product: "sword"), Apps.gems("5", of: Apps.two, product: "bow"),
    ]
    let rows = [
      Apps.gems(in: "one", "1500000003", units: 1, product: "sword"),
      Apps.gems(in: "two", "1500000004", units: 1, product: "bow"),
    ]
    try await Apps.with(Apps.sales() + events) { ledger in
      try await ledger.importAppleFiles(["day.txt": DailyFile.text(Apps.gems + rows)], for: nil)
      #expect(
        try await Apps.report(of: Apps.one, ledger) == [
          "the ledger - - - - - - - USD 2970 USD 2079",
          "estimated tax 2025-01-10 gems USA sale - - - USD 0 USD -6",
          "estimated tax 2025-01-10 sword USA sale - - - USD 0 USD -3",
          "Apple's sales files - - - - - - - USD 2970 USD 2070",
        ])
      #expect(
        try await Apps.report(of: Apps.two, ledger).last
          == "Apple's sales files - - - - - - - USD 1980 USD 1380")
    }
  }

  @Test func `rows that nothing assigns are counted for no app and named`() async throws {
    try await Apps.with(Apps.sales()) { ledger in
      try await ledger.importAppleFiles(["day.txt": DailyFile.text(Apps.gems)], for: nil)
      #expect(
        try await Apps.report(of: Apps.one, ledger) == [
          "the ledger - - - - - - - USD 1980 USD 1386",
          "\(Apps.undivided) 2025-01-10 gems USA sale - - - USD -1980 USD -1386",
          "Apple's sales files - - - - - - - USD 0 USD 0",
        ])
      #expect(
        try await Apps.report(of: Apps.two, ledger) == [
          "the ledger - - - - - - - USD 990 USD 693",
          "\(Apps.undivided) 2025-01-10 gems USA sale - - - USD -990 USD -693",
          "Apple's sales files - - - - - - - USD 0 USD 0",
        ])
    }
  }

  /// App one is known by its number: each other row is another app's. Nothing is known of app two.
  @Test func `a number that is known of one app divides the rows for this app alone`() async throws
  {
    try await Apps.with(Apps.sales()) { ledger in
      let file = DailyFile.text(Apps.downloads() + Apps.gems)
      try await ledger.importAppleFiles(["day.txt": file], for: nil)
      let known = Apps.appleIDs.filter { $0.key == Apps.one }
      #expect(
        try await Apps.report(of: Apps.one, knowing: known, ledger) == Self.divided[Apps.one])
      #expect(
        try await Apps.report(of: Apps.two, knowing: known, ledger) == [
          "the ledger - - - - - - - USD 990 USD 693",
          "\(Apps.undivided) 2025-01-10 gems USA sale - - - USD -990 USD -693",
          "Apple's sales files - - - - - - - USD 0 USD 0",
        ])
    }
  }

  @Test func `rows of which the ledger has no sale are named too`() async throws {
    try await Apps.with(Apps.sales()) { ledger in
      let rows = [
        Apps.gems(in: "one", "1500000001", units: 2, on: "02/10/2025"),
        Apps.gems(in: "two", "1500000002", units: 1, on: "02/10/2025"),
      ]
      try await ledger.importAppleFiles(["day.txt": DailyFile.text(rows)], for: nil)
      #expect(
        try await Apps.report(of: Apps.one, in: "2025-02", ledger)
          == ["\(Apps.undivided) 2025-02-10 gems USA sale - - - USD 0 USD 0"])
    }
  }

  /// App three is none of the ledger and sells five packs of gems.
  @Test func `an app that the ledger does not know has its own rows`() async throws {
    let three = Apps.gems(in: "three", "1500000003", units: 5)
    let own = Apps.gems(in: "one", "1500000001", units: 2)
    try await Apps.with([Apps.gems("1", of: Apps.one), Apps.gems("2", of: Apps.one)]) { ledger in
      let file = DailyFile.text(Apps.downloads() + [own, three])
      try await ledger.importAppleFiles(["day.txt": file], for: nil)
      #expect(
        try await Apps.report(of: Apps.one, knowing: Apps.appleIDs, ledger)
          == Self.divided[Apps.one])
      // Without the number of the app, either SKU may be its own.
      #expect(
        try await Apps.report(of: Apps.one, ledger) == [
          "the ledger - - - - - - - USD 1980 USD 1386",
          "\(Apps.undivided) 2025-01-10 gems USA sale - - - USD -1980 USD -1386",
          "Apple's sales files - - - - - - - USD 0 USD 0",
        ])
    }
  }

  /// The file has no number that the ledger knows, and one SKU.
  @Test func `one app alone has its rows by the product id`() async throws {
    try await Apps.with([Apps.gems("1", of: Apps.one), Apps.gems("2", of: Apps.one)]) { ledger in
      let own = Apps.gems(in: "one", "1500000001", units: 2)
      try await ledger.importAppleFiles(["day.txt": DailyFile.text([own])], for: nil)
      #expect(try await Apps.report(of: Apps.one, ledger) == Self.divided[Apps.one])
    }
  }
}
