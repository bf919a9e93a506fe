import { endpoints } from '@balcao/contract';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { handle, type SentFile, type Visit } from '../../foundation/http/handle.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { HeaderMedia, OutMedia } from '../messages/index.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Templates } from './templates.ts';
import { showTemplate } from './templates.wire.ts';

type FullMessage = Awaited<ReturnType<Templates['send']>>;
interface Needs {
  db: Db;
  media: OutMedia;
  limits: Limits;
  showMessages(tx: Tx, rows: FullMessage[]): Promise<Message[]>;
  showTickets(tx: Tx, rows: FullTicket[]): Promise<Ticket[]>;
}

export const templateRoutes = (templates: Templates, { db, media, limits, showMessages, showTickets }: Needs) => {
  const shown = (companyId: number, message: FullMessage) =>
    db.readCompany(companyId, async (tx) => (await showMessages(tx, [message]))[0]!);
  /** With the caller in it: two people may choose the same key. */
  const keyOf = (userId: number, clientKey: string | undefined, { idempotencyKey }: Visit) =>
    clientKey ?? (idempotencyKey && `user ${userId} ${idempotencyKey}`);

  /** The file above the text: counted as those of messages are, and kept once it is known to belong there. */
  async function brought(
    actor: Actor,
    place: Parameters<Templates['mayBring']>[1],
    wish: Parameters<Templates['mayBring']>[2],
    [file, ...more]: SentFile[],
  ): Promise<HeaderMedia | undefined> {
    if (!file) return undefined;
    if (more.length > 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'tooLong' });
    await limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
    const known = await templates.mayBring(actor, place, wish, { mime: media.mimeOf(file), bytes: file.bytes });
    return known ?? media.ofHeader(actor, file);
  }

  return handle('templates', endpoints.templates, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await templates.list(actor, {
        connectionId: query.whatsappId,
        search: query.searchParam,
        sendable: query.sendable,
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
    send: async ({ actor, params, body, files, visit }) => {
      const { templateId, values } = body;
      const wish = { templateId, values, clientKey: keyOf(actor.userId, body.clientKey, visit) };
      const above = await brought(actor, params, wish, files);
      const message = await templates.send(actor, params.ticketId, { ...wish, above });
      return { message: 'Message sent', newMsg: await shown(actor.companyId, message) };
    },
    start: async ({ actor, params, body, files, visit }) => {
      const { contactId, queueId = null, values } = body;
      const wish = { templateId: params.id, values, clientKey: keyOf(actor.userId, body.clientKey, visit) };
      const above = await brought(actor, { contactId }, wish, files);
      const { ticket, message } = await templates.start(actor, contactId, queueId, { ...wish, above });
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
