import Postgres

/// Everything that a database knows about the objects of its schema, one line for each property. Two
/// databases with the same lines have the same schema.
struct Catalog: Equatable {
  let lines: [String]

  init(of pool: Pool) async throws {
    lines = try await pool.withConnection { connection in
      try await connection.query(Self.statement).decode().sorted()
    }
  }

  /// Returns the lines that only one of two catalogs has, each marked with its side.
  func difference(to other: Catalog) -> [String] {
    other.lines.difference(from: lines).map { change in
      switch change {
      case .remove(_, let line, _): "- " + line
      case .insert(_, let line, _): "+ " + line
      }
    }
  }

  private static let statement = Statement(
    unsafeSQL: """
      with relation as (
        select * from pg_class where relnamespace = 'public'::regnamespace
      ), routine as (
        select * from pg_proc where pronamespace = 'public'::regnamespace
      ), object as (
        select 'pg_class'::regclass as catalog, oid, relname::text as name from relation
        union all select 'pg_proc'::regclass, oid, proname::text from routine
        union all
        select 'pg_constraint'::regclass, oid, conrelid::regclass || '.' || conname
        from pg_constraint where connamespace = 'public'::regnamespace
        union all
        select 'pg_trigger'::regclass, t.oid, r.relname || '.' || t.tgname
        from pg_trigger t join relation r on r.oid = t.tgrelid
        union all select 'pg_namespace'::regclass, 'public'::regnamespace, 'public'
      ), rights as (
        select oid, 'relation ' || relname as name,
          coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
            as acl
        from relation where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        union all
        select oid, 'function ' || proname, coalesce(proacl, acldefault('f', proowner)) from routine
        union all
        select oid, 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner))
        from pg_namespace where oid = 'public'::regnamespace
        union all
        select a.attrelid, 'column ' || r.relname || '.' || a.attname, a.attacl
        from pg_attribute a join relation r on r.oid = a.attrelid
        where a.attacl is not null
      )
      select format('relation %s: %s', relname, concat_ws(' | ',
        relkind, relpersistence, relreplident, relrowsecurity, relispartition, reloptions,
        (select amname from pg_am where oid = relam), pg_get_partkeydef(oid),
        pg_get_expr(relpartbound, oid), pg_get_userbyid(relowner))) as line
      from relation
      union all
      select format('parent of %s: %s', r.relname, p.relname)
      from pg_inherits i join relation r on r.oid = i.inhrelid join relation p on p.oid = i.inhparent
      union all
      select format('column %s.%s: %s', r.relname, a.attname, concat_ws(' | ',
        a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage,
        a.attcompression, a.attidentity, a.attgenerated, a.attisdropped, a.attoptions, a.attislocal,
        a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)))
      from pg_attribute a join relation r on r.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0
      union all
      select format('constraint %s.%s: %s', conrelid::regclass, conname, concat_ws(' | ',
        contype, convalidated, conislocal, condeferrable, pg_get_constraintdef(oid)))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select format('index %s: %s', r.relname, concat_ws(' | ',
        i.indisprimary, i.indisunique, i.indisvalid, i.indisclustered, pg_get_indexdef(r.oid)))
      from pg_index i join relation r on r.oid = i.indexrelid
      union all
      select format('view %s: %s', relname, pg_get_viewdef(oid)) from relation where relkind = 'v'
      union all
      select format('function %s: %s', proname, pg_get_functiondef(oid)) from routine
      union all
      select format('trigger %s.%s: %s | %s', r.relname, t.tgname, t.tgenabled,
        pg_get_triggerdef(t.oid))
      from pg_trigger t join relation r on r.oid = t.tgrelid
      union all
      select format('right on %s: %s', name, concat_ws(' | ',
        case grantee when 0 then 'public' else pg_get_userbyid(grantee) end, privilege_type,
        is_grantable))
      from rights cross join lateral aclexplode(acl)
      union all
      select format('comment on %s: %s | %s', o.name, d.objsubid, d.description)
      from pg_description d join object o on o.catalog = d.classoid and o.oid = d.objoid
      union all
      select format('type %s: %s', typname, typtype)
      from pg_type where typnamespace = 'public'::regnamespace
      union all
      select format('event type: %s', to_jsonb(e) - 'name' - 'word' || jsonb_build_object(
        'text', coalesce(to_jsonb(e) ->> 'name', to_jsonb(e) ->> 'word')))
      from event_type e
      """)
}
