extension BinaryInteger {
  /// Returns the number with a noun, which stands in the plural unless the number is 1.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
