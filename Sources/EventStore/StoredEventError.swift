/// An error for a stored row that cannot be read as an event. It indicates damage or a newer
/// writer.
package enum StoredEventError: Error, Hashable, Sendable {
  case unknownType(Int16)
  case unknownSchemaVersion(Int16)
  case unknownString(Int32)
  case incomplete(String)
}
