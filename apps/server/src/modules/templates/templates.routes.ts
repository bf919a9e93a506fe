import { endpoints } from '@balcao/contract';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { handle, type Visit } from '../../foundation/http/handle.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Templates } from './templates.ts';
import { showTemplate } from './templates.wire.ts';

type FullMessage = Awaited<ReturnType<Templates['send']>>;
interface Needs {
  db: Db;
  showMessages(tx: Tx, rows: FullMessage[]): Promise<Message[]>;
  showTickets(tx: Tx, rows: FullTicket[]): Promise<Ticket[]>;
}

export const templateRoutes = (templates: Templates, { db, showMessages, showTickets }: Needs) => {
  const shown = (companyId: number, message: FullMessage) =>
    db.readCompany(companyId, async (tx) => (await showMessages(tx, [message]))[0]!);
  /** With the caller in it: two people may choose the same key. */
  const keyOf = (userId: number, clientKey: string | undefined, { idempotencyKey }: Visit) =>
    clientKey ?? (idempotencyKey && `user ${userId} ${idempotencyKey}`);

  return handle('templates', endpoints.templates, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await templates.list(actor, {
        connectionId: query.whatsappId,
        search: query.searchParam,
        onlySendable: query.sendable === 'true',
        page: query.pageNumber,
      });
      return { templates: rows.map(showTemplate), ...page };
    },
    sync: async ({ actor, body }) => ({ count: await templates.sync(actor.companyId, body.whatsappId) }),
    preview: async ({ actor, params, body }) => {
      const { ticketId = null, contactId = null, values } = body;
      const { title, text, footer, buttonTexts, missing } = await templates.preview(actor, params.id, {
        ticketId,
        contactId,
        values,
      });
      return { title, text, footer, buttons: buttonTexts, missing };
    },
    send: async ({ actor, params, body, visit }) => {
      const { templateId, values } = body;
      const clientKey = keyOf(actor.userId, body.clientKey, visit);
      const message = await templates.send(actor, params.ticketId, { templateId, values, clientKey });
      return { message: 'Message sent', newMsg: await shown(actor.companyId, message) };
    },
    start: async ({ actor, params, body, visit }) => {
      const { contactId, queueId = null, values } = body;
      const wish = { templateId: params.id, values, clientKey: keyOf(actor.userId, body.clientKey, visit) };
      const { ticket, message } = await templates.start(actor, contactId, queueId, wish);
      return db.readCompany(actor.companyId, async (tx) => ({
        ticket: (await showTickets(tx, [ticket]))[0]!,
        newMsg: (await showMessages(tx, [message]))[0]!,
      }));
    },
    automatic: async ({ actor, params }) =>
      (await templates.automatic(actor, params.connectionId)).map(({ occasion, templateId, gapValues }) => ({
        occasion,
        templateId,
        values: gapValues,
      })),
    setAutomatic: async ({ actor, params, body }) => {
      await templates.setAutomatic(actor, params.connectionId, body.templates);
      return { message: 'Templates chosen' };
    },
  });
};
