/// Why a command failed, as a sentence for whoever ran it.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
