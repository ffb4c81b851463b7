import Ledger

/// A problem in a file: its place and its remedy.
struct FileProblem: Hashable, CustomStringConvertible {
  let path: String
  let line: Int?
  /// The path to the field, such as `products[2].type`.
  let place: String
  /// The product concerned, if the place does not name it.
  let product: ProductID?
  let remedy: String

  var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(place)\(product.map { " (\($0))" } ?? ""): \(remedy)"
  }
}

/// The problems collected while files are read.
struct FileProblems {
  private(set) var noted: [FileProblem] = []

  /// Notes a problem. Keeps only the first of several problems in one place.
  mutating func note(_ part: JSONPart, _ remedy: String, of product: ProductID? = nil) {
    let problem = FileProblem(
      path: part.file.path, line: part.line, place: part.place, product: product, remedy: remedy)
    let isKnown = noted.contains { $0.path == problem.path && $0.place == problem.place }
    if !isKnown { noted.append(problem) }
  }

  /// Notes every unknown field, since it may be misspelled.
  mutating func noteFields(of part: JSONPart, beside known: [String], in owner: String) {
    let unknown = (part.fields ?? [:]).keys.filter { !known.contains($0) }
    for name in unknown.sorted() {
      note(part[name], "is no field of \(owner); there are \(known.joined(separator: ", "))")
    }
  }
}

/// The error of files that cannot be used, with all problems found in them.
package struct MalformedFiles: Error, CustomStringConvertible {
  /// The problems, in the order of files and lines.
  let problems: [FileProblem]

  init(_ problems: FileProblems) {
    self.problems = problems.noted.sorted {
      ($0.path, $0.line ?? 0, $0.place) < ($1.path, $1.line ?? 0, $1.place)
    }
  }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
