import { errors, type ErrorCode } from '@balcao/contract';
import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { placeholdersOf, validateHeaderFile, headerFileOf, type TemplateText } from '@balcao/domain/message/template';
import { renderVariables } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import { NotSent, OutcomeUnknown, Refused, type ChannelEvent } from '../../channels/port.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import {
  templateContent,
  type ChosenTemplate,
  type HeaderMedia,
  type Messages,
  type AutoMessages,
} from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { templateStore, type TemplateFilter } from './templates.store.ts';
import { isSendable, isSendableAlone } from './templates.wire.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  renderValues: AutoMessages['renderValues'];
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
type Values = Readonly<Record<string, string>>;
interface SendTemplateRequest {
  templateId: number;
  values: Values;
  clientKey: string | undefined;
  /** The file above the text, kept already. */
  headerMedia?: HeaderMedia | undefined;
}
/** Where a template is to be said. */
type TemplateTarget = { ticketId: number } | { contactId: number };

/** Texts that a channel approved beforehand: what it keeps of them, and how they are said. */
export function createTemplates(deps: Deps) {
  const { db, clock, companies, connections, contacts, tickets, messages } = deps;
  const byId = async (tx: Tx, id: number) => assertFound(await templateStore.byId(tx, id), 'ERR_NO_TEMPLATE_FOUND');

  /** Ready to leave; with a gap that is empty, without its file, or not approved, it does not. */
  async function render(tx: Tx, ticket: TicketRow, { templateId, values, headerMedia }: SendTemplateRequest) {
    const template = await byId(tx, templateId);
    // Approved for one account, it is unknown to any other.
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
  /** As if said to somebody who has no conversation yet. */
  async function valuesFor(tx: Tx, actor: Actor, contactId: number | null, connectionId: number, values: Values) {
    const { timeZone } = (await companies.inTx.get(tx)).company;
    const variables = {
      contactName:
        contactId === null ? '' : assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND').name,
      userName: await deps.nameOfUser(tx, actor.userId),
      queueName: '',
      connectionName: (await connections.inTx.get(tx, connectionId)).name,
      ticketId: null,
      protocol: '',
      timeZone,
      now: clock.now(),
    };
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, renderVariables(value, variables)]));
  }

  /** Asks the channel, outside of any transaction, and keeps what it says. */
  async function sync(companyId: number, connectionId: number): Promise<number> {
    const connection = assertFound(await connections.find(companyId, connectionId), 'ERR_NO_WAPP_FOUND');
    const channel = connections.channelOf(connection);
    if (!channel.templates || !connections.canSend(connection, 'template')) refuse('ERR_CONTENT_UNSUPPORTED');
    const infos = await channel.templates(connections.accountOf(connection)).catch(async (error: unknown) => {
      if (error instanceof Refused && error.isAccountDead)
        await db.inCompany(companyId, (tx) => connections.pause(tx, connectionId, null, error.fault.code));
      throw toAppError(error);
    });
    await db.inCompany(companyId, async (tx) => {
      // Removed while the channel was asked: nobody needs them any more.
      if (await connections.inTx.find(tx, connectionId)) await templateStore.replace(tx, connectionId, unique(infos));
    });
    return infos.length;
  }

  return {
    sync,
    list: (actor: Actor, filter: TemplateFilter) =>
      db.readCompany(actor.companyId, (tx) => templateStore.page(tx, filter)),

    preview: (
      actor: Actor,
      id: number,
      target: { ticketId: number | null; contactId: number | null; values: Values },
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        const template = await byId(tx, id);
        const ticket =
          target.ticketId === null
            ? undefined
            : tickets.requireReadable(actor, await tickets.inTx.find(tx, target.ticketId));
        const values = ticket
          ? await deps.renderValues(tx, ticket, target.values)
          : await valuesFor(tx, actor, target.contactId, template.connectionId, target.values);
        return templateContent(template, values).filled;
      }),

    /**
     * Asked before a byte is kept: may it be said there, and is this the file that belongs above it? Answers with what
     * was kept already, when the same wish comes again.
     */
    checkHeaderFile: (
      actor: Actor,
      target: TemplateTarget,
      request: SendTemplateRequest,
      file: { mime: string; bytes: number },
    ) =>
      db.readCompany(actor.companyId, async (tx): Promise<HeaderMedia | undefined> => {
        const template = await byId(tx, request.templateId);
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
        const existing =
          request.clientKey === undefined ? undefined : await messages.findByClientKey(tx, request.clientKey);
        if (!existing?.mediaKey || existing.mediaMime === null) return undefined;
        const { mediaKey: key, mediaMime: mime, mediaName: fileName, mediaBytes: bytes } = existing;
        return { media: { key, mime, fileName, bytes: bytes ?? 0 }, previewKey: existing.previewKey ?? undefined };
      }),

    send: (actor: Actor, ticketId: number, request: SendTemplateRequest) =>
      db.inCompany(actor.companyId, async (tx) =>
        sendInTx(tx, tickets.requireReadable(actor, await tickets.lock(tx, ticketId)), actor, request),
      ),

    /** The conversation and its first words, together or not at all. */
    start: (actor: Actor, contactId: number, queueId: number | null, request: SendTemplateRequest) =>
      db.inCompany(actor.companyId, async (tx) => {
        const contact = assertFound(await contacts.lock(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        if (contact.isGroup) refuse('ERR_CONTENT_UNSUPPORTED');
        if (queueId !== null && (await deps.existingQueueIds(tx, [queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        const { connectionId } = await byId(tx, request.templateId);
        const connection = await connections.inTx.get(tx, connectionId);
        if (connection.status !== 'CONNECTED') refuse('ERR_WAPP_NOT_INITIALIZED');
        const ticket = await tickets.findOrOpenForForward(tx, actor, contact, connection, queueId);
        const message = await sendInTx(tx, ticket, actor, request);
        return { ticket: await tickets.inTx.get(tx, ticket.id), message };
      }),

    automatic: (actor: Actor, connectionId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await connections.inTx.get(tx, connectionId);
        return templateStore.automatic(tx, connectionId);
      }),
    setAutomatic: (
      actor: Actor,
      connectionId: number,
      chosen: { occasion: AutomaticOccasion; templateId: number; values: Values }[],
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        await connections.inTx.get(tx, connectionId);
        const rows = new Map<AutomaticOccasion, Parameters<typeof templateStore.setAutomatic>[2][number]>();
        for (const { occasion, templateId, values } of chosen) {
          const template = await byId(tx, templateId);
          if (template.connectionId !== connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
          if (headerFileOf(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
          const placeholders = placeholdersOf(template).map(({ key }) => key);
          const missing = missingValues(template, values);
          if (missing.length > 0) throw missingValuesError(missing);
          rows.set(occasion, {
            occasion,
            templateId,
            gapValues: Object.fromEntries(placeholders.map((key) => [key, values[key]!])),
          });
        }
        await templateStore.setAutomatic(tx, connectionId, [...rows.values()]);
        await audit(tx, {
          userId: actor.userId,
          action: 'connection.changed',
          subject: `connection ${connectionId}`,
          data: { fields: ['automaticTemplates'] },
        });
      }),
    /** For the house itself: what it may say at this occasion when free text is over. */
    async findChosen(tx: Tx, connectionId: number, occasion: AutomaticOccasion): Promise<ChosenTemplate | undefined> {
      const row = await templateStore.automaticFor(tx, connectionId, occasion);
      return row && isSendableAlone(row) ? { template: row, values: row.gapValues } : undefined;
    },

    /** What the channel says of one of them. One that is new to us is asked for, with all the others. */
    async handleEvent(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'template' }>) {
      if (await templateStore.setStatus(tx, connectionId, event)) return;
      await tx.enqueue('template.sync', { companyId: tx.companyId, connectionId });
    },
    /** An account is connected, or connected again: what it has approved meanwhile is fetched. */
    async onConnected(companyId: number, connectionId: number) {
      const connection = await connections.find(companyId, connectionId);
      if (connection?.status !== 'CONNECTED' || !connections.canSend(connection, 'template')) return;
      // Told to go slower: that is no moment to ask for more.
      if (connection.pausedUntil !== null && +connection.pausedUntil > Date.now()) return;
      await sync(companyId, connectionId).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    /** A job's: a connection that is gone, or cannot be asked, is no reason to try for ever. */
    async runSync({ companyId, connectionId }: { companyId: number; connectionId: number }) {
      await sync(companyId, connectionId).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'ERR_CHANNEL_DOWN') throw error;
      });
    },
  };
}
export type Templates = ReturnType<typeof createTemplates>;

const missingValues = (template: TemplateText, values: Values): string[] =>
  placeholdersOf(template).flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []));
const missingValuesError = (keys: string[]) =>
  new AppError('ERR_VALIDATION', {
    fields: keys.map((key) => ({ field: `values.${key}`, rule: 'required' as const })),
  });

/** A channel that lists one twice would break the one key they have here. */
const unique = (infos: (Omit<TemplateRow, 'companyId' | 'connectionId' | 'updatedAt' | 'id'> & { id: string })[]) => [
  ...new Map(infos.map(({ id: _, ...info }) => [`${info.name} ${info.language}`, info])).values(),
];

/** What the channel said, as something that may cross the wire. */
function toAppError(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) return new AppError('ERR_CHANNEL_DOWN');
  if (!(error instanceof NotSent) && !(error instanceof Refused)) return error;
  const { code } = error.fault;
  return new AppError(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'ERR_CHANNEL_REFUSED');
}
