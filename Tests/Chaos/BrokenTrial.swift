/// A promise that a trial found broken.
package struct BrokenTrial: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
