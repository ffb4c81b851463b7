/// The members of one keyed value, found by their names.
///
/// Fields are read in the order in which they were written, so that the member after the last one found is
/// looked at first.
final class StateMembers {
  private struct Member {
    let name: String
    let content: ArraySlice<UInt8>
  }

  private let members: [Member]
  private var numbers = StateKeys.Numbers()
  /// True if a member has a name without a number.
  private var hasSpelled = false
  private var next = 0

  init(_ content: ArraySlice<UInt8>) throws {
    var bytes = StateBytes(content)
    var members: [Member] = []
    while !bytes.isAtEnd {
      let number = try bytes.number()
      let name: String
      if number == 0 {
        name = String(decoding: try bytes.content(), as: UTF8.self)
        hasSpelled = true
      } else {
        guard let known = StateKeys.name(of: number) else { throw StateCodingError.unknownName }
        name = known
        numbers.insert(number)
      }
      members.append(Member(name: name, content: try bytes.content()))
    }
    self.members = members
  }

  /// The names in their order.
  var names: [String] { members.map(\.name) }

  func contains(_ name: String) -> Bool {
    mayContain(name) && members.contains { $0.name == name }
  }

  /// Returns the content of a member; nil if it is missing.
  func content(of name: String) -> ArraySlice<UInt8>? {
    if next < members.count, members[next].name == name {
      next += 1
      return members[next - 1].content
    }
    guard mayContain(name), let index = members.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    next = index + 1
    return members[index].content
  }

  private func mayContain(_ name: String) -> Bool {
    StateKeys.number(of: name).map { numbers.contains($0) } ?? hasSpelled
  }
}
