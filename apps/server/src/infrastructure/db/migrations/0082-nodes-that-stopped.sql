-- expand, oldest-code: 0056
-- When a node stopped: nodes.stopped_at. Rows stay for eight days, because a contraction waits until no node of the
-- former version has run for seven. Nodes of earlier versions delete their row.

alter table nodes add column stopped_at timestamptz;
