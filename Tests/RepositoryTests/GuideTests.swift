import Foundation
import Testing

/// The guides against the program: what they name exists.
struct GuideTests {
  private static let folder = "Sources/Daicho.docc/Guides"

  /// Words that are no word of this program: RevenueCat's, and a name that a game chose.
  private static let others: Set<String> = [
    "app_user_id", "original_app_user_id", "entitlement_ids", "product_id", "transaction_id",
    "original_transaction_id", "purchased_at_ms", "expiration_at_ms", "period_type",
    "is_family_share", "commission_percentage", "tax_percentage", "no_ads", "DAICHO_KEY",
  ]

  private static func guides() throws -> [Repository.File] {
    try Repository.files(in: [folder], endingIn: [".md"])
  }

  @Test func `every page of the folder is served`() throws {
    let list = try Repository.File("\(Self.folder)/Guide.swift").lines.joined(separator: "\n")
    let pages = try Self.guides()
    try #require(pages.count >= 8)
    for page in pages {
      let name = URL(filePath: page.path).lastPathComponent
      #expect(list.contains("\"\(name)\", PackageResources."), "\(name) is not in Guide.all")
    }
  }

  @Test func `every route that a guide names is described`() throws {
    struct Document: Decodable { let paths: [String: [String: Anything]] }
    struct Anything: Decodable {}
    let document = try JSONDecoder().decode(
      Document.self,
      from: Data(contentsOf: Repository.root.appending(path: "Sources/Daicho.docc/openapi.json")))
    var count = 0
    for page in try Self.guides() {
      for span in Self.code(in: page) {
        for match in span.matches(
          of: /(?:(GET|POST|PUT|DELETE) )?(\/(?:v1|healthz|readyz)[\w\/{}.-]*)/)
        {
          count += 1
          let methods = document.paths.filter { Self.matches($0.key, String(match.2)) }
            .flatMap(\.value.keys)
          let isDescribed = match.1.map { methods.contains($0.lowercased()) } ?? !methods.isEmpty
          #expect(isDescribed, "\(page.path): \(span)")
        }
      }
    }
    #expect(count > 60, "routes are recognized")
  }

  @Test func `every code, field and setting that a guide names is one of the program`() throws {
    let named = try Self.guides().flatMap { page in
      Self.code(in: page).filter { !$0.contains("/v1/") }
        .flatMap { $0.matches(of: /[A-Za-z_]\w+/).map { String($0.output) } }
    }
    let codes = Set(named.filter { $0.contains(/^[a-z]+(_[a-z]+)+$/) }).subtracting(Self.others)
    let words = Set(named.filter { $0.contains(/^[a-z]+[A-Z]|^DAICHO_/) }).subtracting(Self.others)
    #expect(codes.count > 15 && words.count > 25, "words are recognized")
    #expect(try codes.subtracting(Self.found(codes.map { "\"\($0)\"" })) == [])
    #expect(try words.subtracting(Self.found(Array(words))) == [])
  }

  /// Returns the words that stand in the source or in the description, without their quotes.
  private static func found(_ words: [String]) throws -> Set<String> {
    let (_, output) = try Repository.run(
      "grep", "-rhow", "--include=*.swift", "--include=openapi.json", "--exclude-dir=Samples", "-F",
      words.joined(separator: "\n"), "Sources")
    return Set(output.split(separator: "\n").map { $0.filter { $0 != "\"" } })
  }

  /// Returns the code within the sentences of a page, and its lines in the shell and in JSON.
  private static func code(in page: Repository.File) -> [String] {
    let text = page.lines.joined(separator: "\n")
    let blocks = text.matches(of: /```(?:sh|json)\n([\s\S]*?)```/).map { String($0.1) }
    let prose = text.replacing(/```[\s\S]*?```/, with: "")
    return blocks.flatMap { $0.split(separator: "\n").map(String.init) }
      + prose.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  /// Returns true if an address is one of a template, such as `/v1/accounts/{account}/tokens`.
  private static func matches(_ template: String, _ address: String) -> Bool {
    let (own, given) = (template.split(separator: "/"), address.split(separator: "/"))
    return own.count == given.count
      && zip(own, given).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
  }
}
