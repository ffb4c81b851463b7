/// A lesson of Apple's files, as a command prints it.
package protocol LessonBody: Encodable, Sendable {
  /// The sentences of the lesson; the last one says whether the books use it.
  var lines: [String] { get }
}
