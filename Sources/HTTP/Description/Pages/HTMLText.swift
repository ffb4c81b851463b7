/// Text that is written into HTML, escaped.
enum HTMLText {
  /// Returns a text in which nothing is a tag or an attribute's end.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Returns a sentence, escaped, with what is between backticks as code.
  static func sentence(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let part = escaped(String(part))
      return index.isMultiple(of: 2) ? part : "<code>\(part)</code>"
    }.joined()
  }

  /// Returns a table; its cells are HTML.
  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let head = heads.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
    let body = rows.map { row in "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>\n" }
      .joined()
    return
      "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead>\n<tbody>\(body)</tbody></table></div>\n"
  }
}
