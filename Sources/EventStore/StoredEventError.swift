/// A stored row that cannot be read as an event. It points at damage or at a newer writer.
package enum StoredEventError: Error, Hashable, Sendable {
  case unknownType(Int16)
  case unknownSchemaVersion(Int16)
  case unknownWord(Int32)
  case incomplete(String)
}
