extension DescribedCode {
  /// The codes about accounts, purchases and what follows from them.
  static let accounts: [DescribedCode] = [
    DescribedCode(
      "already_merged", 409, cause: "One of the two accounts is merged into another one.",
      remedy: "Merge into that account, or undo its merge first."),
    DescribedCode(
      "apple_unavailable", 503, isRetryable: true,
      cause: "Apple did not answer the request for an order.",
      remedy: "Ask again after `Retry-After`."),
    DescribedCode(
      "coins_moving", 409, isRetryable: true,
      cause: "Coins of a purchase move from one of both accounts to the other just now.",
      remedy: "Send the same request again in a second. If it lasts, `daicho doctor` says why "
        + "granting rests."),
    DescribedCode(
      "cooling_down", 409, isRetryable: true,
      cause: "The purchase changed hands lately, and the app's policy lets it rest.",
      remedy: "Send the request again after `Retry-After`, or after the item's `coolingDownUntil`."),
    DescribedCode(
      "is_target", 409, cause: "Another account is merged into `from`.",
      remedy: "Merge into `from` instead."),
    DescribedCode(
      "merged_into", 409,
      cause: "The account was merged into another one somewhere, and is not erased alone.",
      remedy: "Erase that account, or send `merged` as true, which erases all of them; in the "
        + "environments that `detail` does not name, repeat the request with `environment`."),
    DescribedCode(
      "not_entitled", 404,
      cause: "The account has no entitlement to the product, nor to one that unlocks the name.",
      remedy: "Treat the player as not entitled."),
    DescribedCode(
      "not_merged", 409, cause: "`from` is not merged into the account, or one of them is erased.",
      remedy: "Check both names; an erasure cannot be undone."),
    DescribedCode(
      "nothing_found", 404, cause: "No purchase is known by the id.",
      remedy: "Check the id, `app` and `environment`; `environment=any` looks everywhere."),
    DescribedCode(
      "nothing_to_undo", 409, cause: "The purchase still belongs to its first owner.",
      remedy: "There is nothing to do."),
    DescribedCode(
      "offer_key_missing", 409,
      cause: "The app has no In-App Purchase key, by which promotional offers are signed.",
      remedy: "Set `issuerId`, `keyId` and `privateKeyFile` in `DAICHO_APPS`."),
    DescribedCode(
      "open_reservations", 409, cause: "`from` has reserved coins.",
      remedy: "Commit or cancel these reservations first."),
    DescribedCode(
      "owned_by_another_account", 409, cause: "The purchase belongs to another account.",
      remedy: "Post it with `restore: true` if the player restores it, or link it with a `reason`."),
    DescribedCode(
      "promotion_not_found", 404,
      cause: "The account has no promotional entitlement of this id.",
      remedy: "Take the `transactionId` of an entitlement of ownership `PROMOTIONAL`."),
    DescribedCode(
      "purchase_not_found", 404, cause: "No purchase of this id is known in the environment.",
      remedy: "Check the id, `app` and `environment`."),
    DescribedCode(
      "reason_missing", 409,
      cause: "Only an operator changes owners this way, with a name and a reason.",
      remedy: "Use `daicho accounts link`."),
    DescribedCode(
      "receipt_not_found", 404,
      cause:
        "No post of this key has the id in the app and environment that are named, or it was deleted after 30 days without a change.",
      remedy: "Check the id, `app` and `environment`, or use a key that also has the scope `read`."),
    DescribedCode(
      "same_account", 409, cause: "`from` is the account itself, by this name or another one.",
      remedy: "There is nothing to merge."),
    DescribedCode(
      "server_api_key_missing", 409,
      cause: "Apple alone knows this, and the app has no key for Apple's Server API.",
      remedy: "Set `issuerId`, `keyId` and `privateKeyFile` in `DAICHO_APPS`."),
    DescribedCode(
      "token_not_found", 404, cause: "The token is not registered to this account.",
      remedy: "Check the account and the token."),
    DescribedCode(
      "token_not_registered", 409,
      cause: "The purchase was made with an `appAccountToken` that names no known account.",
      remedy: "Register the token to its account."),
    DescribedCode(
      "token_of_another_account", 409,
      cause: "In one environment at least the token names another account.",
      remedy: "Use a token of this account's own, or withdraw it where it is another one's."),
    DescribedCode(
      "too_many_guests", 409, cause: "As many accounts as the app allows are merged into this one.",
      remedy: "Raise `merge.guestsMax` of the app."),
    DescribedCode(
      "unknown_account", 404, cause: "No write ever named the account, or it was erased.",
      remedy: "Check the spelling, `app` and `environment`."),
    DescribedCode(
      "unknown_name", 409, cause: "No product of the app's catalogs unlocks the name.",
      remedy: "Check the name, or publish a catalog with a product that unlocks it."),
    DescribedCode(
      "unknown_offer", 409,
      cause: "The catalog lists no promotional offer of this id for the product.",
      remedy: "Check the id, or publish a catalog that lists it in `offers`."),
    DescribedCode(
      "unknown_product", 409, cause: "No catalog of the app lists the product.",
      remedy: "Check the product id, or publish a catalog that lists it."),
  ]
}
