extension DescribedCode {
  /// The codes about documents that Apple signed: problems of notifications, and reasons of posted items.
  static let documents: [DescribedCode] = unreadable + notGenuine + notAccepted

  private static let unreadable: [DescribedCode] = [
    DescribedCode(
      "app_not_named", 400, cause: "The document does not name its app.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "contradictory_fields", 400, cause: "The document is about more than one app or environment.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "document_too_large", 400, cause: "The document has more bytes than Apple sends.",
      remedy: "Query Apple for the customer's history instead."),
    DescribedCode(
      "incomplete_payload", 400, cause: "The signed payload lacks a field that Apple always sends.",
      remedy: "Fetch it again from Apple."),
    DescribedCode(
      "invalid_receipt_answer", 400, cause: "The document is no answer of verifyReceipt.",
      remedy: "Send the answer exactly as Apple sent it."),
    DescribedCode(
      "malformed_jws", 400, cause: "The signed text is no JWS.",
      remedy: "Send the JWS exactly as Apple issued it."),
    DescribedCode(
      "malformed_receipt", 400, cause: "The receipt is damaged or cut off.",
      remedy: "Send the receipt exactly as the device has it."),
    DescribedCode(
      "missing_app_apple_id", 400, cause: "A notification of Production lacks `appAppleId`.",
      remedy: "Send the notification as Apple signed it."),
    DescribedCode(
      "missing_creation_date", 400, cause: "The receipt has no date of creation.",
      remedy: "Send the receipt exactly as the device has it."),
    DescribedCode(
      "missing_field", 400, cause: "The document lacks a field that Apple always sends.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "missing_receipt_attribute", 400,
      cause: "The receipt lacks an attribute that Apple always sends.",
      remedy: "Send the receipt exactly as the device has it."),
    DescribedCode(
      "missing_signed_date", 400, cause: "The payload has no `signedDate`.",
      remedy: "Send the JWS exactly as Apple issued it."),
    DescribedCode(
      "missing_signed_payload", 400, cause: "The notification has no `signedPayload`.",
      remedy: "Send the notification exactly as Apple sent it."),
    DescribedCode(
      "nested_too_deeply", 400, cause: "The JSON is nested more deeply than Apple's.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "price_out_of_bounds", 400, cause: "The price is not one that Apple can charge.",
      remedy: "Fetch the transaction again from Apple."),
    DescribedCode(
      "receipt_too_large", 400, cause: "The receipt has more than 5 MiB.",
      remedy: "Send an app receipt exactly as the device has it."),
    DescribedCode(
      "repeated_field", 400, cause: "The JSON has a field twice.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "too_many_entries", 400, cause: "The document lists more entries than Apple sends.",
      remedy: "Query Apple for the customer's history instead."),
    DescribedCode(
      "too_many_purchases", 400, cause: "The receipt lists more purchases than are read.",
      remedy: "Query Apple for the customer's history instead."),
    DescribedCode(
      "unknown_document", 400, cause: "The document is of no kind of Apple's.",
      remedy: "Send the document whole and exactly as Apple made it."),
    DescribedCode(
      "unknown_receipt_environment", 400,
      cause: "The receipt names an environment that is not known.",
      remedy: "Send a receipt issued by the App Store or Xcode."),
    DescribedCode(
      "unreadable_field", 400,
      cause: "A field of the document is not of the kind that Apple sends.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "unreadable_json", 400, cause: "The body is not JSON.",
      remedy: "Send the document exactly as Apple sent it."),
    DescribedCode(
      "unreadable_payload", 400, cause: "The signed payload is not the JSON that Apple signs.",
      remedy: "Send the JWS exactly as Apple issued it."),
    DescribedCode(
      "unreadable_receipt_attribute", 400, cause: "An attribute of the receipt cannot be read.",
      remedy: "Send the receipt exactly as the device has it."),
    DescribedCode(
      "unstorable_text", 400,
      cause: "The document has a text or a moment that cannot be stored, as Apple sends none.",
      remedy: "Fetch it again from Apple."),
  ]

