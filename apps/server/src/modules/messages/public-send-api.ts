import { completePhone } from '@balcao/domain/phone/parse-phone';
import { apiTokenActor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isWaiting } from '@balcao/domain/ticket/ticket';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile, TokenHolder } from '../../infrastructure/http/handle.ts';
import { requestHash, type Idempotency } from '../../infrastructure/idempotency/idempotency.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import { featuresOf, type Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';
import { apiUsageStore } from './api-usage.store.ts';
import type { Sendable } from './content.ts';
import type { Messages } from './messages.ts';
import type { OutgoingMedia } from './media/outgoing-media.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  media: OutgoingMedia;
  limits: Limits;
  idempotency: Idempotency;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
}
export interface SendRequest {
  number: string;
  body: string;
  userId: number | null;
  queueId: number | null;
  sendSignature: boolean;
  closeTicket: boolean;
  /** The message hangs on the open ticket, or on one that no list shows. */
  noRegister?: boolean | undefined;
  quotedId: number | undefined;
  msdelay: number;
}
interface SendResult {
  ticketId: number;
  messageIds: number[];
}
/** Above this backlog of a connection API messages are refused, because agents' messages wait in the same queues. */
const MAX_WAITING = 5000;
/** Longer values are group ids. */
const MAX_PHONE_LENGTH = 17;

