extension DescribedCode {
  /// The reasons of jobs that wait or are dead-lettered, beside those of posted items.
  static let jobs: [DescribedCode] = [
    DescribedCode(
      "apple_NNNNNNN", cause: "Apple refused the request with its error number, such as 4040010.",
      remedy: "Look the number up in Apple's list of App Store Server API errors. "
        + "It is retried by itself if Apple says that it may be."),
    DescribedCode(
      "apple_status_NNN",
      cause: "Apple refused the request with this HTTP status, and gave no error number.",
      remedy: "Correct `issuerId`, `keyId` and `privateKeyFile` for 401, and retry the job."),
    DescribedCode(
      "apple_held_back", cause: "Requests to Apple rest for a while after errors.",
      remedy: "It is retried by itself."),
    DescribedCode(
      "apple_refused", cause: "Apple refused the request.",
      remedy: "Look at the log for Apple's code, correct the cause, and retry the job."),
    DescribedCode(
      "apple_unanswered", cause: "Apple did not answer in time.", remedy: "It is retried by itself."
    ),
    DescribedCode(
      "apple_unreachable", cause: "No connection to Apple could be made.",
      remedy: "It is retried by itself; check the network if it stays."),
    DescribedCode(
      "apple_unreadable", cause: "Apple's answer could not be read.",
      remedy: "It is retried by itself."),
    DescribedCode(
      "cancelled", cause: "The server stopped during the request.",
      remedy: "It is retried by itself."),
    DescribedCode(
      "consumption_not_answered", cause: "The app does not allow answers about consumption.",
      remedy: "Set `consumption` of the app in `DAICHO_APPS`."),
    DescribedCode(
      "failed", cause: "The attempt ended with an error that the log has.",
      remedy: "It is retried by itself."),
    DescribedCode(
      "malformed_id", cause: "The id is of no form that Apple knows.",
      remedy: "Dead-letter the job."),
    DescribedCode(
      "missed", cause: "The deadline of the job passed before it was done.",
      remedy: "There is nothing to do."),
    DescribedCode(
      "private_key_unusable", cause: "The key for Apple's Server API cannot sign.",
      remedy: "Correct `privateKeyFile` in `DAICHO_APPS`."),
    DescribedCode(
      "shared_secret_missing", cause: "The app has no shared secret for verifyReceipt.",
      remedy: "Set `sharedSecretFile` in `DAICHO_APPS`."),
    DescribedCode(
      "time_limit", cause: "The attempt took too long.", remedy: "It is retried by itself."),
    DescribedCode(
      "transaction_unknown", cause: "The transaction of the job is not recorded yet.",
      remedy: "It is retried by itself."),
    DescribedCode(
      "unknown_master_key", cause: "The content is sealed under a master key that is not here.",
      remedy: "Put the key's line back into `DAICHO_ENCRYPTION_KEY_FILE`."),
    DescribedCode(
      "unreadable_content", cause: "The content of the job cannot be read.",
      remedy: "Dead-letter the job."),
    DescribedCode(
      "verify_receipt_NNNNN", cause: "verifyReceipt answered with this status, such as 21004.",
      remedy:
        "Look the status up in Apple's list for verifyReceipt; 21004 is a wrong `sharedSecretFile`."
    ),
  ]
}
