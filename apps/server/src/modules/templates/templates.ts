import { errors, type ErrorCode } from '@balcao/contract';
import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { gapsOf, headerFileFault, headerFileOf, type TemplateText } from '@balcao/domain/message/template';
import { fillIn } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import { NotSent, OutcomeUnknown, Refused, type Signal } from '../../channels/port.ts';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { TemplateRow } from '../../foundation/db/schema/templates.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, Refusal, refuse } from '../../foundation/refusal.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import {
  templateContent,
  type ChosenTemplate,
  type HeaderMedia,
  type Messages,
  type SpeakingRoom,
} from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { templateStore, type TemplateFilter } from './templates.store.ts';
import { isSendable, isSendableAlone } from './templates.wire.ts';

interface Needs {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  filledValues: SpeakingRoom['filledValues'];
  knownQueues(tx: Tx, ids: number[]): Promise<number[]>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
type Values = Readonly<Record<string, string>>;
interface Wish {
  templateId: number;
  values: Values;
  clientKey: string | undefined;
  /** The file above the text, kept already. */
  above?: HeaderMedia | undefined;
}
/** Where a template is to be said. */
type Place = { ticketId: number } | { contactId: number };

/** Texts that a channel approved beforehand: what it keeps of them, and how they are said. */
export function createTemplates(needs: Needs) {
  const { db, clock, companies, connections, contacts, tickets, messages } = needs;
  const byId = async (tx: Tx, id: number) => found(await templateStore.byId(tx, id), 'ERR_NO_TEMPLATE_FOUND');

  /** Ready to leave; with a gap that is empty, without its file, or not approved, it does not. */
  async function ready(tx: Tx, ticket: TicketRow, { templateId, values, above }: Wish) {
    const template = await byId(tx, templateId);
    // Approved for one account, it is unknown to any other.
    if (template.connectionId !== ticket.connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
    if (!isSendable(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
    if (headerFileOf(template) && !above) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
    const said = await needs.filledValues(tx, ticket, values);
    const { content, filled } = templateContent(template, said, above?.media);
    if (filled.missing.length > 0) throw emptyGaps(filled.missing);
    return content;
  }
  async function say(tx: Tx, ticket: TicketRow, actor: Actor, wish: Wish) {
    const content = await ready(tx, ticket, wish);
    const by = { origin: 'agent' as const, userId: actor.userId };
    const { id } = await messages.say(tx, ticket, { content, previewKey: wish.above?.previewKey }, by, {
      clientKey: wish.clientKey,
    });
    return (await messages.manyWithin(tx, [id]))[0]!;
  }
  /** As if said to somebody who has no conversation yet. */
  async function valuesFor(tx: Tx, actor: Actor, contactId: number | null, connectionId: number, values: Values) {
    const { timeZone } = (await companies.within(tx)).company;
    const about = {
      contactName: contactId === null ? '' : found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND').name,
      userName: await needs.nameOfUser(tx, actor.userId),
      queueName: '',
      connectionName: (await connections.within(tx, connectionId)).name,
      ticketId: null,
      protocol: '',
      timeZone,
      now: clock.now(),
    };
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fillIn(value, about)]));
  }

  /** Asks the channel, outside of any transaction, and keeps what it says. */
  async function sync(companyId: number, connectionId: number): Promise<number> {
    const connection = found(await connections.show(companyId, connectionId), 'ERR_NO_WAPP_FOUND');
    const channel = connections.channelOf(connection);
    if (!channel.templates || !connections.canSay(connection, 'template')) refuse('ERR_CONTENT_UNSUPPORTED');
    const told = await channel.templates(connections.accountOf(connection)).catch(async (fault: unknown) => {
      if (fault instanceof Refused && fault.isAccountDead)
        await db.inCompany(companyId, (tx) => connections.pause(tx, connectionId, null, fault.fault.code));
      throw refusalOf(fault);
    });
    await db.inCompany(companyId, async (tx) => {
      // Removed while the channel was asked: nobody needs them any more.
      if (await connections.tryWithin(tx, connectionId)) await templateStore.replace(tx, connectionId, unique(told));
    });
    return told.length;
  }

  return {
    sync,
    list: (actor: Actor, filter: TemplateFilter) =>
      db.readCompany(actor.companyId, (tx) => templateStore.page(tx, filter)),

    preview: (actor: Actor, id: number, about: { ticketId: number | null; contactId: number | null; values: Values }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const template = await byId(tx, id);
        const ticket =
          about.ticketId === null ? undefined : tickets.readable(actor, await tickets.tryWithin(tx, about.ticketId));
        const values = ticket
          ? await needs.filledValues(tx, ticket, about.values)
          : await valuesFor(tx, actor, about.contactId, template.connectionId, about.values);
        return templateContent(template, values).filled;
      }),

    /**
     * Asked before a byte is kept: may it be said there, and is this the file that belongs above it? Answers with what
     * was kept already, when the same wish comes again.
     */
    mayBring: (actor: Actor, place: Place, wish: Wish, file: { mime: string; bytes: number }) =>
      db.readCompany(actor.companyId, async (tx): Promise<HeaderMedia | undefined> => {
        const template = await byId(tx, wish.templateId);
        if ('ticketId' in place) {
          const ticket = tickets.readable(actor, await tickets.tryWithin(tx, place.ticketId));
          if (template.connectionId !== ticket.connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
        } else found(await contacts.within(tx, place.contactId), 'ERR_NO_CONTACT_FOUND');
        if (!isSendable(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
        const missing = emptyIn(template, wish.values);
        if (missing.length > 0) throw emptyGaps(missing);
        const kind = headerFileOf(template);
        const rule = kind ? headerFileFault(kind, file) : 'invalid';
        if (rule) refuse('ERR_VALIDATION', { field: 'medias', rule });
        const known = wish.clientKey === undefined ? undefined : await messages.knownByKey(tx, wish.clientKey);
        if (!known?.mediaKey || known.mediaMime === null) return undefined;
        const { mediaKey: key, mediaMime: mime, mediaName: fileName, mediaBytes: bytes } = known;
        return { media: { key, mime, fileName, bytes: bytes ?? 0 }, previewKey: known.previewKey ?? undefined };
      }),

    send: (actor: Actor, ticketId: number, wish: Wish) =>
      db.inCompany(actor.companyId, async (tx) =>
        say(tx, tickets.readable(actor, await tickets.lock(tx, ticketId)), actor, wish),
      ),

    /** The conversation and its first words, together or not at all. */
    start: (actor: Actor, contactId: number, queueId: number | null, wish: Wish) =>
      db.inCompany(actor.companyId, async (tx) => {
        const contact = found(await contacts.hold(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        if (contact.isGroup) refuse('ERR_CONTENT_UNSUPPORTED');
        if (queueId !== null && (await needs.knownQueues(tx, [queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        const { connectionId } = await byId(tx, wish.templateId);
        const connection = await connections.within(tx, connectionId);
        if (connection.status !== 'CONNECTED') refuse('ERR_WAPP_NOT_INITIALIZED');
        const ticket = await tickets.forForward(tx, actor, contact, connection, queueId);
        const message = await say(tx, ticket, actor, wish);
        return { ticket: await tickets.within(tx, ticket.id), message };
      }),

    automatic: (actor: Actor, connectionId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await connections.within(tx, connectionId);
        return templateStore.automatic(tx, connectionId);
      }),
    setAutomatic: (
      actor: Actor,
      connectionId: number,
      chosen: { occasion: AutomaticOccasion; templateId: number; values: Values }[],
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        await connections.within(tx, connectionId);
        const rows = new Map<AutomaticOccasion, Parameters<typeof templateStore.setAutomatic>[2][number]>();
        for (const { occasion, templateId, values } of chosen) {
          const template = await byId(tx, templateId);
          if (template.connectionId !== connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
          if (headerFileOf(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
          const gaps = gapsOf(template).map(({ key }) => key);
          const missing = emptyIn(template, values);
          if (missing.length > 0) throw emptyGaps(missing);
          rows.set(occasion, {
            occasion,
            templateId,
            gapValues: Object.fromEntries(gaps.map((key) => [key, values[key]!])),
          });
        }
        await templateStore.setAutomatic(tx, connectionId, [...rows.values()]);
        await audit(tx, {
          userId: actor.userId,
          act: 'connection.changed',
          subject: `connection ${connectionId}`,
          data: { fields: ['automaticTemplates'] },
        });
      }),
    /** For the house itself: what it may say at this occasion when free text is over. */
    async chosenFor(tx: Tx, connectionId: number, occasion: AutomaticOccasion): Promise<ChosenTemplate | undefined> {
      const row = await templateStore.automaticFor(tx, connectionId, occasion);
      return row && isSendableAlone(row) ? { template: row, values: row.gapValues } : undefined;
    },

    /** What the channel says of one of them. One that is new to us is asked for, with all the others. */
    async hear(tx: Tx, connectionId: number, signal: Extract<Signal, { is: 'template' }>) {
      if (await templateStore.setStatus(tx, connectionId, signal)) return;
      await tx.enqueue('template.sync', { companyId: tx.companyId, connectionId });
    },
    /** An account is connected, or connected again: what it has approved meanwhile is fetched. */
    async connected(companyId: number, connectionId: number) {
      const connection = await connections.show(companyId, connectionId);
      if (connection?.status !== 'CONNECTED' || !connections.canSay(connection, 'template')) return;
      // Told to go slower: that is no moment to ask for more.
      if (connection.pausedUntil !== null && +connection.pausedUntil > Date.now()) return;
      await sync(companyId, connectionId).catch((fault: unknown) => {
        if (!(fault instanceof Refusal)) throw fault;
      });
    },
    /** A job's: a connection that is gone, or cannot be asked, is no reason to try for ever. */
    async syncSoon({ companyId, connectionId }: { companyId: number; connectionId: number }) {
      await sync(companyId, connectionId).catch((fault: unknown) => {
        if (!(fault instanceof Refusal) || fault.code === 'ERR_CHANNEL_DOWN') throw fault;
      });
    },
  };
}
export type Templates = ReturnType<typeof createTemplates>;

const emptyIn = (template: TemplateText, values: Values): string[] =>
  gapsOf(template).flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []));
const emptyGaps = (keys: string[]) =>
  new Refusal('ERR_VALIDATION', { fields: keys.map((key) => ({ field: `values.${key}`, rule: 'required' as const })) });

/** A channel that lists one twice would break the one key they have here. */
const unique = (told: (Omit<TemplateRow, 'companyId' | 'connectionId' | 'updatedAt' | 'id'> & { id: string })[]) => [
  ...new Map(told.map(({ id: _, ...one }) => [`${one.name} ${one.language}`, one])).values(),
];

/** What the channel said, as something that may cross the wire. */
function refusalOf(fault: unknown): unknown {
  if (fault instanceof OutcomeUnknown) return new Refusal('ERR_CHANNEL_DOWN');
  if (!(fault instanceof NotSent) && !(fault instanceof Refused)) return fault;
  const { code } = fault.fault;
  return new Refusal(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'ERR_CHANNEL_REFUSED');
}
