import Testing

/// Limits of length: a file past 300 lines or a function past 70 is named here, as one to be split.
/// Past 400 lines the test fails.
struct LengthTests {
  @Test func `no file is longer than four hundred lines`() throws {
    for file in try swiftFiles() where file.lines.count > 300 {
      print("\(file.path) has \(file.lines.count) lines; look for its seam.")
      #expect(file.lines.count <= 400, "\(file.path)")
    }
  }

  @Test func `functions longer than seventy lines are named`() throws {
    for file in try swiftFiles() {
      for function in functions(in: file.lines) where function.length > 70 {
        print("\(file.path):\(function.line): \(function.length) lines; look for the seam.")
      }
    }
  }

  @Test func `a function ends at the brace under its beginning`() {
    let lines = ["struct S {", "  func f() {", "    if x {", "    }", "  }", "  init() {}", "}"]
    #expect(functions(in: lines.map { $0[...] }).map(\.line) == [2])
    #expect(functions(in: lines.map { $0[...] }).map(\.length) == [4])
  }

  private func swiftFiles() throws -> [Repository.File] {
    try Repository.files(in: ["Sources", "Tests", "schema"], endingIn: [".swift"])
  }

  /// Returns the first line and the length of each function of more than one line, by the
  /// formatter's indentation.
  private func functions(in lines: [Substring]) -> [(line: Int, length: Int)] {
    lines.indices.compactMap { start in
      let line = lines[start]
      guard line.has("func ") || line.has("init"), !line.hasSuffix("}"),
        line.contains(/\b(func \S+|init\??)[(<]/)
      else { return nil }
      let closing = lines[start].prefix { $0 == " " } + "}"
      guard let end = lines[start...].firstIndex(where: { $0 == closing }) else { return nil }
      return (start + 1, end - start + 1)
    }
  }
}
