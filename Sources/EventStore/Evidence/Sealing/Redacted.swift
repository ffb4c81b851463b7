/// A value that must not appear in a log, a dump or an error.
protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Redacted {
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
