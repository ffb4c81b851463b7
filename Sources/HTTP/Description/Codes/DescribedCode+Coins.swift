extension DescribedCode {
  /// The codes about coins, grants and catalogs.
  static let coins: [DescribedCode] = [
    DescribedCode(
      "already_reversed", 409, cause: "The spend was taken back before.",
      remedy: "Read the wallet; `detail` names the entry that took it back."),
    DescribedCode(
      "amount_out_of_bounds", 409,
      cause: "The amount, or the wallet after it, is more than a wallet may hold.",
      remedy: "Send a smaller amount, or spend some coins first."),
    DescribedCode(
      "coin_kept_by_game", 409, cause: "The catalog declares the coin with the game's own wallet.",
      remedy: "Book the coin in the game."),
    DescribedCode(
      "credit_not_allowed", 409, cause: "The catalog names no `creditMax` of the coin.",
      remedy: "Publish a catalog with the `creditMax` of the coin."),
    DescribedCode(
      "credit_too_large", 409, cause: "The amount is above the `creditMax` of the coin.",
      remedy: "Give less at once, or publish a higher `creditMax`."),
    DescribedCode(
      "entry_not_found", 404, cause: "The wallet has no entry of this id.",
      remedy: "Send the `id` of an entry that the wallet lists."),
    DescribedCode(
      "entry_not_spent", 409, cause: "The entry is neither a spend nor a committed reservation.",
      remedy: "Send the `id` of a spend, or adjust the wallet."),
    DescribedCode(
      "grant_not_found", 404, cause: "No grant has the id, or the key does not reach it.",
      remedy: "Check the id. For a grant that was made just now, pass `minPosition`."),
    DescribedCode(
      "insufficient_coins", 409, cause: "The wallet has fewer coins than the amount.",
      remedy: "Read the wallet, and ask for no more than its balance."),
    DescribedCode(
      "invalid_catalog", 400, cause: "The catalog cannot be published as it is.",
      remedy: "Correct each field that `errors` names."),
    DescribedCode(
      "reservation_expired", 409, cause: "The reservation has ended by itself.",
      remedy: "Reserve or spend again, under a new key."),
    DescribedCode(
      "reservation_not_found", 404, cause: "No reservation was made under this key.",
      remedy: "Send the `Idempotency-Key` of the request that reserved."),
    DescribedCode(
      "reservation_settled", 409,
      cause: "The reservation was canceled before the commit, or committed before the cancel.",
      remedy: "Read the wallet; `reverse` takes a committed reservation back."),
    DescribedCode(
      "unknown_coin", 409, cause: "No catalog of the app declares the coin.",
      remedy: "Publish a catalog that declares it with its wallet."),
    DescribedCode(
      "wallet_in_use",
      cause:
        "The catalog declares the coin for the game, and it was spent, reserved or adjusted here.",
      remedy: "Declare it with the wallet `daicho`, or use another coin."),
    DescribedCode(
      "wallet_is_fixed", cause: "The coin was declared with the other wallet before.",
      remedy: "Declare it with its first wallet, or use another coin."),
  ]
}
