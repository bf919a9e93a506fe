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
export interface CompanyRevenue {
  planId: number;
  /** It has limits of its own. */
  isCustom: boolean;
  /** 0 if it never paid, or its subscription has ended. */
  monthlyCents: number;
}
export type NamedConnection = Pick<Connection, 'name' | 'channel'> & { number: string };
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
  /** Every client company with the number of its connections. */
  countedCompanies: (tx: PlatformTx) =>
    tx.query<Pick<ConnectionCount, 'companyId' | 'name' | 'total'>>(countedCompanies, []),
  async connectionTotals(tx: PlatformTx): Promise<ConnectionTotals> {
    return (await tx.query<ConnectionTotals>(connectionTotals, []))[0]!;
  },
  async companyOfConnection(tx: PlatformTx, id: number): Promise<number | undefined> {
    return (await tx.query<{ companyId: number }>(companyOfConnection, [id]))[0]?.companyId;
  },

  /** The plan of the company of the transaction, and what its last paid renewal brings a month. */
  async revenue(tx: Tx, at: Date): Promise<CompanyRevenue | undefined> {
    return (await tx.query<CompanyRevenue>(revenue, [tx.companyId, at]))[0];
  },
  /** Name, number and channel of the connections of the company of the transaction. */
  connectionNames: (tx: Tx) => tx.query<NamedConnection>(connectionNames, [tx.companyId]),

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
const countedCompanies = {
  name: 'platform-admin.counted-companies',
  text: `select company_id as "companyId", name, total from connection_counts('', false, '', 0, 1000000)`,
};
const connectionTotals = {
  name: 'platform-admin.connection-totals',
  text: 'select companies, troubled, connected, disconnected, total from connection_totals()',
};
const companyOfConnection = {
  name: 'platform-admin.company-of-connection',
  text: 'select company_id as "companyId" from company_of_connection($1)',
};
// As platform_numbers, which sums it up.
const revenue = {
  name: 'platform-admin.revenue',
  text: `select c.plan_id as "planId", c.users_limit is not null or c.connections_limit is not null as "isCustom",
                case when c.is_active and c.due_date > $2
                       and exists (select from subscription_entries e where e.company_id = $1 and e.kind = 'payment')
                     then coalesce((select i.cents / greatest(i.months, 1) from invoices i
                                     where i.company_id = $1 and i.kind = 'renewal' and i.state = 'paid'
                                     order by i.due_day desc limit 1), 0)
                     else 0 end::float8 as "monthlyCents"
           from companies c where c.company_id = $1 and c.delete_at is null`,
};
const connectionNames = {
  name: 'platform-admin.connection-names',
  text: 'select name, number, channel from connections where company_id = $1 and removing_at is null',
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
