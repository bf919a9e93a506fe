update tags set name = $1 where company_id = $2 and id = $3
returning id, name, color, is_lane, lane_minutes, next_lane_id, rollback_lane_id, lane_greeting, created_by
