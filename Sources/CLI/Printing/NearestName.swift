/// The suggestion of a name for a mistyped one.
enum NearestName {
  /// The length from which a word is taken for the beginning of a name.
  private static let beginningMin = 3

  /// Returns the end of a sentence that asks for the name nearest to a word; an empty one if none is near.
  static func question(_ word: String, among names: [String]) -> String {
    find(word, among: names).map { ". Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the name nearest to a word; nil if none is near.
  static func find(_ word: String, among names: [String]) -> String? {
    let written = word.lowercased()
    if written.count >= beginningMin {
      let begun = names.filter { $0.lowercased().hasPrefix(written) }
      if begun.count == 1 { return begun[0] }
    }
    let distanceMax = min(3, (written.count + 1) / 3)
    return names.map { ($0, distance(written, $0.lowercased())) }
      .filter { $0.1 <= distanceMax }
      .min { $0.1 < $1.1 }?.0
  }

  /// Returns the number of letters to insert, remove, replace or exchange with a neighbor that make one text of
  /// another.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (index, letter) in left.enumerated() {
      var row = [index + 1]
      for (place, other) in right.enumerated() {
        var least = min(
          rows[index][place] + (letter == other ? 0 : 1), rows[index][place + 1] + 1, row[place] + 1
        )
        if index > 0, place > 0, letter == right[place - 1], left[index - 1] == other {
          least = min(least, rows[index - 1][place - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
