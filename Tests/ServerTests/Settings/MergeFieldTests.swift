import Intake
import Testing

@testable import Server

struct MergeFieldTests {
  private func guestsMax(_ field: String) throws -> Int {
    let text = #"[{"bundleId": "a", "environments": ["Sandbox"]\#(field)}]"#
    return try #require(try AppsFile.parse(Array(text.utf8), path: "apps.json").first).guestsMax
  }

  @Test(arguments: [
    ("", 20), (#", "merge": {}"#, 20), (#", "merge": {"guestsMax": 0}"#, 0),
    (#", "merge": {"guestsMax": 1000}"#, 1_000),
  ])
  func `an account takes twenty guests unless the app says otherwise`(field: String, max: Int)
    throws
  {
    #expect(try guestsMax(field) == max)
  }

  @Test(arguments: [#"{"guestsMax": -1}"#, #"{"guestsMax": 1001}"#, #"{"guests": 1}"#, "20"])
  func `anything else is refused`(field: String) {
    #expect(throws: SettingsError.self) { try guestsMax(#", "merge": \#(field)"#) }
  }
}
