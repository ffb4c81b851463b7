import AppStoreSimulator
import Testing

struct TruthPaidServiceTests {
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")
  /// The longest gap that keeps the count: sixty days, and an hour for summer time.
  private let gap = Int64(60).days + Int64(1).hours

  @Test(arguments: [
    (-Int64.second, CustomerTruth.PaidService.State.paused, Int64(31 * 86_400)),
    (0, .paused, 31 * 86_400), (.second, .lapsed, 0),
  ])
  func `paid time is lost a moment after sixty days and an hour without service`(
    offset: Int64, state: CustomerTruth.PaidService.State, seconds: Int64
  ) throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    let service = try #require(chronicle.paidService(at: february + gap + offset))
    #expect(service.state == state)
    #expect(service.seconds == seconds)
    #expect(service.restartsAt?.milliseconds == february + gap)
    #expect(service.paidThrough?.milliseconds == february)
  }

  /// A year from 20 February is refunded on the next day. The return on 10 April is 68 days after the
  /// paid month, and 48 after the refund: it shows itself that the refunded year went on.
  @Test func `a return within a refunded year continues the count`() throws {
    var chronicle = TruthChronicle()
    let (year, back) = (Int64.on("2026-02-20"), Int64.on("2026-04-10"))
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", year, .on("2027-02-20"))
    chronicle.add(year + Int64(1).days, .refunded(transaction: "t2", share: 100_000))
    chronicle.serve("t3", back, .on("2026-05-10"))
    let service = try #require(chronicle.paidService(at: back))
    #expect(service.transactions.map(\.secondsBefore) == [0, 31 * 86_400, 31 * 86_400])
  }

  @Test(arguments: [(-Int64.second, Int64(31 * 86_400)), (0, 31 * 86_400), (.second, 0)])
  func `a return after more than sixty days and an hour begins at zero`(
    offset: Int64, before: Int64
  ) throws {
    var chronicle = TruthChronicle()
    let back = february + gap + offset
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", back, back + Int64(30).days)
    let service = try #require(chronicle.paidService(at: back + 5 * .second))
    #expect(service.state == .accruing)
    #expect(service.seconds == before + 5)
    #expect(service.transactions.map(\.secondsBefore) == [0, before])
    #expect(service.transactions.map(\.paidSeconds) == [31 * 86_400, 5])
    #expect(service.days.first?.transactionId == (before == 0 ? "t2" : "t1"))
  }

  @Test func `before, at and after the beginning and the end of a paid period`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    #expect(chronicle.paidService(at: january - 1) == nil)
    let states = [january, january + 1_999, february - 1, february].map { moment in
      chronicle.paidService(at: moment)
    }
    #expect(states.map { $0?.seconds } == [0, 1, 2_678_399, 2_678_400])
    #expect(states.map { $0?.daysOfPaidService } == [0, 0, 30, 31])
    #expect(states.map { $0?.state.rawValue } == ["accruing", "accruing", "accruing", "paused"])
  }

  @Test func `milliseconds of several periods are added before they are rounded`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, january + 600)
    chronicle.serve("t2", january + 1_000, january + 1_600)
    #expect(chronicle.paidService(at: february)?.seconds == 1)
    #expect(chronicle.paidService(at: february)?.transactions.map(\.paidSeconds) == [0, 0])
  }

  @Test func `a free period counts nothing and bridges the gap`() throws {
    var chronicle = TruthChronicle()
    let free = Int64.on("2026-03-15")
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", free, free + Int64(30).days, price: Money(0, "USD"))
    chronicle.serve("t3", free + Int64(80).days, free + Int64(110).days)
    let service = try #require(chronicle.paidService(at: free + Int64(90).days))
    #expect(service.daysOfPaidService == 31 + 10)
    #expect(service.transactions.map(\.paidDays) == [31, 0, 10])
  }

  @Test func `a long period goes on under a short one and puts the restart off`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, march)
    chronicle.serve("t2", january + Int64(1).days, january + Int64(2).days, chain: "c2")
    chronicle.serve("t3", march + Int64(50).days, march + Int64(80).days)
    let service = try #require(chronicle.paidService(at: march + Int64(51).days))
    #expect(service.daysOfPaidService == 59 + 1)
  }

  @Test func `a family's share neither counts nor keeps what was paid for`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, .on("2027-01-01"), chain: "c2", isShared: true)
    let restart = february + gap
    #expect(chronicle.paidService(at: restart)?.daysOfPaidService == 31)
    #expect(chronicle.paidService(at: restart)?.restartsAt?.milliseconds == restart)
    #expect(chronicle.paidService(at: restart + 1)?.state == .lapsed)
    #expect(chronicle.paidService(at: restart)?.transactions.map(\.transactionId) == ["t1"])
  }

  @Test func `a return with a trial after a restart pauses at zero`() throws {
    var chronicle = TruthChronicle()
    let back = Int64.on("2026-06-01")
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", back, back + Int64(7).days, price: Money(0, "USD"))
    let service = try #require(chronicle.paidService(at: back))
    #expect(service.state == .paused)
    #expect(service.seconds == 0 && service.days == [])
    #expect(service.paidThrough == nil)
    #expect(service.restartsAt?.milliseconds == back + Int64(7).days + gap)
  }

  @Test func `a customer with only a trial or a family's share has never paid`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february, price: Money(0, "USD"))
    chronicle.serve("t2", january, march, chain: "c2", group: "g2", isShared: true)
    let services = chronicle.truth(at: february).paidService
    #expect(services.map(\.subscriptionGroupId) == ["g1"])
    #expect(services.map(\.state) == [.neverPaid])
    #expect(services.map(\.paidThrough) == [nil])
    #expect(services.map(\.restartsAt?.milliseconds) == [february + gap])
    #expect(services.flatMap(\.transactions).map(\.rate?.share) == [nil])
  }

  @Test func `days given by an extension do not count and put the restart off`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.add(january + Int64(3).days, .extended(transaction: "t1", until: march))
    let service = try #require(chronicle.paidService(at: february + Int64(5).days))
    #expect(service.daysOfPaidService == 31)
    #expect(service.state == .paused)
    #expect(service.paidThrough?.milliseconds == february)
    #expect(service.restartsAt?.milliseconds == march + gap)
  }

  @Test func `an upgrade goes on where the old period ends`() throws {
    var chronicle = TruthChronicle()
    let upgrade = Int64.on("2026-01-10T12:00:00")
    chronicle.serve("t1", january, february)
    chronicle.add(upgrade, .replaced(transaction: "t1"))
    chronicle.serve("t2", upgrade, march)
    let service = try #require(chronicle.paidService(at: .on("2026-01-11")))
    #expect(service.transactions.map(\.paidSeconds) == [9 * 86_400 + 43_200, 43_200])
    #expect(service.transactions.map(\.secondsBefore) == [0, 9 * 86_400 + 43_200])
    #expect(
      service.days.suffix(3).map { "\($0.day) \($0.transactionId) \($0.seconds)" }
        == ["2026-01-09 t1 86400", "2026-01-10 t1 43200", "2026-01-10 t2 43200"])
  }

  @Test func `what is paid for twice counts once, for the period begun first`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", january + Int64(10).days, february + Int64(10).days, chain: "c2")
    chronicle.serve("t3", january + Int64(12).days, january + Int64(20).days, chain: "c3")
    let service = try #require(chronicle.paidService(at: march))
    #expect(service.daysOfPaidService == 41)
    #expect(service.transactions.map(\.paidDays) == [31, 10, 0])
  }

  @Test func `a charge inside grace counts from the end of the old period`() throws {
    var chronicle = TruthChronicle()
    let charge = february + Int64(7).days
    chronicle.serve("t1", january, february)
    chronicle.add(february, .graced(chain: "c1", until: february + Int64(16).days))
    chronicle.serve("t2", february, march, chargedAt: charge)
    #expect(chronicle.paidService(at: charge - 1)?.daysOfPaidService == 31)
    let service = try #require(chronicle.paidService(at: charge))
    #expect(service.daysOfPaidService == 31 + 7)
    #expect(service.transactions.map(\.secondsBefore) == [0, 31 * 86_400])
  }

  @Test func `grace and retry that end without a charge add nothing`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.add(february, .graced(chain: "c1", until: february + Int64(16).days))
    chronicle.add(february + Int64(16).days, .retried(chain: "c1"))
    #expect(chronicle.paidService(at: february + Int64(20).days)?.daysOfPaidService == 31)
  }

  @Test func `a renewal charged ahead adds nothing before it begins`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, march, knownAt: february - Int64(20).hours)
    let service = try #require(chronicle.paidService(at: february - Int64(12).hours))
    #expect(service.seconds == 31 * 86_400 - 43_200)
    #expect(service.transactions.map(\.transactionId) == ["t1"])
    #expect(service.paidThrough?.milliseconds == february)
    let renewed = try #require(chronicle.paidService(at: february))
    #expect(renewed.paidThrough?.milliseconds == march)
  }

  @Test func `in hindsight a period ends as it was extended or replaced later`() throws {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, march)
    let (early, gift) = (february + Int64(1).days, february + Int64(2).days)
    chronicle.add(gift, .extended(transaction: "t2", until: march + Int64(90).days))
    chronicle.add(gift + 1, .replaced(transaction: "t2"))
    chronicle.add(gift + 2, .refunded(transaction: "t1", share: 100_000))
    let ends = [early, gift, gift + 1].map { hindsight in
      chronicle.truth(at: early, inHindsightOf: hindsight).paidService[0]
    }
    #expect(ends.map(\.paidThrough?.milliseconds) == [march, march, gift + 1])
    #expect(
      ends.map(\.restartsAt?.milliseconds)
        == [march + gap, march + Int64(90).days + gap, gift + 1 + gap])
    let late = chronicle.truth(at: early, inHindsightOf: .on("2027-01-01")).paidService[0]
    #expect(late.seconds == 32 * 86_400)
  }

  @Test func `groups are counted apart`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", january + Int64(1).days, february, chain: "c2", group: "g2")
    let services = chronicle.truth(at: march).paidService
    #expect(services.map(\.subscriptionGroupId) == ["g1", "g2"])
    #expect(services.map(\.daysOfPaidService) == [31, 30])
  }

  @Test(arguments: [
    (-Int64.second, "0.30", CustomerTruth.PaidService.Rate.Reason.firstYear),
    (0, "0.15", .afterAYear), (.second, "0.15", .afterAYear),
  ])
  func `a charge after a year of paid service costs half`(
    offset: Int64, share: String, reason: CustomerTruth.PaidService.Rate.Reason
  ) throws {
    var chronicle = TruthChronicle()
    let renewal = january + Int64(365).days - Int64(12).hours + offset
    chronicle.serve("t1", january, renewal)
    chronicle.serve("t2", renewal, renewal + Int64(30).days)
    let service = try #require(chronicle.paidService(at: renewal))
    #expect(service.transactions.map(\.rate?.share) == ["0.30", share])
    #expect(service.transactions.map(\.rate?.reason) == [.firstYear, reason])
  }
}
