package import Postgres

/// An object of the schema that guards data: a table, a column, a constraint, an index, a trigger, a rule, a
/// policy, a function or a right.
package struct SchemaObject: Hashable, Sendable {
  /// The table or the function.
  package let owner: String
  /// The table as every database names it: a partition is told as one of its table.
  package let template: String
  package let kind: String
  package let definition: String

  package init(owner: String, template: String, kind: String, definition: String) {
    self.owner = owner
    self.template = template
    self.kind = kind
    self.definition = definition
  }

  /// The object on one line, without the name of a partition.
  package var line: String { "\(template)|\(kind)|\(definition)" }
}

extension SchemaObject: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      owner: try columns.next(), template: try columns.next(), kind: try columns.next(),
      definition: try columns.next())
  }
}

extension Inspection {
  /// Returns the objects of the schema as the database has them.
  package func schemaObjects() async throws -> [SchemaObject] {
    try await rows(.verifySchema).decode(SchemaObject.self)
  }
}
