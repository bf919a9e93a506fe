import { isPhone } from '@balcao/domain/contact/phone';
import { isOverdue } from '@balcao/domain/billing/standing';
import type { Clock } from '../../foundation/clock.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { SentFile, TokenHolder } from '../../foundation/http/handle.ts';
import { requestHash, type Idempotency } from '../../foundation/idempotency/idempotency.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { found, Refusal, refuse } from '../../foundation/refusal.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import type { Sendable } from './content.ts';
import type { Messages } from './messages.ts';
import type { OutMedia } from './out-media.ts';

interface Needs {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  media: OutMedia;
  limits: Limits;
  idempotency: Idempotency;
  knownQueues(tx: Tx, ids: number[]): Promise<number[]>;
  knownUser(tx: Tx, id: number): Promise<boolean>;
}
export interface ApiWish {
  number: string;
  body: string;
  userId: number | null;
  queueId: number | null;
  sendSignature: boolean;
  closeTicket: boolean;
  quotedId: number | undefined;
  msdelay: number;
}
interface Told {
  ticketId: number;
  messageIds: number[];
}
/** More than this does not wait for one connection: agents' words stand in the same lines. */
const MOST_WAITING = 5000;
/** No telephone number is longer; groups are. */
const LONGEST_NUMBER = 17;

