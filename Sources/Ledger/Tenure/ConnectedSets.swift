/// Sets that have no element in common, made by uniting those that have. The work is linear in the
/// number of elements given.
package struct ConnectedSets<Element: Hashable> {
  package let sets: [Set<Element>]

  package init(_ overlapping: some Collection<Set<Element>>) {
    let given = Array(overlapping)
    var holders: [Element: [Int]] = [:]
    for (index, set) in given.enumerated() {
      for element in set { holders[element, default: []].append(index) }
    }
    var sets: [Set<Element>] = []
    var isUnited = [Bool](repeating: false, count: given.count)
    for start in given.indices where !isUnited[start] {
      isUnited[start] = true
      var (union, open) = (Set<Element>(), [start])
      while let index = open.popLast() {
        for element in given[index] where union.insert(element).inserted {
          for holder in holders[element] ?? [] where !isUnited[holder] {
            isUnited[holder] = true
            open.append(holder)
          }
        }
      }
      sets.append(union)
    }
    self.sets = sets
  }
}
