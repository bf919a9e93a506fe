-- The key of the user's last PIX charge, offered again with the next one.
alter table users add column pix_key jsonb;

-- Lanes with the same position are in the order in which they were created.
alter table tags add column lane_position integer not null default 0;
