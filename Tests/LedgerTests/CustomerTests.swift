import Ledger
import TestSupport
import Testing

/// The chains that are counted together as those of one customer.
struct CustomerTests {
  /// Returns a chain with a month, and with its links to others.
  private static func chain(
    _ id: OriginalTransactionID, customer: AppTransactionID? = nil,
    previous: OriginalTransactionID? = nil, in app: BundleID = TestLedger.bundleID,
    trust: Trust = .signed
  ) -> ChainState {
    var given = Given(chain: ChainID(app, .production, id))
    given.bought(
      TransactionID(id.rawValue), from: 0, to: 31, customer: customer, previous: previous,
      trust: trust)
    return given.state
  }

  /// Returns the chains of each customer, by the customer's name.
  private static func customers(_ chains: [ChainState]) -> [String: [String]] {
    Dictionary(
      Customer.grouping(chains.shuffled()).map { customer, chains in
        (customer.name, chains.map(\.chain.originalTransactionID.rawValue))
      }, uniquingKeysWith: +)
  }

  @Test func `chains with one name are one customer, and others are apart`() {
    let customers = Self.customers([
      Self.chain("1", customer: "a"), Self.chain("2", customer: "a"),
      Self.chain("3", customer: "b"), Self.chain("4"),
    ])
    #expect(customers == ["a": ["1", "2"], "b": ["3"], "4": ["4"]])
  }

  @Test func `a chain and the one that it replaced are one customer without a name`() {
    #expect(
      Self.customers([Self.chain("1"), Self.chain("2", previous: "1")]) == ["1": ["1", "2"]])
  }

  @Test(arguments: [(nil, "a"), ("a", nil), ("a", "a")] as [(String?, String?)])
  func `a name in either chain names the customer`(first: String?, second: String?) {
    let chains = [
      Self.chain("1", customer: first.map { AppTransactionID($0) }),
      Self.chain("2", customer: second.map { AppTransactionID($0) }, previous: "1"),
    ]
    #expect(Self.customers(chains) == ["a": ["1", "2"]])
  }

  /// 2 replaced 1, 3 has the name of 2, and 5 replaced a chain that is not known, as 4 did.
  @Test func `links are followed over any number of steps`() {
    let customers = Self.customers([
      Self.chain("1"), Self.chain("2", customer: "a", previous: "1"),
      Self.chain("3", customer: "a"), Self.chain("4", previous: "9"),
      Self.chain("5", previous: "9"),
    ])
    #expect(customers == ["a": ["1", "2", "3"], "4": ["4", "5"]])
  }

  @Test func `the same number in another app, or told by a shared secret alone, links nothing`() {
    let customers = Self.customers([
      Self.chain("1"), Self.chain("2", previous: "1", in: "com.example.other"),
      Self.chain("3", previous: "1", trust: .sharedSecret),
    ])
    #expect(customers == ["1": ["1"], "2": ["2"], "3": ["3"]])
  }

  /// A year in one chain, and a month in the chain to which it was moved. Apple tells of the move at once, or
  /// with a later copy of the month.
  @Test(arguments: [true, false])
  func `a moved chain keeps its year, and its month has the reduced rate`(isToldAtOnce: Bool) {
    var first = Given()
    first.bought("1", from: 0, to: 365)
    var second = Given(chain: ChainID(.production, "2000"), position: 10)
    second.bought("2", from: 365, to: 396, previous: isToldAtOnce ? "1000" : nil)
    second.bought("2", from: 365, to: 396, previous: "1000", said: 366)
    var book = CommissionBook()
    for event in first.events + second.events { book.record(event) }
    #expect(
      book.lines.map(\.rate?.thousandths) == (isToldAtOnce ? [300, 150] : [300, 300, 150]))
  }
}
