-- Returns the kept reports of every closed period with their SHA-256 in hexadecimal digits.
select app, environment, ends_at, report, format, encode(sha256(body), 'hex')
from period_report
order by app, environment, ends_at, report, format
