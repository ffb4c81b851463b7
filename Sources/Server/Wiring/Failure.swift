/// The failure of a command, as a sentence for the person who ran it.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Wrong usage that is found only after the settings are read. The exit code is 2, as for all wrong
/// usage.
struct WrongUsage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
