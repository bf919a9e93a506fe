import { endpoints } from '@balcao/contract';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import {
  handle,
  type Admissions,
  type Handlers,
  type SentFile,
  type RequestInfo,
} from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { HeaderMedia, OutgoingMedia } from '../messages/index.ts';
import type { FullTicket, Tickets } from '../tickets/index.ts';
import type { Templates } from './templates.ts';
import { presentPreview, presentTemplate } from './templates.wire.ts';

type FullMessage = Awaited<ReturnType<Templates['send']>>;
interface Deps {
  db: Db;
  tickets: Pick<Tickets, 'get'>;
  media: OutgoingMedia;
  limits: Limits;
  loadMessageViews(tx: Tx, rows: FullMessage[]): Promise<Message[]>;
  loadTicketViews(tx: Tx, rows: FullTicket[]): Promise<Ticket[]>;
}

export const templateRoutes = (
  templates: Templates,
  { db, tickets, media, limits, loadMessageViews, loadTicketViews }: Deps,
) => {
  const presentMessage = (companyId: number, message: FullMessage) =>
    db.readCompany(companyId, async (tx) => (await loadMessageViews(tx, [message]))[0]!);
  /** Contains the user id: two users may choose the same key. */
  const keyOf = (userId: number, clientKey: string | undefined, { idempotencyKey }: RequestInfo) =>
    clientKey ?? (idempotencyKey && `user ${userId} ${idempotencyKey}`);

  /** Stores the header file after the checks; its limit was checked before. */
  async function storeHeaderFile(
    actor: Actor,
    target: Parameters<Templates['checkHeaderFile']>[1],
    request: Parameters<Templates['checkHeaderFile']>[2],
    [file, ...more]: SentFile[],
  ): Promise<HeaderMedia | undefined> {
    if (!file) return undefined;
    if (more.length > 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'tooLong' });
    const existing = await templates.checkHeaderFile(actor, target, request, {
      mime: media.mimeOf(file),
      bytes: file.bytes,
    });
    return existing ?? media.fromHeader(actor, file);
  }

  const admit = (actor: Actor) =>
    limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
  /** Checked before the header file is written to disk. */
  const admissions: Admissions<typeof endpoints.templates> = {
    async send({ actor, params, hasFiles }) {
      if (!hasFiles) return;
      await tickets.get(actor, params.ticketId);
      await admit(actor);
    },
    async start({ actor, hasFiles }) {
      if (hasFiles) await admit(actor);
    },
  };

  const handlers: Handlers<typeof endpoints.templates> = {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await templates.list(actor, {
        connectionId: query.whatsappId,
        templateId: query.templateId,
        search: query.searchParam,
        sendable: query.sendable,
        page: query.pageNumber,
      });
      return { templates: rows.map(presentTemplate), ...page };
    },
    sync: async ({ actor, body }) => ({ count: await templates.sync(actor.companyId, body.whatsappId) }),
    preview: async ({ actor, params, body }) => {
      const { ticketId = null, contactId = null, values } = body;
      return presentPreview(await templates.preview(actor, params.id, { ticketId, contactId, values }));
    },
    send: async ({ actor, params, body, files, info: requestInfo }) => {
      const { templateId, values } = body;
      const request = { templateId, values, clientKey: keyOf(actor.userId, body.clientKey, requestInfo) };
      const headerMedia = await storeHeaderFile(actor, params, request, files);
      const message = await templates.send(actor, params.ticketId, { ...request, headerMedia });
      return { message: 'Message sent', newMsg: await presentMessage(actor.companyId, message) };
    },
    start: async ({ actor, params, body, files, info: requestInfo }) => {
      const { contactId, queueId = null, values } = body;
      const request = { templateId: params.id, values, clientKey: keyOf(actor.userId, body.clientKey, requestInfo) };
      const headerMedia = await storeHeaderFile(actor, { contactId }, request, files);
      const { ticket, message } = await templates.start(actor, contactId, queueId, { ...request, headerMedia });
      return db.readCompany(actor.companyId, async (tx) => ({
        ticket: (await loadTicketViews(tx, [ticket]))[0]!,
        newMsg: (await loadMessageViews(tx, [message]))[0]!,
      }));
    },
    automatic: ({ actor, params }) => templates.automatic(actor, params.connectionId),
    setAutomatic: async ({ actor, params, body }) => {
      await templates.setAutomatic(actor, params.connectionId, body.templates);
      return { message: 'Templates chosen' };
    },
  };
  return handle('templates', endpoints.templates, handlers, admissions);
};