/** What other programs say through a connection, with its token: like an agent's words, in the same conversations. */
export function createSendApi(needs: Needs) {
  const { db, clock, companies, settings, connections, contacts, tickets, messages, media, limits, idempotency } =
    needs;

  /** The number as the channel writes it; refused when the channel knows nobody by it. */
  async function addressee({ companyId, id, channel }: FullConnection, number: string) {
    if (channel !== 'whatsapp' && channel !== 'whatsappapi') refuse('ERR_CONTENT_UNSUPPORTED');
    if (number.length > LONGEST_NUMBER)
      return { identities: [{ kind: 'group' as const, value: number }], isGroup: true };
    const known = isPhone(number) ? await connections.lookUp(companyId, number, id) : 'unknown';
    if (known === 'unknown') refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'unknown' });
    const value = known === 'unchecked' ? number : known.number;
    return { identities: [{ kind: 'phone' as const, value }], isGroup: false };
  }

  async function sendablesOf(companyId: number, { body }: ApiWish, files: SentFile[]): Promise<Sendable[]> {
    if (files.length === 0 && body.trim() === '') refuse('ERR_EMPTY_MESSAGE', { field: 'body', rule: 'required' });
    if (files.length === 0) return [{ content: { kind: 'text', text: body } }];
    const sendables: Sendable[] = [];
    for (const file of files)
      sendables.push(await media.ofUpload({ companyId, userId: null }, file, { caption: file.caption }));
    return sendables;
  }

  async function checkNames(tx: Tx, { userId, queueId }: ApiWish) {
    if (userId !== null && !(await needs.knownUser(tx, userId)))
      refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
    if (queueId !== null && (await needs.knownQueues(tx, [queueId])).length === 0)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
  }

  /** The live conversation, or a new one; one that somebody else attends is not taken from them. */
  async function conversation(
    tx: Tx,
    contact: { id: number; isGroup: boolean },
    connection: FullConnection,
    wish: ApiWish,
  ) {
    let ticket = await tickets.forArrival(tx, contact, connection, false);
    if (ticket.status === 'nps') {
      await tickets.command(tx, ticket, { do: 'close', by: 'bot', farewell: false });
      ticket = await tickets.forArrival(tx, contact, connection, false);
    }
    const isOthers = (has: number | null, asked: number | null) => has !== null && asked !== null && has !== asked;
    if (isOthers(ticket.userId, wish.userId) || isOthers(ticket.queueId, wish.queueId))
      refuse('ERR_TICKET_IN_OTHER_HANDS');
    if (ticket.messageSeq === 0) ticket = await tickets.set(tx, ticket.id, { isActiveDemand: true });
    return placed(tx, ticket, wish);
  }

  async function placed(tx: Tx, ticket: TicketRow, { userId, queueId }: ApiWish): Promise<TicketRow> {
    const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd';
    if (isWaiting && userId !== null) {
      const pending =
        ticket.status === 'pending'
          ? ticket
          : await tickets.command(tx, ticket, { do: 'place', queueId: queueId ?? ticket.queueId, userId: null });
      return tickets.command(tx, pending, { do: 'accept', by: userId, queueId, quietly: true });
    }
    if (queueId === null || ticket.queueId !== null) return ticket;
    if (isWaiting) return tickets.command(tx, ticket, { do: 'place', queueId, userId: ticket.userId });
    const next = await tickets.set(tx, ticket.id, { queueId });
    tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from: placeOf(ticket), to: placeOf(next) });
    return next;
  }

  async function say(
    { companyId, connectionId }: TokenHolder,
    wish: ApiWish,
    files: SentFile[],
    key: string | undefined,
  ) {
    const connection = found(await connections.show(companyId, connectionId), 'ERR_API_TOKEN');
    await db.readCompany(companyId, (tx) => checkNames(tx, wish));
    const peer = await addressee(connection, wish.number);
    const sendables = await sendablesOf(companyId, wish, files);
    return db.inCompany(companyId, async (tx): Promise<Told> => {
      // Begun once before, and killed before it could answer: then this is the answer.
      const known: MessageRow[] = [];
      for (const place of sendables.keys()) {
        const one = key === undefined ? undefined : await messages.knownByKey(tx, messages.keyOf(key, place)!);
        if (one) known.push(one);
      }
      if (known[0]) return { ticketId: known[0].ticketId, messageIds: known.map(({ id }) => id) };
      await checkNames(tx, wish);
      const acceptsAudio = (await settings.one(tx, 'acceptAudioMessageContact')) === 'enabled';
      const contact = await contacts.recognise(tx, { peer, channel: connection.channel, connectionId, acceptsAudio });
      if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
      const ticket = await conversation(tx, contact, connection, wish);
      const by = { origin: 'api' as const, userId: wish.userId };
      const messageIds: number[] = [];
      for (const [place, sendable] of sendables.entries()) {
        const options = {
          quotedId: place === 0 ? wish.quotedId : undefined,
          signed: wish.sendSignature,
          clientKey: messages.keyOf(key, place),
          delayMs: wish.msdelay,
        };
        messageIds.push((await messages.say(tx, ticket, sendable, by, options)).id);
      }
      if (wish.closeTicket) await tickets.command(tx, ticket, { do: 'close', by: 'bot', farewell: false });
      return { ticketId: ticket.id, messageIds };
    });
  }

  return {
    /** A token opens the one connection it was made for, while its company may use it. */
    async whoseToken(bearer: string | undefined): Promise<TokenHolder> {
      if (bearer === undefined) refuse('ERR_SESSION_EXPIRED');
      const entry = found(
        await db.onPlatform((tx) => directoryStore.find(tx, 'api-token', hashKey(bearer))),
        'ERR_API_TOKEN',
      );
      const { companyId } = entry;
      const { company, plan } = await db.readCompany(companyId, (tx) => companies.within(tx));
      if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');
      if (isOverdue({ companyId, dueDate: company.dueDate }, clock.now())) refuse('ERR_SUBSCRIPTION_EXPIRED');
      if (!plan.useExternalApi) refuse('ERR_API_NOT_IN_PLAN');
      return { companyId, connectionId: Number(entry.rowId) };
    },

    async send(
      holder: TokenHolder,
      wish: ApiWish,
      files: SentFile[],
      idempotencyKey: string | undefined,
    ): Promise<Told> {
      const { companyId, connectionId } = holder;
      await limits.use({ limit: 'sends of an API token', of: `${companyId} ${connectionId}` });
      if ((await messages.backlog(companyId, connectionId, MOST_WAITING)) >= MOST_WAITING)
        throw new Refusal('ERR_TOO_MANY_TRIES', { retryAfterSeconds: 30 });
      if (idempotencyKey === undefined) return say(holder, wish, files, undefined);
      const key = `api ${connectionId} ${idempotencyKey}`;
      const request = await requestHash(wish, files);
      return idempotency.once({ companyId, key, request }, () => say(holder, wish, files, key));
    },
  };
}
export type SendApi = ReturnType<typeof createSendApi>;
