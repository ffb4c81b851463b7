import HTTPTypes
import Testing

@testable import HTTP

/// The checker that all answers go through finds what is wrong.
struct SchemaCheckerTests {
  private static let parts = #""bought":50,"earned":20,"debt":0"#
  private static let place = #""environment":"Production""#
  private static let balance = #"\#(place),"coin":"gem","balance":70,"reserved":0,\#(parts)"#

  @Test(arguments: [
    ("{\(balance)}", 0), ("{\(balance),\"extra\":1}", 1),
    (#"{\#(place),"coin":"gem","balance":70,\#(parts)}"#, 1),
    (#"{\#(place),"coin":"gem","balance":70.5,"reserved":0,\#(parts)}"#, 1),
    (#"{\#(place),"coin":null,"balance":70,"reserved":0,\#(parts)}"#, 1), ("[]", 1),
  ])
  func `a value of another shape is a fault`(text: String, count: Int) throws {
    let schema = Shape.named(WalletDescription.balance).schema()
    #expect(SchemaChecker.served.faults(try ParsedJSON(text), schema).count == count, "\(text)")
  }

  @Test(arguments: [
    ("2026-05-15T00:00:00.000Z", true), ("2026-05-15T00:00:00Z", false), ("today", false),
  ])
  func `a time has milliseconds`(text: String, isTime: Bool) throws {
    let faults = SchemaChecker.served.faults(.text(text), Shape.moment().schema())
    #expect(faults.isEmpty == isTime)
  }

  @Test func `what may be null is another value, or null`() throws {
    let shape = Shape.named(WalletDescription.balance).orNull.schema()
    #expect(SchemaChecker.served.faults(.null, shape) == [])
    #expect(SchemaChecker.served.faults(.integer(1), shape) != [])
    let word = Shape.environment.orNull.schema()
    #expect(SchemaChecker.served.faults(.null, word) == [])
    #expect(SchemaChecker.served.faults(.text("Moon"), word) != [])
    #expect(SchemaChecker.served.faults(.null, Shape.environment.schema()) != [])
  }

  @Test func `an answer that is not described is found`() {
    let fine = Answer(
      status: 200, headers: [.contentType: "application/json"],
      body: #"{"rules":1,"schema":1,"status":"ok","version":"1"}"#)
    #expect(DescribedExchange(.get, "/healthz", fine).faults == [])
    let more = Answer(
      status: 200, headers: [.contentType: "application/json"],
      body: #"{"rules":1,"schema":1,"status":"ok","version":"1","more":1}"#)
    #expect(DescribedExchange(.get, "/healthz", more).faults.count == 1)
    let other = Answer(status: 201, headers: fine.headers, body: fine.body)
    #expect(DescribedExchange(.get, "/healthz", other).faults.count == 1)
  }
}
