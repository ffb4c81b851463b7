import Testing

struct CitusFormTests {
  @Test func `no statement has a form that Citus refuses`() throws {
    let files = try Repository.files(in: ["Sources"], endingIn: [".sql"])
    #expect(files.count > 150)
    for file in files {
      let forms = CitusForm.found(in: file.lines.joined(separator: "\n"))
      #expect(forms.isEmpty, "\(file.path): \(forms)")
    }
  }

  @Test(arguments: [
    """
    select l.lane, h.last_position
    from unnest($1::smallint[]) as l(lane)
    left join lateral (
      select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
    ) as h on true
    """,
    "select l.lane from unnest($1::smallint[]) as l(lane) where exists ("
      + "select from job j where j.lane = l.lane)",
    "select (select max(position) from event e where e.lane = n.lane)\n"
      + "from generate_series(0, 4) as n(lane)",
    "select from unnest($1::smallint[]) with ordinality as o(lane, place) cross join lateral ("
      + "select from coin_grant c where c.lane = o.lane and made_position > o.place) as g",
  ])
  func `a subquery for each lane of a function is found`(sql: String) {
    #expect(CitusForm.found(in: sql) == [.subqueryForEachLaneOfAFunction])
  }

  @Test(arguments: [
    "update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1",
    "insert into chain (lane) values ($1)\non conflict (lane)\n"
      + "do update set moved_at = greatest(chain.moved_at, clock_timestamp())",
  ])
  func `a changing function inside an assigned expression is found`(sql: String) {
    #expect(CitusForm.found(in: sql) == [.changingFunctionInUpdate])
  }

  @Test(arguments: [
    """
    -- A comment: from unnest($1) as l(lane), lateral (select l.lane)
    select l.lane, h.last_position
    from lane l
    left join lateral (
      select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
    ) as h on true
    where l.lane = any($1::smallint[])
    """,
    "select from chain l where not exists ("
      + "select from unnest($1::smallint[], $2::uuid[]) as s(lane, stream) where s.lane = l.lane)",
    "select e.position from unnest($1::smallint[]) as l(lane) join event e on e.lane = l.lane",
    "update job set moved_at = statement_timestamp() where lane = $1",
    "select coalesce(max(moved_at), now()) from job",
  ])
  func `other statements have none`(sql: String) {
    #expect(CitusForm.found(in: sql) == [])
  }
}
