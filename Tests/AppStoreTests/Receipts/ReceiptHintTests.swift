import AppStore
import TestSupport
import Testing

struct ReceiptHintTests {
  @Test(arguments: [
    ("Production", ServerAPIEnvironment.production), ("Sandbox", .sandbox),
    ("ProductionSandbox", .sandbox), ("Xcode", nil), ("", nil),
  ])
  func `names a transaction, and where it was bought`(
    name: String, environment: ServerAPIEnvironment?
  ) throws {
    var receipt = UnsignedAppReceipt("2000000123456789")
    receipt.environment = name
    let hint = try ReceiptHint(receipt.contents)
    #expect(hint.transactionID == "2000000123456789")
    #expect(hint.environment == environment)
  }

  @Test func `is read without a length ahead`() throws {
    var receipt = UnsignedAppReceipt("42")
    receipt.tellsLengths = false
    #expect(try ReceiptHint(receipt.contents).transactionID == "42")
  }

  @Test(
    arguments: [
      ([[1705: "7"]], "7"),
      ([[1703: "", 1705: "7"]], "7"),
      ([[1702: "com.example.game.gems.100"], [1703: "42", 1705: "7"]], "42"),
    ] as [([[Int: String]], String)])
  func `takes the first that any purchase names`(purchases: [[Int: String]], id: String) throws {
    #expect(try ReceiptHint(UnsignedAppReceipt(purchases: purchases).contents).transactionID == id)
  }

  @Test(arguments: [[], [[1702: "com.example.game.gems.100"]]] as [[[Int: String]]])
  func `is none where no purchase is named`(purchases: [[Int: String]]) {
    #expect(throws: ReceiptHint.Missing.noTransaction) {
      try ReceiptHint(UnsignedAppReceipt(purchases: purchases).contents)
    }
  }

  @Test func `comes from the text of iOS 6`() throws {
    let hint = try ReceiptHint(Array(TransactionReceipt("42").text.utf8))
    #expect(hint.transactionID == "42" && hint.environment == nil)
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 0x80], [0x30, 0x03, 0x02, 0x01, 0x05], Array("{}".utf8),
      Array(#"{ "purchase-info" = "e30="; }"#.utf8), Array("{ purchase".utf8),
    ] as [[UInt8]])
  func `is not read out of anything else`(contents: [UInt8]) {
    #expect(throws: ReceiptHint.Missing.unreadable) { try ReceiptHint(contents) }
  }

  @Test func `is unreadable wherever a receipt was cut off`() {
    let whole = UnsignedAppReceipt("42").contents
    for length in 0..<whole.count {
      #expect(throws: ReceiptHint.Missing.unreadable) { try ReceiptHint(Array(whole[..<length])) }
    }
  }
}
