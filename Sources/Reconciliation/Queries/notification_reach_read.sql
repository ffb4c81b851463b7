-- Returns the seconds for which Apple tells a store's notifications, if a refusal showed it lately.
-- $1 app, $2 environment, $3 not before
select seconds from notification_reach
where app = $1::text and environment = $2::text and learned_at > $3::timestamptz
