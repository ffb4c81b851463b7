import Ledger

/// One thing that is wrong with a file: where, and what to do.
struct FileTrouble: Hashable, CustomStringConvertible {
  let path: String
  let line: Int?
  /// The way to it.
  let place: String
  /// What it speaks of, where the place does not say that.
  let product: ProductID?
  let remedy: String

  var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(place)\(product.map { " (\($0))" } ?? ""): \(remedy)"
  }
}

/// What was found wrong with files while they were read on.
struct FileTroubles {
  private(set) var noted: [FileTrouble] = []

  /// Of two troubles in one place the first is told.
  mutating func note(_ part: JSONPart, _ remedy: String, of product: ProductID? = nil) {
    let trouble = FileTrouble(
      path: part.file.path, line: part.line, place: part.place, product: product, remedy: remedy)
    let isKnown = noted.contains { $0.path == trouble.path && $0.place == trouble.place }
    if !isKnown { noted.append(trouble) }
  }

  /// Notes every field that nobody reads: it may be a misspelt one.
  mutating func noteFields(of part: JSONPart, beside known: [String], in owner: String) {
    let unknown = (part.fields ?? [:]).keys.filter { !known.contains($0) }
    for name in unknown.sorted() {
      note(part[name], "is no field of \(owner); there are \(known.joined(separator: ", "))")
    }
  }
}

/// Files that cannot be used as they are, with everything that is wrong with them.
package struct MalformedFiles: Error, CustomStringConvertible {
  /// Line by line.
  let troubles: [FileTrouble]

  init(_ troubles: FileTroubles) {
    self.troubles = troubles.noted.sorted {
      ($0.path, $0.line ?? 0, $0.place) < ($1.path, $1.line ?? 0, $1.place)
    }
  }

  package var description: String { troubles.map(\.description).joined(separator: "\n") }
}
