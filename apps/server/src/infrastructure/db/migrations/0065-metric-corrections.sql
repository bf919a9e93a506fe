-- expand, oldest-code: 0056
-- The ratings of a removed user stay the user's: user_ratings (foreign key to users dropped).

-- As in ticket_tracking and ticket_periods, the id outlives the user. Stored days name the agent by it.
alter table user_ratings drop constraint user_ratings_company_id_user_id_fkey;
