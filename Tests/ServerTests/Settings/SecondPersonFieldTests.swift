import Intake
import Ledger
import Testing

@testable import Server

struct SecondPersonFieldTests {
  private func policy(_ field: String) throws -> SecondPersonPolicy {
    let text = #"[{"bundleId": "a", "environments": ["Sandbox"]\#(field)}]"#
    return try #require(try AppsFile.parse(Array(text.utf8), path: "apps.json").first).secondPerson
  }

  @Test func `is off by default, field by field`() throws {
    #expect(try policy("") == .off)
    #expect(try policy(#", "secondPerson": {}"#) == .off)
    #expect(
      try policy(#", "secondPerson": {"adjustAbove": 100, "grantDue": true}"#)
        == SecondPersonPolicy(adjustAbove: 100, grantDue: true))
    #expect(
      try policy(#", "secondPerson": {"creditAbove": 0, "forcedClose": true}"#)
        == SecondPersonPolicy(creditAbove: 0, forcedClose: true))
  }

  @Test(arguments: [
    #"{"adjustAbove": -1}"#, #"{"adjustAbove": 1.5}"#, #"{"above": 1}"#, #"{"forcedClose": 1}"#,
  ])
  func `anything else is refused`(field: String) {
    #expect(throws: SettingsError.self) { try policy(#", "secondPerson": \#(field)"#) }
  }
}
