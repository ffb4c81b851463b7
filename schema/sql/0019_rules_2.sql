-- Days of paid service and commission follow other rules since this version. Their rows are made
-- anew from the log by the first server that runs; until then the reports about them wait.
truncate tenure_chain, service_period, commission_line, commission_customer;
delete from projection_checkpoint where projection in ('tenure', 'commission');
