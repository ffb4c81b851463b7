-- Removes the counts of earlier hours.
-- $1 moment
delete from notification_rejection where hour < $1::timestamptz
