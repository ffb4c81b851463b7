import Ledger
import Testing

@testable import Server

struct TermsFileTests {
  private func parse(_ text: String) throws -> TermsFile {
    try TermsFile.parse(Array(text.utf8), path: "terms.json")
  }

  @Test func `rows stand beside the standard ones, and numbers have their defaults`() throws {
    let file = try parse(
      """
      {"terms": [{"name": "China", "storefronts": ["TWN", "CHN"], "afterAYear": true,
        "productType": "Auto-Renewable Subscription", "program": "small-business",
        "from": "2026-03-01", "until": "2027-03-01T12:00:00Z", "rate": "0.125"}],
       "gapSecondsMax": 300}
      """)
    let row = CommissionTerm(
      "China", storefronts: ["CHN", "TWN"], productType: .autoRenewable,
      program: Program.smallBusiness, isAfterAYear: true,
      validFrom: Instant("2026-03-01T00:00:00Z"), validUntil: Instant("2027-03-01T12:00:00Z"),
      thousandths: 125)
    #expect(file.terms == CommissionTerms.standard.adding([row]))
    #expect(file.settings == TenureSettings(gapMax: .seconds(300)))
    let nothing = try parse("{}")
    #expect(nothing.terms == .standard)
    #expect(nothing.settings == .apple)
  }

  @Test(arguments: [("0.3", 300), ("0.30", 300), ("0.300", 300), ("0.0", 0), ("0.005", 5)])
  func `a rate is read as it is written`(text: String, thousandths: Int) throws {
    let file = try parse(#"{"terms":[{"name":"a","rate":"\#(text)"}]}"#)
    #expect(file.terms.rows.last?.thousandths == thousandths)
  }

  @Test(arguments: [
    ("{\n\"terms\":[{\"name\":\"a\",\n\"rate\":0.3}]}", ":3: `rate` must be a fraction in quot"),
    ("{\"terms\":[{\"name\":\"a\",\"rate\":\"30 %\"}]}", ":1: `rate` must be a fraction"),
    ("{\"terms\":[{\"name\":\"a\",\"rate\":\"0.1234\"}]}", ":1: `rate` must be a fraction"),
    ("{\"terms\":[{\"name\":\"a\",\"rate\":\"1.5\"}]}", ":1: `rate` must be a fraction"),
    ("{\"terms\":[{\"name\":\"a\",\"rate\":\"0.٣\"}]}", ":1: `rate` must be a fraction"),
    ("{\"terms\":[{\"name\":\"a\"}]}", ":1: `rate` is missing"),
    ("{\"terms\":[{\"rate\":\"0.3\"}]}", ":1: `name` is missing"),
    ("{\"terms\":[{\"name\":\"\",\"rate\":\"0.3\"}]}", ":1: `name` must have 1 to 255 bytes"),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\n\"untill\":\"2026-01-01\"}]}",
      ":2: `untill` is no field of a row of terms; there are name, storefronts"
    ),
    ("{\n\"yearOfService\":1}", ":2: `yearOfService` is no field of a file of terms; there are"),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"from\":\"2026-02-01\",\n\"until\":\"2026-02-01\"}]}",
      ":2: `until` must be later than `from`"
    ),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"from\":\"spring\"}]}",
      ":1: `from` must be a day as 2026-01-31"
    ),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"storefronts\":[\"cn\"]}]}",
      ":1: `storefronts` must list codes of three letters as CHN"
    ),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"storefronts\":[]}]}", ":1: `storefronts` must"
    ),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"productType\":\"Subscription\"}]}",
      ":1: `productType` must be one of Auto-Renewable Subscription"
    ),
    (
      "{\"terms\":[{\"name\":\"a\",\"rate\":\"0.3\",\"afterAYear\":1}]}",
      ":1: `afterAYear` must be true or false"
    ),
    ("{\"yearOfServiceSeconds\":0}", ":1: `yearOfServiceSeconds` must be a number of seconds from"),
    ("{\"gapSecondsMax\":1.5}", ":1: `gapSecondsMax` must be a number of seconds from 1"),
    ("[]", ": this must be an object"),
  ])
  func `an error is reported by line, field and remedy`(text: String, problem: String) {
    let error = #expect(throws: SettingsError.self) { try parse(text) }
    #expect("\(error!)".hasPrefix("terms.json\(problem)"), "\(error!)")
  }
}