/** Sends messages of other programs by the API token of a connection, in the same tickets as agents' messages. */
export function createPublicSendApi(deps: Deps) {
  const { db, companies, settings, connections, contacts, tickets, messages, media, idempotency } = deps;

  /** The number as the channel spells it; refused when the channel has no account for it. */
  async function resolvePeer({ companyId, id, channel }: FullConnection, number: string) {
    if (channel !== 'whatsapp' && channel !== 'whatsappapi') refuse('ERR_CONTENT_UNSUPPORTED');
    if (number.length > MAX_PHONE_LENGTH)
      return { identities: [{ kind: 'group' as const, value: number }], isGroup: true };
    const phone = completePhone(number, await db.readCompany(companyId, settings.defaultCountry));
    const lookup = phone === undefined ? 'unknown' : await connections.checkNumber(companyId, phone, id);
    if (lookup === 'unknown') refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'unknown' });
    const value = lookup === 'unchecked' ? phone! : lookup.number;
    return { identities: [{ kind: 'phone' as const, value }], isGroup: false };
  }

  async function sendablesOf(companyId: number, { body }: SendRequest, files: SentFile[]): Promise<Sendable[]> {
    if (files.length === 0 && body.trim() === '') refuse('ERR_EMPTY_MESSAGE', { field: 'body', rule: 'required' });
    if (files.length === 0) return [{ content: { kind: 'text', text: body } }];
    const sendables: Sendable[] = [];
    for (const file of files)
      sendables.push(await media.fromUpload({ companyId, userId: null }, file, { caption: file.caption }));
    return sendables;
  }

  /** The open ticket or a new one. A ticket of another user or queue is refused, not reassigned. */
  async function resolveTicket(
    tx: Tx,
    contact: { id: number; isGroup: boolean },
    connection: FullConnection,
    sendRequest: SendRequest,
  ) {
    let ticket = await tickets.inTx.findOrOpen(tx, contact, connection, false);
    if (ticket.status === 'nps') {
      await tickets.inTx.command(tx, ticket, { type: 'close', by: 'bot', farewell: false });
      ticket = await tickets.inTx.findOrOpen(tx, contact, connection, false);
    }
    const conflicts = (current: number | null, requested: number | null) =>
      current !== null && requested !== null && current !== requested;
    if (conflicts(ticket.userId, sendRequest.userId) || conflicts(ticket.queueId, sendRequest.queueId))
      refuse('ERR_TICKET_IN_OTHER_HANDS');
    if (ticket.messageSeq === 0) ticket = await tickets.inTx.set(tx, ticket.id, { isActiveDemand: true });
    return assign(tx, ticket, sendRequest);
  }

  async function assign(tx: Tx, ticket: TicketRow, { userId, queueId }: SendRequest): Promise<TicketRow> {
    if (isWaiting(ticket) && userId !== null) {
      const pending =
        ticket.status === 'pending'
          ? ticket
          : await tickets.inTx.command(tx, ticket, {
              type: 'assign',
              queueId: queueId ?? ticket.queueId,
              userId: null,
            });
      return tickets.inTx.command(tx, pending, { type: 'accept', by: userId, queueId, skipsGreeting: true });
    }
    if (queueId === null || ticket.queueId !== null) return ticket;
    if (isWaiting(ticket)) return tickets.inTx.command(tx, ticket, { type: 'assign', queueId, userId: ticket.userId });
    const next = await tickets.inTx.set(tx, ticket.id, { queueId });
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(next) });
    return next;
  }

  async function sendMessages(
    holder: TokenHolder,
    sendRequest: SendRequest,
    files: SentFile[],
    key: string | undefined,
  ) {
    const { companyId, connectionId } = holder;
    const connection = assertFound(await connections.find(companyId, connectionId), 'ERR_API_TOKEN');
    await db.readCompany(companyId, (tx) => checkReferences(deps, tx, sendRequest));
    const peer = await resolvePeer(connection, sendRequest.number);
    const sendables = await sendablesOf(companyId, sendRequest, files);
    return db.inCompany(companyId, async (tx): Promise<SendResult> => {
      // An earlier request with this key was killed after its commit: return its messages.
      const existing: MessageRow[] = [];
      for (const index of sendables.keys()) {
        const message = key === undefined ? undefined : await messages.findByClientKey(tx, messages.keyOf(key, index)!);
        if (message) existing.push(message);
      }
      if (existing[0]) return { ticketId: existing[0].ticketId, messageIds: existing.map(({ id }) => id) };
      await checkReferences(deps, tx, sendRequest);
      const acceptsAudio = (await settings.get(tx, 'acceptAudioMessageContact')) === 'enabled';
      const contact = await contacts.inTx.resolveContact(tx, {
        peer,
        channel: connection.channel,
        connectionId,
        acceptsAudio,
      });
      if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
      const ticket = await (sendRequest.noRegister
        ? findUnchanged(tickets, tx, contact, connection)
        : resolveTicket(tx, contact, connection, sendRequest));
      const by = { origin: 'api' as const, userId: sendRequest.userId };
      const messageIds: number[] = [];
      for (const [index, sendable] of sendables.entries()) {
        const options = {
          quotedId: index === 0 ? sendRequest.quotedId : undefined,
          signed: sendRequest.sendSignature,
          clientKey: messages.keyOf(key, index),
          delayMs: sendRequest.msdelay,
        };
        messageIds.push((await messages.sendInTx(tx, ticket, sendable, by, options)).id);
      }
      if (sendRequest.closeTicket && !sendRequest.noRegister)
        await tickets.inTx.command(tx, ticket, { type: 'close', by: 'bot', farewell: false });
      await apiUsageStore.add(tx, sendables, deps.clock.now());
      await connections.inTx.recordTokenUse(tx, holder);
      return { ticketId: ticket.id, messageIds };
    });
  }

  return {
    /** The connection of a token, if the company is active, paid and has API access in its plan. */
    async authenticateToken(bearer: string | undefined): Promise<TokenHolder> {
      if (bearer === undefined) refuse('ERR_SESSION_EXPIRED');
      const tokenHash = hashKey(bearer);
      const entry = assertFound(
        await db.onPlatform((tx) => directoryStore.find(tx, 'api-token', tokenHash)),
        'ERR_API_TOKEN',
      );
      const { companyId } = entry;
      const { company, plan } = await db.readCompany(companyId, (tx) => companies.inTx.get(tx));
      if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');
      if (await companies.isOverdue(company)) refuse('ERR_SUBSCRIPTION_EXPIRED');
      if (!can(apiTokenActor(companyId, featuresOf(plan)), 'message-api.use')) refuse('ERR_API_NOT_IN_PLAN');
      return { companyId, connectionId: Number(entry.rowId), tokenHash };
    },

    /** Refuses a request that exceeds the limits, before its files are read. */
    admit: (holder: TokenHolder) => assertWithinLimits(deps, holder),

    async send(
      holder: TokenHolder,
      sendRequest: SendRequest,
      files: SentFile[],
      idempotencyKey: string | undefined,
    ): Promise<SendResult> {
      const { companyId, connectionId } = holder;
      if (idempotencyKey === undefined) return sendMessages(holder, sendRequest, files, undefined);
      const key = `api ${connectionId} ${idempotencyKey}`;
      const request = await requestHash(sendRequest, files);
      return idempotency.once({ companyId, key, request }, () => sendMessages(holder, sendRequest, files, key));
    },
  };
}
async function checkReferences(
  deps: Pick<Deps, 'userExists' | 'existingQueueIds'>,
  tx: Tx,
  { userId, queueId }: SendRequest,
): Promise<void> {
  if (userId !== null && !(await deps.userExists(tx, userId)))
    refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
  if (queueId !== null && (await deps.existingQueueIds(tx, [queueId])).length === 0)
    refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
}
/** For a message that opens no conversation and changes none. */
async function findUnchanged(
  tickets: Tickets,
  tx: Tx,
  contact: ContactRow,
  connection: FullConnection,
): Promise<TicketRow> {
  const ticket = await tickets.inTx.findLiveOrUnlisted(tx, contact, connection);
  // The window counts from the customer's last message in any ticket.
  return { ...ticket, lastInboundAt: await tickets.inTx.lastInbound(tx, ticket) };
}
async function assertWithinLimits(
  { limits, messages }: Pick<Deps, 'limits' | 'messages'>,
  { companyId, connectionId }: TokenHolder,
): Promise<void> {
  await limits.use({ limit: 'sends of an API token', of: `${companyId} ${connectionId}` });
  if ((await messages.backlog(companyId, connectionId, MAX_WAITING)) >= MAX_WAITING)
    throw new AppError('ERR_TOO_MANY_TRIES', { retryAfterSeconds: 30 });
}
export type PublicSendApi = ReturnType<typeof createPublicSendApi>;
