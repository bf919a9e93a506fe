select id, company_id as "companyId", name, color, is_lane as "isLane", lane_minutes as "laneMinutes",
                next_lane_id as "nextLaneId", rollback_lane_id as "rollbackLaneId", lane_greeting as "laneGreeting",
                created_by as "createdBy", created_at as "createdAt", count(*) over ()::int as total
           from tags
          where company_id = $1 and is_lane = $2 and ($3 = '%%' or folded(name) like $3) and id <> $4
          order by name, id limit $5 offset $6
