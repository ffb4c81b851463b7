/// What must not be seen in a log, a dump or an error.
protocol Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Secret {
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
