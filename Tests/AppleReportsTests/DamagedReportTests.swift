import AppleReports
import Testing

struct DamagedReportTests {
  private static let reports = [
    ReportBuilder.sales.with([:], ["Units": "-2"]), .subscription.with([:]),
    .subscriptionEvent.with([:]), .subscriber.with([:]),
    .financial.with([:]).ending("Total_Rows\t1", "Total_Amount\t7.00"),
    .financeDetail.with([:]).ending(
      "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share",
      "US\tUSD\t1\t7.00"),
  ]

  /// Damage that a transfer, a spreadsheet or a hand can do: bytes replaced, cut out and repeated.
  @Test(arguments: 0..<12)
  func `a damaged file is read or refused, and nothing else`(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let whole = Self.reports[seed % 6].bytes
    let file = seed < 6 ? whole : Gzip.member(whole)
    var refused = 0
    for _ in 0..<1_000 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        let end = min(damaged.count, place + Int.random(in: 1...30, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged[place] = Array("\t\n9,-./ ".utf8).randomElement(using: &random) ?? 0
        case 2: damaged.removeSubrange(place..<end)
        default: damaged.insert(contentsOf: damaged[place..<end], at: place)
        }
        if damaged.isEmpty { damaged = file }
      }
      do {
        _ = try AppleReport(reading: damaged, sizeMax: 1 << 20)
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 100)
  }
}

/// A generator whose numbers are the same for a seed on every machine.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
