extension DescribedCode {
  /// The codes about the form of a request, its key and the state of the server.
  static let requests: [DescribedCode] = [
    DescribedCode(
      "app_required", 400, cause: "More than one app is configured, and the request names none.",
      remedy: "Name one by `app=<bundle id>`."),
    DescribedCode(
      "body_too_large", 413, cause: "The body has more bytes than the route reads.",
      remedy: "Divide the content among several requests."),
    DescribedCode(
      "body_too_slow", 408, isRetryable: true, cause: "The body did not arrive within 20 seconds.",
      remedy: "Send the request again."),
    DescribedCode(
      "environment_not_configured", 400,
      cause:
        "The app is not configured for the environment of the request or of the signed document.",
      remedy: "Correct `environment`, or add the environment to the app in `DAICHO_APPS`."),
    DescribedCode(
      "epoch_changed", 409,
      cause: "The position is from before the ledger was restored from a backup.",
      remedy: "Go on from `from`, the last position that both histories share."),
    DescribedCode(
      "http_error", 400, cause: "The server could not read the request as HTTP.",
      remedy: "Correct the request line and the headers."),
    DescribedCode(
      "insufficient_scope", 403, cause: "The key lacks the scope that the route needs.",
      remedy: "Use a key with that scope; `detail` names it."),
    DescribedCode(
      "internal_error", 500, isRetryable: true,
      cause: "An error that the server does not know. Its log has it under the request's id.",
      remedy: "Send the request again, and report the id if it stays."),
    DescribedCode(
      "invalid_account", 400, cause: "The name cannot be the name of an account.",
      remedy:
        "Send 1 to 255 bytes of UTF-8 without control characters, percent-encoded in an address."),
    DescribedCode(
      "invalid_body", 400, cause: "Fields of the body are missing, or have values that cannot be.",
      remedy: "Correct each field that `errors` names."),
    DescribedCode(
      "invalid_idempotency_key", 400,
      cause: "`Idempotency-Key` is no plain text of 1 to 255 bytes.",
      remedy: "Send a name as \"order-17\"."),
    DescribedCode(
      "invalid_key", 401, cause: "The request has no key, or one that is unknown or revoked.",
      remedy: "Send a key that is in force as `Authorization: Bearer daicho_…`."),
    DescribedCode(
      "invalid_name", 400,
      cause: "The name in the address cannot be that of a product or of what one unlocks.",
      remedy: "Send 1 to 255 bytes of UTF-8 without control characters, percent-encoded."),
    DescribedCode(
      "invalid_parameter", 400, cause: "A query parameter has a value that cannot be.",
      remedy: "Correct the parameter as `detail` says."),
    DescribedCode(
      "invalid_token", 400, cause: "The token in the address is no UUID.",
      remedy: "Send the `appAccountToken` as StoreKit has it."),
    DescribedCode(
      "idempotency_key_required", 400,
      cause: "The request must be performed once, and has no key for that.",
      remedy: "Send `Idempotency-Key` with a name of your own for the request."),
    DescribedCode(
      "idempotency_key_reused", 422, cause: "The key was used for another request of this account.",
      remedy: "Choose a new key for a new request."),
    DescribedCode(
      "key_expired", 401, cause: "The key has expired.",
      remedy: "Create another one with `daicho keys create`."),
    DescribedCode(
      "key_not_for_app", 403, cause: "The key is bound to other apps.",
      remedy: "Name an app of the key by `app`, or use a key of that app."),
    DescribedCode(
      "key_not_for_environment", 403, cause: "The key is bound to other environments.",
      remedy: "Name an environment of the key by `environment`, or use a key of that environment."),
    DescribedCode(
      "method_not_allowed", 405, cause: "The address answers other methods.",
      remedy: "Use one that `Allow` names."),
    DescribedCode(
      "not_found", 404, cause: "There is nothing at this address.",
      remedy: "Correct the address; `/openapi.json` lists all of them."),
    DescribedCode(
      "overloaded", 503, isRetryable: true, cause: "Too many writes wait to be stored.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "position_not_reached", 503, isRetryable: true,
      cause: "What was recorded up to `minPosition` is not in the answers yet.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "rate_limited", 429, isRetryable: true,
      cause: "The key sends more requests a second than `DAICHO_HTTP_RATE` allows.",
      remedy: "Send the request again after `Retry-After`, and spread requests over time."),
    DescribedCode(
      "storage_unavailable", 503, isRetryable: true,
      cause: "The database could not store the request now.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "too_many_bodies", 503, isRetryable: true,
      cause: "The bodies of other requests fill the memory for bodies.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "too_many_key_lookups", 503, isRetryable: true,
      cause: "Too many unknown keys are being looked up.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "unavailable", 503, isRetryable: true,
      cause: "The database did not answer in time, or the server is stopping.",
      remedy: "Send the request again after `Retry-After`."),
    DescribedCode(
      "unknown_app", 400, cause: "`app` names no app that is configured.",
      remedy: "Correct the bundle id, or add the app to `DAICHO_APPS`."),
    DescribedCode(
      "unknown_field", 400, cause: "The body has fields that the route does not know.",
      remedy: "Leave them out, or correct their spelling as `errors` says."),
    DescribedCode(
      "unknown_parameter", 400, cause: "The route does not know a query parameter.",
      remedy: "Leave it out, or correct its spelling."),
    DescribedCode(
      "unreadable_body", 400,
      cause: "The body broke off, or is not the JSON object that the route reads.",
      remedy: "Send the body whole, in the form that `detail` shows."),
    DescribedCode(
      "unsupported_media_type", 415, cause: "`Content-Type` says that the body is not JSON.",
      remedy: "Send JSON with `Content-Type: application/json`."),
  ]
}
