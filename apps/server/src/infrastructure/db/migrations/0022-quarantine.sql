-- What a person could have looked at is kept as long as any delivery is, and no longer.
create index quarantine_at on quarantine (company_id, at);
