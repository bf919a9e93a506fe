-- expand, oldest-code: 0056
-- The calls of an integration, also those of bots; before, only deliveries of webhooks.
create index flow_calls_integration on flow_calls (company_id, integration_id, created_at desc) where integration_id is not null;
drop index flow_calls_deliveries;
