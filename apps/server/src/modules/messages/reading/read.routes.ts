import type { endpoints } from '@balcao/contract';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Handlers } from '../../../infrastructure/http/handle.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { FullTicket } from '../../tickets/index.ts';
import type { Transcribe } from '../media/transcription.ts';
import type { Messages } from '../messages.ts';
import { parseCursor, presentReceipt, presentUndelivered } from '../messages.wire.ts';
import { loadMessageViews, maskingRules } from './message-views.ts';
import { createSearch } from './search.ts';

export interface ReadingRouteDeps {
  db: Db;
  settings: Settings;
  contacts: Contacts;
  transcribe: Transcribe;
  sign(key: string): string;
  loadTicketViews(tx: Tx, rows: FullTicket[], masked: boolean): Promise<Ticket[]>;
  ticketNumbersOf(tx: Tx, ids: number[]): Promise<Map<number, number>>;
}
type ReadingRoute = 'list' | 'search' | 'transcribe' | 'counts' | 'deliveries' | 'life';

export const readingRoutes = (
  messages: Messages,
  deps: ReadingRouteDeps,
): Pick<Handlers<typeof endpoints.messages>, ReadingRoute> => {
  const loadViews = loadMessageViews(deps);
  const search = createSearch(deps);
  return {
    list: ({ actor, params, query }) =>
      messages.thread(actor, params.ticketUuid, parseCursor(query), query.selectedQueues, async (tx, rows, ticket) => {
        const masking = await maskingRules(tx, deps.settings);
        // The messages of the open ticket need no number: nothing separates them.
        const earlier = [...new Set(rows.map(({ ticketId }) => ticketId))].filter((id) => id !== ticket.id);
        const numbers = await deps.ticketNumbersOf(tx, earlier);
        return {
          messages: (await loadViews(tx, rows, masking)).map((message) => ({
            ...message,
            ticketNumber: numbers.get(message.ticketId) ?? (message.ticketId === ticket.id ? ticket.number : null),
          })),
          ticket: (await deps.loadTicketViews(tx, [ticket], masking.hidesNumbers))[0]!,
        };
      }),
    search: ({ actor, query }) =>
      search(actor, {
        text: query.searchParam,
        before: query.cursor,
        queueIds: query.queueIds,
        tagIds: query.tags,
        userIds: query.users,
        connectionIds: query.whatsapps,
      }),
    transcribe: async ({ actor, params }) => ({ transcribedText: await deps.transcribe(actor, params.file) }),
    counts: async ({ actor, query }) => {
      const days = { from: query.dateStart, to: query.dateEnd };
      return { count: [{ count: String(await messages.count(actor, query.fromMe, days)) }] };
    },
    deliveries: async ({ actor, query }) => {
      const { rows, ...page } = await messages.listUndelivered(actor, {
        onlyUndelivered: query.state === 'troubled',
        before: query.before,
        connectionId: query.connectionId,
      });
      // Masked like the conversation itself.
      const masking = await deps.db.readCompany(actor.companyId, (tx) => maskingRules(tx, deps.settings));
      return { messages: rows.map((row) => presentUndelivered(row, masking)), ...page };
    },
    life: async ({ actor, params }) => {
      const receipts = await messages.listReceipts(actor, params.id);
      const { hidesNumbers } = await deps.db.readCompany(actor.companyId, deps.settings.privacy);
      return { steps: receipts.map((receipt) => presentReceipt(receipt, hidesNumbers)) };
    },
  };
};
