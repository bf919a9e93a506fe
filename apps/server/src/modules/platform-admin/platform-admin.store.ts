import type { Connection } from '@balcao/contract/endpoints/connections';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

export type CompanyFilter = 'all' | 'current' | 'ending' | 'overdue' | 'inactive';
export interface CompanyUse {
  users: number;
  connections: number;
  queues: number;
  isTrial: boolean;
  fileBytes: number | null;
  fileCount: number | null;
  countedAt: Date | null;
}
export interface ListedCompany extends CompanyUse {
  companyId: number;
  total: number;
}
export interface PlatformNumbers {
  all: number;
  current: number;
  ending: number;
  overdue: number;
  inactive: number;
  trialsEnding: number;
  monthlyCents: number;
  openCents: number;
  openCount: number;
  lateCents: number;
  lateCount: number;
}
export interface ConnectionCount {
  companyId: number;
  name: string;
  connected: number;
  disconnected: number;
  total: number;
}
/** A company with the states of its connections and the last change of one of them. */
export interface ListedConnections extends ConnectionCount {
  isWorking: boolean;
  states: ConnectionState[];
  changedAt: Date | null;
  changedChannel: ConnectionState['channel'] | null;
  changedStatus: ConnectionState['status'] | null;
}
type ConnectionState = Pick<Connection, 'channel' | 'status'>;
export interface ChannelTotal {
  channel: ConnectionState['channel'];
  count: number;
}
export interface PlanRevenue {
  planId: number;
  /** Companies with limits of their own. */
  isCustom: boolean;
  companies: number;
  /** Companies that never paid, or whose subscription has ended, add nothing. */
  monthlyCents: number;
}
export interface ConnectionTotals extends Omit<ConnectionCount, 'companyId' | 'name'> {
  companies: number;
  troubled: number;
}
/** Where a page of companies begins: behind this one. */
export interface CompanyCursor {
  isWorking: boolean;
  name: string;
  companyId: number;
}
export interface ConnectionFilter {
  search: string;
  isTroubled: boolean;
  after: CompanyCursor | undefined;
}
interface Page {
  search: string;
  which: CompanyFilter;
  at: Date;
  skip: number;
  limit: number;
}

export const platformAdminStore = {
  /** Keys of one page with what each company uses, and how many companies there are in all. */
  page: (tx: PlatformTx, { search, which, at, skip, limit }: Page) =>
    tx.query<ListedCompany>(page, [search, which, at, skip, limit]),
  async numbers(tx: PlatformTx, at: Date, today: string): Promise<PlatformNumbers> {
    return (await tx.query<PlatformNumbers>(numbers, [at, today]))[0]!;
  },
  connectionCounts: (tx: PlatformTx, { search, isTroubled, after }: ConnectionFilter, limit: number) =>
    tx.query<ListedConnections>(connectionCounts, [
      search,
      isTroubled,
      after?.isWorking ?? false,
      after?.name ?? '',
      after?.companyId ?? 0,
      limit,
    ]),
  connectionChannels: (tx: PlatformTx) => tx.query<ChannelTotal>(connectionChannels, []),
  async connectionTotals(tx: PlatformTx): Promise<ConnectionTotals> {
    return (await tx.query<ConnectionTotals>(connectionTotals, []))[0]!;
  },
  async companyOfConnection(tx: PlatformTx, id: number): Promise<number | undefined> {
    return (await tx.query<{ companyId: number }>(companyOfConnection, [id]))[0]?.companyId;
  },

  planRevenue: (tx: PlatformTx, at: Date) => tx.query<PlanRevenue>(planRevenue, [at]),

  /** What the company of the transaction uses, and its last count of files. */
  async use(tx: Tx): Promise<CompanyUse> {
    return (await tx.query<CompanyUse>(use, [tx.companyId]))[0]!;
  },
};

const page = {
  name: 'platform-admin.page',
  text: `select company_id as "companyId", total, users, connections, queues, is_trial as "isTrial",
                file_bytes::float8 as "fileBytes", file_count as "fileCount", counted_at as "countedAt"
           from companies_listed($1, $2, $3, $4, $5)`,
};
const numbers = {
  name: 'platform-admin.numbers',
  text: `select companies as "all", current_count as current, ending_count as ending, overdue_count as overdue,
                inactive_count as inactive, trials_ending as "trialsEnding", monthly_cents::float8 as "monthlyCents",
                open_cents::float8 as "openCents", open_count as "openCount", late_cents::float8 as "lateCents",
                late_count as "lateCount"
           from platform_numbers($1, $2)`,
};
const connectionCounts = {
  name: 'platform-admin.connection-counts',
  text: `select company_id as "companyId", name, is_working as "isWorking", connected, total - connected as disconnected,
                total, states, changed_at as "changedAt", changed_channel as "changedChannel",
                changed_status as "changedStatus"
           from connection_page($1, $2, $3, $4, $5, $6)`,
};
const connectionChannels = {
  name: 'platform-admin.connection-channels',
  text: 'select channel, total as count from connection_channels()',
};
const connectionTotals = {
  name: 'platform-admin.connection-totals',
  text: 'select companies, troubled, connected, disconnected, total from connection_totals()',
};
const companyOfConnection = {
  name: 'platform-admin.company-of-connection',
  text: 'select company_id as "companyId" from company_of_connection($1)',
};
const planRevenue = {
  name: 'platform-admin.plan-revenue',
  text: `select plan_id as "planId", is_custom as "isCustom", companies, monthly_cents::float8 as "monthlyCents"
           from plan_revenue($1)`,
};
const use = {
  name: 'platform-admin.use',
  text: `select (select count(*)::int from users where company_id = $1) as users,
                coalesce((select max(n)::int from (
                  select count(*) as n from connections where company_id = $1 group by channel) per_channel), 0) as connections,
                (select count(*)::int from queues where company_id = $1) as queues,
                not exists (select from subscription_entries where company_id = $1 and kind = 'payment') as "isTrial",
                counted.file_bytes::float8 as "fileBytes", counted.file_count as "fileCount", counted.counted_at as "countedAt"
           from (select 1) one
           left join lateral (select file_bytes, file_count, counted_at from company_usage
                               where company_id = $1 order by day desc limit 1) counted on true`,
};
