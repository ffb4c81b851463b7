import Foundation
import Ledger
import TestSupport
import Testing

@testable import Intake
@testable import Outbox

/// The JSON in the tables of the outbox, sealed or not, which is read and written as ever.
struct StoredJSONTests {
  @Test(arguments: [
    (
      LinkCommand(account: "anna", originalTransactionID: "1000"),
      #"{"account":"anna","originalTransactionID":"1000"}"#
    )
  ])
  func `of a link`(command: LinkCommand, json: String) throws {
    try expect(command, json)
  }

  @Test(arguments: [
    (
      TransactionPost(
        account: "anna", signedTransactions: ["a.b.c"], app: "com.example.game",
        environment: .production),
      #"{"account":"anna","app":"com.example.game","environment":"Production","#
        + #""signedTransaction":"a.b.c"}"#
    ),
    (
      TransactionPost(account: nil, signedTransactions: ["a.b.c"]),
      #"{"signedTransaction":"a.b.c"}"#
    ),
    (
      TransactionPost(
        account: nil, signedTransactions: ["a.b.c"],
        reach: KeyReach(apps: ["com.example.b", "com.example.a"], environments: [.sandbox])),
      #"{"reach":{"apps":["com.example.a","com.example.b"],"environments":["Sandbox"]},"#
        + #""signedTransaction":"a.b.c"}"#
    ),
  ])
  func `of a posted item`(post: TransactionPost, json: String) throws {
    try expect(PostedItem(0, of: post), json)
  }

  @Test(arguments: [
    (
      Submission.Item(
        index: 2, transactionID: "2000", productID: "com.example.month", environment: .sandbox,
        chain: ChainID(.sandbox, "1000"), state: .settled, reason: "cooling_down",
        duplicate: true),
      #"{"chain":{"bundleID":"com.example.game","environment":"Sandbox","#
        + #""originalTransactionID":"1000"},"duplicate":true,"#
        + #""environment":"Sandbox","index":2,"productID":"com.example.month","#
        + #""reason":"cooling_down","state":"settled","transactionID":"2000"}"#
    ),
    (
      Submission.Item(
        index: 0, account: "bert", state: .settled, movedFrom: "anna", duplicate: false),
      #"{"account":"bert","duplicate":false,"index":0,"movedFrom":"anna","state":"settled"}"#
    ),
    (
      Submission.Item(index: 0, state: .pending, duplicate: false),
      #"{"duplicate":false,"index":0,"state":"pending"}"#
    ),
  ])
  func `of what became of an item`(item: Submission.Item, json: String) throws {
    try expect(item, json)
  }

  private func expect<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Value.self, from: Data(json.utf8)) == value)
  }
}
