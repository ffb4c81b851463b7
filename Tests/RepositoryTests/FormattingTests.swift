import Testing

struct FormattingTests {
  @Test func `every Swift file is formatted as the formatter would`() throws {
    let (code, output) = try Repository.run(
      "swift", "format", "lint", "--strict", "--recursive",
      "Package.swift", "Plugins", "Sources", "Tests", "schema")
    #expect(code == 0, "\(output)")
  }
}
