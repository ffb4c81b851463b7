import AppStore
import Testing

/// The forms of a single value in Apple's older documents.
struct LegacyFieldTests {
  @Test(arguments: [
    (#""true""#, true), (#""1""#, true), ("true", true), ("1", true), (#""false""#, false),
    (#""0""#, false), ("false", false), ("0", false),
  ])
  func `a flag is read in four forms`(json: String, flag: Bool) throws {
    #expect(try LegacyBody.entry(with: #""is_trial_period":\#(json)"#)?.isTrial == flag)
  }

  @Test(arguments: [#""""#, "null"])
  func `an empty value counts as absent`(json: String) throws {
    let names = [
      "is_trial_period", "cancellation_date", "cancellation_date_ms", "cancellation_reason",
      "original_transaction_id", "offer_code_ref_name",
    ]
    let members = names.map { #""\#($0)":\#(json)"# }.joined(separator: ",")
    let entry = try #require(try LegacyBody.entry(with: members))
    #expect(entry.isTrial == nil && entry.cancellationDate == nil)
    #expect(entry.cancellationReason == nil && entry.originalTransactionID == nil)
    #expect(entry.offerCodeRefName == nil)
  }

  @Test(arguments: [
    (#""320000608927590""#, "320000608927590"), ("320000608927590", "320000608927590"),
    ("9007199254740993", "9007199254740993"), ("18446744073709551615", "18446744073709551615"),
    (#""a.b-7""#, "a.b-7"),
  ])
  func `an identifier keeps all its digits`(json: String, id: String) throws {
    let entry = try LegacyBody.entry(with: #""original_transaction_id":\#(json)"#)
    #expect(entry?.originalTransactionID == id)
  }

  @Test(arguments: [
    ("original_transaction_id", "1.0"), ("original_transaction_id", "3.2e14"),
    ("original_transaction_id", "-7"), ("original_transaction_id", "18446744073709551616"),
    ("original_transaction_id", "true"), ("original_transaction_id", "[]"),
    ("original_transaction_id", #""a\u0000b""#), ("cancellation_reason", #""1.0""#),
    ("cancellation_reason", "2147483648"), ("cancellation_reason", #""other""#),
    ("is_trial_period", #""TRUE""#), ("is_trial_period", "2"), ("is_trial_period", "{}"),
    ("expires_date_ms", "1.5"), ("expires_date_ms", #""9223372036854775808""#),
    ("expires_date_ms", #""253402300800000""#), ("expires_date_ms", #""2021-08-01""#),
    ("expires_date", #""2021-02-29 00:00:00 Etc/GMT""#), ("expires_date", #""soon""#),
    ("expires_date_pst", #""2021-08-01 00:00:00 Europe/Berlin""#),
    ("quantity", #""0""#), ("quantity", "-1"),
    ("cancellation_date", #""2021-08-01 24:00:00 Etc/GMT""#),
  ])
  func `an unreadable value is reported with its field, never with its content`(
    name: String, json: String
  ) {
    let error = #expect(throws: LegacyDocumentError.self) {
      try LegacyBody.entry(with: #""\#(name)":\#(json)"#)
    }
    let field = "unified_receipt.latest_receipt_info[0].\(name)"
    #expect(error == .unreadable(field: field))
    #expect(error?.description == "\(field) cannot be read")
  }

  @Test func `a text has at most 1,024 bytes`() throws {
    let longest = String(repeating: "x", count: 1_024)
    let entry = try LegacyBody.entry(with: #""offer_code_ref_name":"\#(longest)""#)
    #expect(entry?.offerCodeRefName == longest)
    #expect(throws: LegacyDocumentError.self) {
      try LegacyBody.entry(with: #""offer_code_ref_name":"\#(longest)x""#)
    }
  }

  @Test(arguments: ["product_id", "transaction_id", "purchase_date"])
  func `an entry has a product, an identifier and a date`(name: String) {
    let fields = ["product_id": "p", "transaction_id": "7", "purchase_date": "1000"]
    let members = fields.filter { $0.key != name }.map { #""\#($0.key)":"\#($0.value)""# }
    let body = LegacyBody.unified("{\(members.joined(separator: ","))}")
    #expect(
      LegacyBody.error(of: body)
        == .missing(field: "unified_receipt.latest_receipt_info[0].\(name)"))
  }
}