  private static let notGenuine: [DescribedCode] = [
    DescribedCode(
      "certificate_not_valid_at_creation_date", 401,
      cause: "A certificate of the receipt was not valid at its creation.",
      remedy: "Refresh the receipt on the device."),
    DescribedCode(
      "certificate_not_valid_at_signed_date", 401,
      cause: "A certificate was not valid at the signing time.",
      remedy: "Fetch the JWS again from Apple."),
    DescribedCode(
      "certificate_revoked", 401, cause: "Apple revoked a certificate of the chain.",
      remedy: "Fetch the JWS again from Apple."),
    DescribedCode(
      "invalid_certificate_chain", 401, cause: "The certificates are not a chain of three.",
      remedy: "Send a JWS issued by the App Store."),
    DescribedCode(
      "invalid_receipt_chain", 401,
      cause: "The certificates of the receipt are not a chain of three.",
      remedy: "Send a receipt issued by the App Store."),
    DescribedCode(
      "invalid_receipt_signature", 401, cause: "The signature of the receipt does not match.",
      remedy: "Send the receipt exactly as the device has it."),
    DescribedCode(
      "invalid_signature", 401, cause: "The signature does not match the payload.",
      remedy: "Send the JWS exactly as Apple issued it."),
    DescribedCode(
      "mismatched_payloads", 401,
      cause: "The payloads within one notification contradict each other.",
      remedy: "Send the notification exactly as Apple sent it."),
    DescribedCode(
      "missing_apple_marker", 401,
      cause: "A certificate is not marked for signing by the App Store.",
      remedy: "Send what the App Store issued."),
    DescribedCode(
      "receipt_created_in_the_future", 401,
      cause: "The receipt was created later than this server's clock.",
      remedy: "Set the clock; a posted receipt waits and is taken by itself."),
    DescribedCode(
      "receipt_expired", 401, cause: "The receipt has expired.",
      remedy: "Refresh the receipt on the device."),
    DescribedCode(
      "root_not_for_app", 401, cause: "The root certificate does not vouch for this app.",
      remedy: "Bind the trust root to the app if its signatures count there."),
    DescribedCode(
      "root_not_for_environment", 401,
      cause: "The root certificate does not vouch for this environment.",
      remedy: "Bind the trust root to the environment if its signatures count there."),
    DescribedCode(
      "signed_in_the_future", 401, cause: "The document was signed later than this server's clock.",
      remedy: "Set the clock; a posted item waits and is taken by itself."),
    DescribedCode(
      "unsupported_algorithm", 401,
      cause: "The signature is of an algorithm that Apple does not use.",
      remedy: "Send what the App Store issued."),
    DescribedCode(
      "untrusted_receipt_root", 401, cause: "The root certificate of the receipt is not trusted.",
      remedy: "Add it to `DAICHO_TRUST_ROOTS` if it is a test root."),
    DescribedCode(
      "untrusted_root", 401, cause: "The root certificate is not trusted.",
      remedy: "Add it to `DAICHO_TRUST_ROOTS` if it is a test root."),
    DescribedCode(
      "wrong_device", 401, cause: "The receipt is of another device than `deviceId`.",
      remedy: "Send the receipt and the id of the same device."),
    DescribedCode(
      "wrong_shared_secret", 401, cause: "The shared secret in the document is not the app's.",
      remedy: "Correct `sharedSecretFile` in `DAICHO_APPS`."),
  ]

  private static let notAccepted: [DescribedCode] = [
    DescribedCode(
      "app_not_configured", 400, cause: "The document is of an app that is not configured here.",
      remedy: "Add the app to `DAICHO_APPS`; a posted item waits for it."),
    DescribedCode(
      "nothing_to_restore",
      cause: "The post restores consumables alone, which are used up and stay with their account.",
      remedy: "Post without `restore`; a subscription or another lasting purchase is restored."),
    DescribedCode(
      "of_another_app_or_environment",
      cause: "A receipt within a notification is of another app or environment than the rest.",
      remedy: "There is nothing to do: the receipt is left out, and the rest is recorded."),
    DescribedCode(
      "product_type_untold",
      cause: "Apple has not told yet of which type the product is, so that the post waits.",
      remedy: "Publish a catalog that names the product, or wait for Apple's answer."),
    DescribedCode(
      "purchase_unknown", cause: "Apple is asked about the purchase that the item names.",
      remedy: "Wait, and read the post again."),
    DescribedCode(
      "refused", cause: "A saved post was refused without another reason.",
      remedy: "Read the post by its id."),
    DescribedCode(
      "revocation_status_unavailable", 503, isRetryable: true,
      cause: "The issuer of Apple's certificates did not say if one was revoked.",
      remedy: "Send it again; a posted item waits and is taken by itself."),
    DescribedCode(
      "shared_secret_not_configured", 400,
      cause: "The app has no shared secret here, by which the document is known.",
      remedy: "Set `sharedSecretFile` in `DAICHO_APPS`."),
    DescribedCode(
      "unknown_environment", 400, cause: "The document names an environment that is not known.",
      remedy: "Upgrade the ledger; a posted item waits for it."),
    DescribedCode(
      "wrong_app", cause: "`app` is not that of the signed document.",
      remedy: "Correct the parameter."),
    DescribedCode(
      "wrong_app_apple_id", 400,
      cause: "`appAppleId` is not the one that is configured for the bundle id.",
      remedy: "Correct `appAppleId` in `DAICHO_APPS`."),
    DescribedCode(
      "wrong_environment", cause: "`environment` is not that of the signed document.",
      remedy: "Correct the parameter."),
  ]
}
