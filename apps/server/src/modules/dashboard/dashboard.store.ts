import type { Tx } from '../../infrastructure/db/tx.ts';
import { reportedSql } from '../tickets/index.ts';

export interface DashboardUser {
  id: number;
  name: string;
  online: boolean;
}
export interface NowRow {
  supportHappening: number;
  supportPending: number;
  groupsNow: number;
  agentsOnline: number;
  agentsTotal: number;
}

export const dashboardStore = {
  users: (tx: Tx) => tx.query<DashboardUser & Record<string, unknown>>(users, [tx.companyId]),
  async now(tx: Tx): Promise<NowRow> {
    return (await tx.query<NowRow & Record<string, unknown>>(now, [tx.companyId]))[0]!;
  },
};

const users = {
  name: 'dashboard.users',
  text: 'select id, name, is_online as online from users where company_id = $1 order by name, id',
};
const now = {
  name: 'dashboard.now',
  text: `select count(*) filter (where status = 'open')::int as "supportHappening",
                count(*) filter (where status = 'pending')::int as "supportPending",
                count(*) filter (where status = 'group')::int as "groupsNow",
                (select count(*)::int from users where company_id = $1 and is_online) as "agentsOnline",
                (select count(*)::int from users where company_id = $1) as "agentsTotal"
           from tickets where company_id = $1 and status <> 'closed' and ${reportedSql('tickets')}`,
};
