import Testing

/// Tests against leftovers. The words are assembled here, so that this file has none of them.
struct LeftoverTests {
  @Test(arguments: ["TO" + "DO", "FIX" + "ME", "XX" + "X"])
  func `no marker is left behind`(marker: String) throws {
    let word = try Regex("\\b\(marker)\\b")
    let everything = try Repository.files(
      in: ["Plugins", "Sources", "Tests", "schema"], endingIn: [".swift", ".sql", ".md"])
    #expect(everything.flatMap { $0.lines(matching: word) } == [])
  }

  @Test(arguments: ["try" + "!", "fatal" + "Error(", " as" + "!"])
  func `no code gives up where it could say why`(phrase: String) throws {
    let sources = try Repository.files(in: ["Plugins", "Sources", "schema"], endingIn: [".swift"])
    let found = sources.flatMap { file in
      file.lines.filter { $0.contains(phrase) }.map { "\(file.path): \($0)" }
    }
    #expect(found == [])
  }
}
