import { fillTemplate, headerFileOf, validateHeaderFile } from '@balcao/domain/message/template';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { templateContent, type AutoMessages, type HeaderMedia, type Messages } from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import {
  isSendable,
  isSendableAlone,
  missingValues,
  missingValuesError,
  type PlaceholderValues,
} from './template-rules.ts';
import { templateStore } from './templates.store.ts';

export interface SendTemplateDeps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  renderValues: AutoMessages['renderValues'];
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
}
interface SendTemplateRequest {
  templateId: number;
  values: PlaceholderValues;
  clientKey?: string | undefined;
  /** The stored header file. */
  headerMedia?: HeaderMedia | undefined;
}
type TemplateTarget = { ticketId: number } | { contactId: number };

export const getTemplate = async (tx: Tx, id: number) =>
  assertFound(await templateStore.byId(tx, id), 'ERR_NO_TEMPLATE_FOUND');

/** Sends templates in a ticket or as the first message of a new one. */
export function createSendTemplate(deps: SendTemplateDeps) {
  const { db, connections, contacts, tickets, messages } = deps;

  /** Refuses a template of another connection, one that is not approved, and missing values or header files. */
  async function render(tx: Tx, ticket: TicketRow, { templateId, values, headerMedia }: SendTemplateRequest) {
    const template = await getTemplate(tx, templateId);
    if (template.connectionId !== ticket.connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
    if (!isSendable(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
    if (headerFileOf(template) && !headerMedia) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
    const rendered = await deps.renderValues(tx, ticket, values);
    const { content, filled } = templateContent(template, rendered, headerMedia?.media);
    if (filled.missing.length > 0) throw missingValuesError(filled.missing);
    return content;
  }
  async function sendInTx(tx: Tx, ticket: TicketRow, actor: Actor, request: SendTemplateRequest) {
    const content = await render(tx, ticket, request);
    const by = { origin: 'agent' as const, userId: actor.userId };
    const { id } = await messages.sendInTx(tx, ticket, { content, previewKey: request.headerMedia?.previewKey }, by, {
      clientKey: request.clientKey,
    });
    return (await messages.inTx.load(tx, [id]))[0]!;
  }
  /** The file that an earlier request with the same idempotency key has stored. */
  async function findStoredFile(tx: Tx, clientKey: string | undefined): Promise<HeaderMedia | undefined> {
    const existing = clientKey === undefined ? undefined : await messages.findByClientKey(tx, clientKey);
    if (!existing?.mediaKey || existing.mediaMime === null) return undefined;
    const { mediaKey: key, mediaMime: mime, mediaName: fileName, mediaBytes: bytes } = existing;
    return { media: { key, mime, fileName, bytes: bytes ?? 0 }, previewKey: existing.previewKey ?? undefined };
  }

  return {
    inTx: {
      /** The content of a template for a message that the product sends by itself; refused as `send` would be. */
      render,
      /** The body with these values, for a preview without a conversation. */
      previewText: async (tx: Tx, templateId: number, values: PlaceholderValues): Promise<string> =>
        fillTemplate(await getTemplate(tx, templateId), values).text,
      /** Refuses a template that cannot be sent without an agent on this connection, and missing values. */
      async assertSendable(tx: Tx, connectionId: number | null, templateId: number, values: PlaceholderValues) {
        const template = await getTemplate(tx, templateId);
        if (template.connectionId !== connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
        if (!isSendableAlone(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
        const missing = missingValues(template, values);
        if (missing.length > 0) throw missingValuesError(missing);
      },
    },

    /**
     * Before the file is stored: may the template be sent there, and does the file fit its header? Returns the stored
     * file of a repeated request.
     */
    checkHeaderFile: (
      actor: Actor,
      target: TemplateTarget,
      request: SendTemplateRequest,
      file: { mime: string; bytes: number },
    ) =>
      db.readCompany(actor.companyId, async (tx): Promise<HeaderMedia | undefined> => {
        const template = await getTemplate(tx, request.templateId);
        if ('ticketId' in target) {
          const ticket = tickets.requireReadable(actor, await tickets.inTx.find(tx, target.ticketId));
          if (template.connectionId !== ticket.connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
        } else assertFound(await contacts.inTx.find(tx, target.contactId), 'ERR_NO_CONTACT_FOUND');
        if (!isSendable(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
        const missing = missingValues(template, request.values);
        if (missing.length > 0) throw missingValuesError(missing);
        const kind = headerFileOf(template);
        const rule = kind ? validateHeaderFile(kind, file) : 'invalid';
        if (rule) refuse('ERR_VALIDATION', { field: 'medias', rule });
        return findStoredFile(tx, request.clientKey);
      }),

    send: (actor: Actor, ticketId: number, request: SendTemplateRequest) =>
      db.inCompany(actor.companyId, async (tx) =>
        sendInTx(tx, tickets.requireReadable(actor, await tickets.inTx.lock(tx, ticketId)), actor, request),
      ),

    /** Opens a ticket and sends the template in one transaction. */
    start: (actor: Actor, contactId: number, queueId: number | null, request: SendTemplateRequest) =>
      db.inCompany(actor.companyId, async (tx) => {
        const contact = assertFound(await contacts.inTx.lock(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        if (contact.isGroup) refuse('ERR_CONTENT_UNSUPPORTED');
        if (queueId !== null && (await deps.existingQueueIds(tx, [queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        const { connectionId } = await getTemplate(tx, request.templateId);
        const connection = await connections.inTx.get(tx, connectionId);
        if (connection.status !== 'CONNECTED') refuse('ERR_WAPP_NOT_INITIALIZED');
        const ticket = await tickets.inTx.findOrOpenForForward(tx, actor, contact, connection, queueId);
        const message = await sendInTx(tx, ticket, actor, request);
        return { ticket: await tickets.inTx.get(tx, ticket.id), message };
      }),
  };
}
