/// Why a command failed, as a sentence for whoever ran it.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Wrong usage that shows only once the settings are read: exit code 2, as for any other.
struct WrongUsage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
