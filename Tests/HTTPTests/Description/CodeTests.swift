import Foundation
import Testing

@testable import HTTP

/// The table of codes and reasons against the source.
struct CodeTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `every code and reason in the source is described, and every described one is there`()
    throws
  {
    var found: Set<String> = []
    var literals: Set<String> = []
    for target in [
      "HTTP", "Intake", "AppStore", "Outbox", "Reconciliation", "Ledger", "Server/Reconciling",
    ] {
      for source in try Self.sources(of: "Sources/\(target)") {
        literals.formUnion(source.matches(of: /"([a-z]\w+)"/).map { String($0.1) })
        for form in Self.forms {
          found.formUnion(source.matches(of: form).map { String($0.1) })
        }
        let families = source.matches(of: /"((?:[a-z]+_)+)\\\(/).map { String($0.1) }
        found.formUnion(families)
        literals.formUnion(families)
      }
    }
    literals.formUnion(found)
    #expect(found.count > 120, "codes are recognized")
    let described = Set(DescribedCode.all.map { Self.family(of: $0.code) ?? $0.code })
    #expect(found.subtracting(described).sorted() == [])
    #expect(described.subtracting(literals).sorted() == [])
  }

  /// The beginning of the words that a code with digits `N` stands for; nil for a single word.
  private static func family(of code: String) -> String? {
    code.wholeMatch(of: /((?:[a-z]+_)+)N+/).map { String($0.1) }
  }

  /// The forms in which the source names a code or a reason.
  private static var forms: [Regex<(Substring, Substring)>] {
    [
      /code: "([a-z]+(?:_[a-z]+)*)"/, /(?:badRequest|unavailable)\(\s*"([a-z_]+)"/,
      /reason: "([a-z]+(?:_[a-z]+)*)"/, /case \.\w+(?:, \.\w+)*: "([a-z]+(?:_[a-z]+)+)"/,
      /static let \w+ = "([a-z]+(?:_[a-z]+)+)"/, /\?\? "([a-z]+(?:_[a-z]+)+)"/,
      /": "([a-z]+(?:_[a-z]+)+)"/, /"([a-z]+(?:_[a-z]+)+): \w/,
      /case \w+ = "([a-z]+(?:_[a-z]+)+)"/,
      /static let (?:invalidBody|reason|purchaseUnknown|missed) = "([a-z_]+)"/,
    ]
  }

  private static func sources(of folder: String) throws -> [String] {
    let folder = root.appending(path: folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Description/") }
    try #require(!files.isEmpty)
    return try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }
}
