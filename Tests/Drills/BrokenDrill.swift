/// A promise that a drill found broken.
package struct BrokenDrill: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
