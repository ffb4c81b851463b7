import Foundation

/// The program that writes the Swift file of a target's statements.
///
/// `events_append.sql` becomes `Statement.eventsAppend`, and a placeholder `{event_columns}` in it
/// becomes the value of `QueryFragment.eventColumns`.
///
/// Arguments: the target's name, the file to write, the query files.
@main struct QueryGenerator {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let target = arguments.first, let output = arguments.dropFirst().first else {
      throw CocoaError(.featureUnsupported)
    }
    let queries = try arguments.dropFirst(2).map { try EmbeddedQuery(file: URL(filePath: $0)) }
    try swift(queries, of: target).write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func swift(_ queries: [EmbeddedQuery], of target: String) -> String {
    """
    package import Postgres

    extension Statement {
    \(queries.map(\.declaration).joined(separator: "\n"))
    }

    package enum \(target)Queries {
      package static let all: [Statement] = [
    \(queries.map { "    .\($0.identifier)," }.joined(separator: "\n"))
      ]
    }

    """
  }
}

private struct EmbeddedQuery {
  private let name: String
  private let sql: String

  init(file: URL) throws {
    name = file.deletingPathExtension().lastPathComponent
    sql = try String(contentsOf: file, encoding: .utf8)
      .trimmingCharacters(in: .newlines)
  }

  var identifier: String { Self.identifier(name) }

  var declaration: String {
    """
      static let \(identifier) = Statement(file: "\(name)", sql: #\"""
    \(expandable)
    \"""#)
    """
  }

  /// The text with its placeholders as interpolations.
  private var expandable: String {
    sql.replacing(/\{([a-z_]+)\}/) { "\\#(QueryFragment.\(Self.identifier(String($0.1))))" }
  }

  /// Returns `eventsByID` for `events_by_id`.
  private static func identifier(_ name: String) -> String {
    let words = name.split(separator: "_").map(String.init)
    return words[0] + words.dropFirst().map { $0 == "id" ? "ID" : $0.capitalized }.joined()
  }
}
