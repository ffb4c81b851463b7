/// The HTML of a page in Markdown, as far as guides use it: headings, paragraphs, lists, tables and code.
struct MarkdownText: Sendable {
  /// The text of the first heading.
  private(set) var title = ""
  /// All that follows the first heading.
  private(set) var html = ""

  private let address: @Sendable (String) -> String?
  private var lines: ArraySlice<Substring>

  /// - Parameter address: returns the address of a link; nil to show its words alone.
  init(_ text: String, address: @escaping @Sendable (String) -> String?) {
    self.address = address
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first { read(line) }
  }

  private mutating func read(_ line: Substring) {
    if line.hasPrefix("```") {
      lines.removeFirst()
      let code = take { !$0.hasPrefix("```") }
      lines = lines.dropFirst()
      html += "<pre>\(HTMLText.escaped(code.joined(separator: "\n")))</pre>\n"
    } else if line.hasPrefix("#") {
      lines.removeFirst()
      head(line)
    } else if line.hasPrefix("|") {
      table(take { $0.hasPrefix("|") })
    } else if line.contains(Self.item) {
      list(isNumbered: !line.hasPrefix("-"))
    } else if line.isEmpty {
      lines.removeFirst()
    } else {
      let text = take { !Self.beginsBlock($0) }
      html += "<p>\(inline(text.joined(separator: "\n")))</p>\n"
    }
  }

  /// Removes and returns the lines before the first that does not belong.
  private mutating func take(while belongs: (Substring) -> Bool) -> [Substring] {
    let taken = Array(lines.prefix(while: belongs))
    lines = lines.dropFirst(taken.count)
    return taken
  }

  private static var item: Regex<Substring> { /^(?:-|\d+\.)\s/ }

  private static func beginsBlock(_ line: Substring) -> Bool {
    line.isEmpty || line.hasPrefix("#") || line.hasPrefix("|") || line.hasPrefix("```")
      || line.contains(item)
  }

  private mutating func head(_ line: Substring) {
    let level = line.prefix { $0 == "#" }.count
    let text = String(line.dropFirst(level).drop { $0 == " " })
    if level == 1 {
      title = text
    } else {
      html += "<h\(level) id=\"\(Self.fragment(of: text))\">\(inline(text))</h\(level)>\n"
    }
  }

  /// Returns the name of a heading, as hosts of Markdown give it: `Coming from RevenueCat` is
  /// `coming-from-revenuecat`.
  static func fragment(of heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        character == " "
          ? "-"
          : character.isLetter || character.isNumber || character == "-"
            ? character : nil
      })
  }

  private mutating func table(_ rows: [Substring]) {
    let cells = rows.map { row in
      row.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast().map {
        String($0).trimmingSpaces()
      }
    }
    guard let head = cells.first else { return }
    html += HTMLText.table(head, cells.dropFirst(2).map { $0.map(inline) })
  }

  /// Reads the items of a list. Further lines of an item are indented.
  private mutating func list(isNumbered: Bool) {
    let tag = isNumbered ? "ol" : "ul"
    html += "<\(tag)>\n"
    while let first = lines.first, first.contains(Self.item) {
      lines.removeFirst()
      let rest = take { $0.hasPrefix("  ") }.map { $0.drop { $0 == " " } }
      let text = ([first.drop { $0 != " " }.dropFirst()] + rest).joined(separator: "\n")
      html += "<li>\(inline(text))</li>\n"
    }
    html += "</\(tag)>\n"
  }

  /// Returns the HTML of a text with code, links, and strong and emphasized words.
  private func inline(_ text: String) -> String {
    let markup = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*/
    var (html, rest) = ("", text[...])
    while let match = rest.firstMatch(of: markup) {
      html += HTMLText.escaped(String(rest[..<match.range.lowerBound]))
      let (_, code, words, target, strong, emphasis) = match.output
      if let code {
        html += "<code>\(HTMLText.escaped(String(code)))</code>"
      } else if let words, let target {
        let words = inline(String(words))
        html +=
          address(String(target)).map { "<a href=\"\(HTMLText.escaped($0))\">\(words)</a>" }
          ?? words
      } else if let strong {
        html += "<strong>\(inline(String(strong)))</strong>"
      } else if let emphasis {
        html += "<em>\(inline(String(emphasis)))</em>"
      }
      rest = rest[match.range.upperBound...]
    }
    return html + HTMLText.escaped(String(rest))
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
