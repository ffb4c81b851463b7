/// A currency of the game by the game's own name, such as `gem`.
package struct Coin: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
