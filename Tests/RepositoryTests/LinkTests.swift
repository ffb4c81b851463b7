import Foundation
import Testing

/// The links of pages: to files, to pages of the same catalog, and to symbols.
@Suite struct LinkTests {
  /// A documentation catalog, `Sources/Ledger/Ledger.docc`.
  struct Catalog: CustomTestStringConvertible {
    let path: String
    let pages: [Repository.File]

    var name: String { String(path.split(separator: "/").last?.dropLast(".docc".count) ?? "") }
    var root: String { "\(path)/\(name).md" }
    var testDescription: String { path }
  }

  @Test func `every relative link leads to a file`() throws {
    let pages = try Self.pages()
    try #require(pages.count > 30, "checking no pages would prove nothing")
    for page in pages {
      let folder = Repository.root.appending(path: page.path).deletingLastPathComponent()
      for link in Self.prose(of: page).matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) {
        guard !link.contains("://"), !link.hasPrefix("#"), !link.hasPrefix("mailto:") else {
          continue
        }
        let path = link.prefix { $0 != "#" }.removingPercentEncoding ?? ""
        let target = folder.appending(path: path).standardizedFileURL.path
        #expect(FileManager.default.fileExists(atPath: target), "\(page.path): \(link)")
      }
    }
  }

  @Test(arguments: try catalogs())
  func `every link to a page leads to one of the same catalog`(catalog: Catalog) throws {
    let names = Set(catalog.pages.map(Self.name))
    for page in catalog.pages {
      for link in Self.prose(of: page).matches(of: /doc:([\w-]+)/).map({ String($0.1) }) {
        #expect(names.contains(link), "\(page.path): \(link)")
      }
    }
  }

  @Test(arguments: try catalogs())
  func `every page is in the index of its catalog`(catalog: Catalog) throws {
    let root = try #require(catalog.pages.first { $0.path == catalog.root })
    let listed = Set(Self.prose(of: root).matches(of: /<doc:([\w-]+)>/).map { String($0.1) })
    #expect(Set(catalog.pages.map(Self.name)).subtracting(listed) == [catalog.name])
  }

  @Test(arguments: try catalogs())
  func `every link to a symbol names a declaration of its target`(catalog: Catalog) throws {
    let target = String(catalog.path.split(separator: "/").dropLast().joined(separator: "/"))
    let source = try Repository.files(in: [target], endingIn: [".swift"]).flatMap(\.lines)
    for page in catalog.pages {
      for link in Self.prose(of: page).matches(of: /``([^`]+)``/).map({ String($0.1) }) {
        guard link != catalog.name else { continue }
        #expect(try Self.declares(link, in: source), "\(page.path): \(link)")
      }
    }
  }

  @Test(arguments: [
    ("Rate", true), ("Rate/value", true), ("Rate/of(_:at:)", true), ("Rate/of(_:in:)", false),
    ("Price", false), ("Rate/price", false),
  ])
  func `a symbol is found by its name and labels`(link: String, isFound: Bool) throws {
    let source = """
      struct Rate {
        let value = 1
        func of(
          _ charge: Int, at moment: Int = { 1 }()
        ) -> Int { charge }
      }
      """
    #expect(try Self.declares(link, in: source.split(separator: "\n")) == isFound)
  }

  /// Returns true if the source declares the type of a link such as `Rate/of(_:at:)`, and a member
  /// with its name and labels.
  private static func declares(_ link: String, in source: [Substring]) throws -> Bool {
    let parts = link.split(separator: "/", maxSplits: 1)
    let type = try Regex("\\b(struct|enum|class|actor|protocol|typealias) \(parts[0])\\b")
    guard Self.text(of: source, from: "\(parts[0])").contains(type) else { return false }
    guard parts.count > 1 else { return true }
    let name = parts[1].prefix { $0 != "(" }
    let members = Self.text(of: source, from: "\(name)")
    guard parts[1].hasSuffix(")") else {
      return members.contains(try Regex("\\b(var|let|case|func) \(name)\\b"))
    }
    let labels = parts[1].dropFirst(name.count + 1).dropLast().split(separator: ":")
    let parameters = labels.map { "[^,]*?\\b\($0)( \\w+)?:[^,]*?" }.joined(separator: ",")
    return members.contains(try Regex("\\bfunc \(name)\\(\(parameters)\\)"))
  }

  /// Returns the declarations with a name, each with as many lines after it as parameters may take.
  private static func text(of source: [Substring], from name: String) -> String {
    let declarations = [
      "struct", "enum", "class", "actor", "protocol", "typealias", "var", "let", "case", "func",
    ].map { "\($0) \(name)" }
    return source.indices.filter { declarations.contains(where: source[$0].has) }
      .map { source[$0..<min($0 + 12, source.count)].joined(separator: "\n") }
      .joined(separator: "\n")
  }

  static func catalogs() throws -> [Catalog] {
    let pages = try Repository.files(in: ["Sources"], endingIn: [".md", ".tutorial"])
    let grouped = Dictionary(grouping: pages) { page in
      page.path.components(separatedBy: ".docc/")[0] + ".docc"
    }
    return grouped.map(Catalog.init).sorted { $0.path < $1.path }
  }

  private static func pages() throws -> [Repository.File] {
    try ["CHANGELOG.md", "CONTRIBUTING.md", "README.md"].map(Repository.File.init)
      + Repository.files(in: ["Sources", "Tests"], endingIn: [".md", ".tutorial"])
  }

  /// Returns the name by which a link knows a page, without folder and ending.
  private static func name(of page: Repository.File) -> String {
    URL(filePath: page.path).deletingPathExtension().lastPathComponent
  }

  /// Returns the text of a page without its code blocks.
  private static func prose(of page: Repository.File) -> String {
    page.lines.joined(separator: "\n").split(separator: "\n```", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\n")
  }
}
