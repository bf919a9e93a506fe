import { maskName, maskNames } from '@balcao/domain/contact/mask';
import { dateIn } from '@balcao/domain/hours/hours';
import type { ReportFilter } from '@balcao/contract/endpoints/reports';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../infrastructure/clock.ts';
import { contacts as contactTable } from '../../infrastructure/db/schema/contacts.ts';
import type { FrozenFilter } from '../../infrastructure/db/schema/insight.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { CompanyLimit } from '../../infrastructure/limits/company-limit.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertRange, onTooLong, type Dashboard, type DayRange } from '../dashboard/index.ts';
import { findById, loadNames, type CompanyNames } from '../name-cache/index.ts';
import { ratingsOf } from './report-ratings.ts';
import { reportRowStore, type ReportCursor, type ReportDetails, type ReportScope } from './report-rows.store.ts';

export interface ReportDeps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  dashboard: Pick<Dashboard, 'inTx'>;
  limited: CompanyLimit;
}
/** A row with its names, as its reader may see them. */
export interface NamedReportRow extends ReportDetails {
  connectionName: string;
  userName: string;
  queue: { name: string; color: string } | null;
}
/** Names of what a filter refers to, by id. */
export interface FilterNames extends Pick<CompanyNames, 'connections' | 'users' | 'queues' | 'tags'> {
  /** The name of the filter’s contact, as its reader may see it; null without one. */
  contact: string | null;
}
export interface ReportPage {
  page: number;
  size: number;
  after: ReportCursor | undefined;
}

/** Lists cycles and conversations, with filters. */
export function createReports({ db, clock, contacts, dashboard, limited }: ReportDeps) {
  /** Without days: from the first of the month to today. */
  function freeze(filter: ReportFilter, timeZone: string): FrozenFilter {
    const today = dateIn(timeZone, clock.now());
    const dateTo = filter.dateTo ?? (filter.dateFrom !== null && filter.dateFrom > today ? filter.dateFrom : today);
    const dateFrom = filter.dateFrom ?? `${dateTo.slice(0, 8)}01`;
    assertRange(dateFrom, dateTo, 'dateFrom');
    return { ...filter, dateFrom, dateTo };
  }
  async function scopeOf(tx: Tx, filter: ReportFilter): Promise<ReportScope & { masked: boolean }> {
    const timeZone = await dashboard.inTx.timeZoneOf(tx);
    const masked = await contacts.inTx.hidesNumbers(tx);
    const search =
      filter.searchParam.trim() === ''
        ? undefined
        : contacts.matching(contactTable.id, {
            search: filter.searchParam,
            masked,
            country: await contacts.inTx.defaultCountry(tx),
          });
    return { filter: freeze(filter, timeZone), timeZone, search, masked };
  }
  async function withNames(tx: Tx, rows: ReportDetails[], masked: boolean): Promise<NamedReportRow[]> {
    const { connections, users, queues } = await loadNames(tx, []);
    return rows.map((row) => ({
      ...row,
      contactName: masked ? maskName(row.contactName) : row.contactName,
      // The preview of a shared contact card is its name, which may be a number.
      lastMessage: masked ? maskNames(row.lastMessage) : row.lastMessage,
      connectionName: findById(connections, row.connectionId)?.name ?? '',
      userName: findById(users, row.userId)?.name ?? '',
      queue: findById(queues, row.queueId),
    }));
  }

  async function namesOf(tx: Tx, { filter, masked }: ReportScope & { masked: boolean }): Promise<FilterNames> {
    const contact = filter.contactId === null ? undefined : await contacts.inTx.find(tx, filter.contactId);
    const name = contact?.name ?? (filter.contactId === null ? null : `#${filter.contactId}`);
    return { ...(await loadNames(tx, [])), contact: name !== null && masked ? maskName(name) : name };
  }

  return {
    list: (actor: Actor, filter: ReportFilter, { page, size, after }: ReportPage) =>
      limited(actor.companyId, () =>
        db.snapshotCompany(actor.companyId, async (tx) => {
          const { masked, ...scope } = await scopeOf(tx, filter);
          if (masked) contacts.inTx.countLookup(actor, filter.searchParam);
          const offset = after ? 0 : (page - 1) * size;
          const { rows, keys } = await reportRowStore.page(tx, scope, { after, limit: size + 1, offset });
          const shown = await withNames(tx, rows.slice(0, size), masked);
          // The caller of a further page knows the sums already.
          const summary = after ? undefined : await reportRowStore.summary(tx, scope);
          const next = keys.length > size ? keys[size - 1] : undefined;
          return { rows: shown, summary, next, timeZone: scope.timeZone };
        }),
      ).catch(onTooLong),
    /** The ratings of the rows. */
    ratings: (actor: Actor, filter: ReportFilter) =>
      limited(actor.companyId, () =>
        db.snapshotCompany(actor.companyId, async (tx) => {
          const { masked, ...scope } = await scopeOf(tx, filter);
          if (masked) contacts.inTx.countLookup(actor, filter.searchParam);
          const { users } = await loadNames(tx, []);
          return ratingsOf(await reportRowStore.ratings(tx, scope), (id) => findById(users, id)?.name);
        }),
      ).catch(onTooLong),

    /** For exports, in the snapshot of their transaction. */
    inTx: {
      scopeOf,
      withNames,
      namesOf,
      /** For the equations of the dashboard: all cycles that began in the range. */
      totalsOf: async (tx: Tx, range: DayRange) => ({
        rows: await reportRowStore.countCycles(tx, range),
        exported: await reportRowStore.exportedSums(tx, range),
      }),
    },
    freeze,
  };
}
export type Reports = ReturnType<typeof createReports>;
