import AppStore
import Testing

struct LegacyDateTests {
  private func date(_ members: String) throws -> Timestamp? {
    try LegacyBody.entry(with: members)?.expiresDate
  }

  @Test(
    arguments: [
      (#""expires_date_ms":"1375340400000""#, 1_375_340_400_000),
      (#""expires_date_ms":1375340400123"#, 1_375_340_400_123),
      (#""expires_date_ms":"-1000""#, -1_000),
      (#""expires_date":"1375340400000""#, 1_375_340_400_000),
      (#""expires_date":1375340400000"#, 1_375_340_400_000),
      (#""expires_date":"2013-08-01 07:00:00 Etc/GMT""#, 1_375_340_400_000),
      (#""expires_date":"2013-08-01T07:00:00Z""#, 1_375_340_400_000),
      (#""expires_date":"2013-08-01T07:00:00.5Z""#, 1_375_340_400_500),
      (#""expires_date":"2013-08-01T09:30:00+02:30""#, 1_375_340_400_000),
      (#""expires_date":"2013-08-01T06:00:00-0100""#, 1_375_340_400_000),
      (#""expires_date_pst":"2013-08-01 00:00:00 America/Los_Angeles""#, 1_375_340_400_000),
      (#""expires_date_formatted":"2013-08-01 07:00:00 Etc/GMT""#, 1_375_340_400_000),
      (#""expires_date":"2000-02-29 00:00:00 Etc/GMT""#, 951_782_400_000),
      (#""expires_date":"1970-01-01 00:00:00 Etc/GMT""#, 0),
      (#""expires_date":"0000-01-01T00:00:00Z""#, -62_167_219_200_000),
      (#""expires_date":"9999-12-31T23:59:59.999Z""#, 253_402_300_799_999),
    ] as [(String, Int64)])
  func `a date is read in each of its forms`(members: String, milliseconds: Int64) throws {
    #expect(try date(members) == Timestamp(milliseconds: milliseconds))
  }

  @Test func `the milliseconds win over the text, and the text over the Pacific time`() throws {
    let text = #""expires_date":"2013-08-01 07:00:00 Etc/GMT""#
    let pacific = #""expires_date_pst":"2013-08-01 00:00:01 America/Los_Angeles""#
    #expect(try date(#""expires_date_ms":"5",\#(text),\#(pacific)"#) == 5)
    #expect(try date("\(text),\(pacific)") == 1_375_340_400_000)
    #expect(try date(#""expires_date_ms":"","expires_date":"",\#(pacific)"#) == 1_375_340_401_000)
  }

  @Test(
    arguments: [
      // 2021: daylight saving time from March 14 to November 7.
      ("2021-03-14 01:59:59", 1_615_715_999_000), ("2021-03-14 03:00:00", 1_615_716_000_000),
      ("2021-11-07 00:59:59", 1_636_271_999_000), ("2021-11-07 02:00:00", 1_636_279_200_000),
      // 2006: from April 2 to October 29.
      ("2006-04-02 01:59:59", 1_143_971_999_000), ("2006-04-02 03:00:00", 1_143_972_000_000),
      ("2006-10-29 00:59:59", 1_162_108_799_000), ("2006-10-29 02:00:00", 1_162_116_000_000),
      // 2015 begins March on a Sunday and November on a Sunday.
      ("2015-03-08 01:59:59", 1_425_808_799_000), ("2015-03-08 03:00:00", 1_425_808_800_000),
      ("2015-11-01 02:00:00", 1_446_372_000_000),
    ] as [(String, Int64)])
  func `Pacific time changes with daylight saving`(text: String, milliseconds: Int64) throws {
    let members = #""expires_date_pst":"\#(text) America/Los_Angeles""#
    #expect(try date(members) == Timestamp(milliseconds: milliseconds))
  }

  @Test func `an hour that occurs twice counts as the first`() throws {
    let members = #""expires_date_pst":"2021-11-07 01:30:00 America/Los_Angeles""#
    #expect(try date(members) == 1_636_273_800_000)
  }

  @Test func `Pacific time before 1987 is not read`() {
    #expect(throws: LegacyDocumentError.self) {
      try date(#""expires_date_pst":"1986-07-01 00:00:00 America/Los_Angeles""#)
    }
  }
}
