-- expand, oldest-code: 0056
-- When a service refused the key of a prompt: prompts.key_refused_at. When the API token of a connection was last used:
-- connections.token_used_at.

-- Null: it was not refused, or the key was replaced since.
alter table prompts add column key_refused_at timestamptz;
-- Null: never. Written at most once a minute.
alter table connections add column token_used_at timestamptz;
