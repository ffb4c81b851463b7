/// A value in storage that its copies share: a copy costs one reference count, whatever the value holds.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  var value: Value { storage.value }

  /// Replaces the value by a changed copy. Other copies of the box keep theirs.
  mutating func change(_ change: (inout Value) -> Void) {
    var value = storage.value
    change(&value)
    storage = Storage(value)
  }

  static func == (left: Boxed, right: Boxed) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
