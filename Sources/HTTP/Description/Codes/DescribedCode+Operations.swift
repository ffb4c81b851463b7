extension DescribedCode {
  /// The codes about reports, projections, jobs and dead letters.
  static let operations: [DescribedCode] = [
    DescribedCode(
      "event_not_found", 404, cause: "There is no event with this id.",
      remedy: "`GET /v1/dead-letters` lists the events that failed."),
    DescribedCode(
      "job_not_found", 404, cause: "No pending or dead-lettered job has this id.",
      remedy: "`GET /v1/outbox` lists them."),
    DescribedCode(
      "kept_bytes_altered", 500,
      cause: "The bytes of a closed report differ from those that were closed.",
      remedy: "Run `daicho verify`, and restore the report from a backup."),
    DescribedCode(
      "no_space", 409, cause: "The disk has no room for another generation of the projections.",
      remedy: "Free space, then start the rebuild again."),
    DescribedCode(
      "projection_not_found", 404, cause: "No projection has this name.",
      remedy: "`GET /v1/projections` lists them; `all` stands for all."),
    DescribedCode(
      "rebuild_begun", 409,
      cause: "A rebuild of other projections, or by other rules, was begun and is not finished.",
      remedy: "Finish it, or drop it with `daicho projections`."),
    DescribedCode(
      "rebuild_not_possible", 409, cause: "The generations do not allow this now.",
      remedy: "`detail` says why; `daicho projections list` shows the generations."),
    DescribedCode(
      "rebuild_under_way", 409, isRetryable: true, cause: "A rebuild is running.",
      remedy: "Wait for its end; `GET /v1/projections` shows the progress."),
    DescribedCode(
      "report_not_found", 404, cause: "There is no report of this name.",
      remedy: "Use a name that `detail` lists."),
    DescribedCode(
      "second_person_required", 403,
      cause: "The app's policy asks for a second person, and the request names none who counts.",
      remedy: "Send `Second-Authorization: Bearer …` with another key of scope `admin`."),
  ]
}
