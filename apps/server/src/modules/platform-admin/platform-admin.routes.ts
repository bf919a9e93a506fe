import { endpoints } from '@balcao/contract';
import { refuse } from '../../infrastructure/app-error.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import { presentConnection } from '../connections/index.ts';
import type { PlatformAdmin } from './platform-admin.ts';
import { parseCursor, presentCompany, presentConnections, presentCursor } from './platform-admin.wire.ts';

export const platformAdminRoutes = ({
  overview,
  changes,
  deletion,
  planRevenue,
  usage,
  allConnections,
}: PlatformAdmin) =>
  handle('platform', endpoints.platform, {
    companies: async ({ actor, query }) => {
      const { searchParam: search, which, pageNumber: page } = query;
      const { rows, count, hasMore } = await overview.page(actor, { search, which, page });
      return { companies: rows.map(presentCompany), count, hasMore };
    },
    pickCompanies: async ({ actor }) => (await overview.picks(actor)).map(presentCompany),
    numbers: async () => {
      const { all, current, ending, overdue, inactive, ...rest } = await overview.numbers();
      return {
        counts: { all, current, ending, overdue, inactive },
        trialsEnding: rest.trialsEnding,
        monthlyCents: rest.monthlyCents,
        open: { count: rest.openCount, cents: rest.openCents },
        late: { count: rest.lateCount, cents: rest.lateCents },
      };
    },
    planRevenue,
    showCompany: async ({ actor, params }) => presentCompany(await overview.show(actor, params.companyId)),
    createCompany: async ({ actor, body }) => presentCompany(await changes.create(actor, body)),
    updateCompany: async ({ actor, params, body }) =>
      presentCompany(await changes.update(actor, params.companyId, body)),
    removeCompany: async ({ actor, params, query }) =>
      presentCompany(await deletion.ask(actor, params.companyId, query.name)),
    restoreCompany: async ({ actor, params }) => presentCompany(await deletion.restore(actor, params.companyId)),
    usage: async ({ params }) => ({
      days: (await usage.days(params.companyId)).map((day) => ({ ...day, countedAt: day.countedAt.toISOString() })),
    }),

    connections: async ({ query: { searchParam: search, which, after } }) => {
      const cursor = after === undefined ? undefined : parseCursor(after);
      if (after !== undefined && !cursor) refuse('ERR_VALIDATION', { field: 'after', rule: 'invalid' });
      const { companies, totals, channels, next } = await allConnections.counts({
        search,
        isTroubled: which === 'troubled',
        after: cursor,
      });
      const { companies: all, troubled, ...total } = totals;
      return {
        companies: companies.map(presentConnections),
        next: next && presentCursor(next),
        total: { ...total, channels },
        counts: { all, troubled },
      };
    },
    companyConnections: async ({ params }) => (await allConnections.list(params.companyId)).map(presentConnection),
    addConnection: async ({ actor, params, body }) => {
      const { connection, qrTicket } = await allConnections.add(actor, params.companyId, body);
      return { ...presentConnection(connection), qrTicket };
    },
    updateConnection: async ({ actor, params, body }) =>
      presentConnection(await allConnections.update(actor, params.id, body)),
    startSession: async ({ actor, params }) => ({
      message: 'Starting session',
      qrTicket: await allConnections.startSession(actor, params.id),
    }),
    endSession: async ({ actor, params }) => {
      await allConnections.endSession(actor, params.id);
      return { message: 'Session disconnected' };
    },
    removeConnection: async ({ actor, params }) => {
      await allConnections.remove(actor, params.id);
      return { message: 'Connection deleted' };
    },
    qrCode: ({ actor, params, query }) => allConnections.qrCode(actor, params.id, query.qrTicket),
  });
