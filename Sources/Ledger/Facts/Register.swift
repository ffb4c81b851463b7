/// The kept assertion of one field group, and the event that carried it.
package struct Register<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  package let value: Value
  package let assertion: Assertion
  package let event: EventID

  package init(_ value: Value, _ assertion: Assertion, by event: EventID) {
    self.value = value
    self.assertion = assertion
    self.event = event
  }

  /// Returns the register with a value that was derived from this one.
  func mapped(_ derive: (Value) -> Value) -> Register {
    Register(derive(value), assertion, by: event)
  }

  /// Keeps the higher of two assertions; of two copies of one assertion, the one with the lesser
  /// event.
  package mutating func keepNewest(_ other: Register) {
    let isNewer = assertion < other.assertion
    let isEarlierCopy = assertion == other.assertion && other.event < event
    if isNewer || isEarlierCopy { self = other }
  }
}

extension Register where Value: Comparable {
  /// Keeps the value that was asserted first, at any trust. Of several asserted at one moment,
  /// keeps the least value; of its copies, the one with the lesser event.
  package mutating func keepEarliest(_ other: Register) {
    let order = (assertion.assertedAt, value, assertion.digest, event)
    let otherOrder = (
      other.assertion.assertedAt, other.value, other.assertion.digest, other.event
    )
    if otherOrder < order { self = other }
  }
}

extension Optional {
  package mutating func keepNewest<Value>(_ other: Register<Value>?)
  where Wrapped == Register<Value> {
    guard let other else { return }
    if self?.keepNewest(other) == nil { self = other }
  }

  package mutating func keepEarliest<Value: Comparable>(_ other: Register<Value>?)
  where Wrapped == Register<Value> {
    guard let other else { return }
    if self?.keepEarliest(other) == nil { self = other }
  }
}

extension Asserted {
  /// Returns the register of this group; nil if the source is silent.
  func register(_ assertion: Assertion, by event: EventID) -> Register<Asserted>? {
    self == .silent ? nil : Register(self, assertion, by: event)
  }
}
