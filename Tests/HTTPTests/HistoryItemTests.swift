import HTTP
import Ledger
import TestSupport
import Testing

struct HistoryItemTests {
  @Test func `a settlement is told with its month, file and sums`() throws {
    let file = Digest(of: Array("file".utf8))
    let settlement = SettledMonth(
      days: try #require(FiscalMonth("2025-04")).days, file: file,
      amounts: [
        SettledMonth.Place("com.example.month", in: "DEU", "EUR"): 5_876,
        SettledMonth.Place("com.example.month", in: "FRA", "EUR"): -6_000,
        SettledMonth.Place("com.example.month", in: "TUR", "USD"): 7_000,
      ])
    let moment = Instant(day: "2025-03-05")
    let item = HistoryItem(
      RecordedEvent(
        id: EventID(lane: 0, position: 1), recordedAt: moment,
        event: .shared(
          .settlementRecorded(
            SettlementRecorded(
              bundleID: TestLedger.bundleID, settlement: settlement, recordedAt: moment))),
        evidence: nil))
    #expect(item.type == "settlement.recorded")
    #expect(
      item.data == [
        "app": "com.example.game", "firstDay": "2024-12-29", "lastDay": "2025-02-01",
        "file": file.hexadecimal, "milliunits": "-124 EUR, 7000 USD",
      ])
  }

  @Test func `events and their data are called by the words of the rest of the API`() throws {
    let names = EventType.allCases.map(\.apiName)
    #expect(Set(names).count == names.count)
    #expect(names.filter { $0.contains("programme") || $0.contains("catalogue") } == [])
    let moment = Instant(day: "2026-01-01")
    func item(_ event: LedgerEvent) -> HistoryItem {
      HistoryItem(
        RecordedEvent(
          id: EventID(lane: 0, position: 1), recordedAt: moment, event: event, evidence: nil))
    }
    let catalog = try Catalog([CatalogProduct("gems", type: .consumable)])
    let published = item(
      .shared(
        .catalogPublished(
          CatalogPublished(
            bundleID: TestLedger.bundleID, catalog: catalog, validFrom: moment, publishedAt: moment)
        )))
    #expect(published.type == "catalog.published")
    let made = item(
      .chain(
        .grantMade(
          GrantMade(
            chain: ChainID(.production, "1000"), account: nil, transactionID: "1001",
            productID: "gems", coin: "gem",
            quantity: 1, amount: 100, duringTrial: false, catalog: 3, decidedAt: moment))))
    #expect(made.data?["catalog"] == "3")
  }
}
