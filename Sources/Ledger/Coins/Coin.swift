/// A currency of the game, in the game's own word: `gem`.
package struct Coin: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
