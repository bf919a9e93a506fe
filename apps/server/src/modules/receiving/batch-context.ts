import type { Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { BotBatch, BotRunner } from '../bot/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { createMessageBatch, type EarlyEvents, type IncomingMessages, type MessageBatch } from '../messages/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { QueuedEvent } from './queued-events.store.ts';

export interface BatchContextDeps {
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: IncomingMessages;
  /** Replies while no agent has accepted the ticket. */
  botRunner: BotRunner;
  /** What contacts wrote; called once per transaction, after their messages are stored. */
  onReply(tx: Tx, replies: Reply[]): Promise<void>;
}
/** A message of a customer. */
export interface Reply {
  contactId: number;
  connectionId: number;
  text: string;
}
export interface Limits {
  maxMediaBytes: number;
}
const settingKeys = [
  'acceptAudioMessageContact',
  'acceptCallWhatsapp',
  'AcceptCallWhatsappMessage',
  'enableLGPD',
  'lgpdMessage',
  'lgpdConsent',
  'optOutWords',
] as const;
export type HandlerSettings = Pick<CompanySettingValues, (typeof settingKeys)[number]>;

/** What the events of one transaction share; each part is read once. */
export interface BatchContext extends Limits {
  settings(): Promise<HandlerSettings>;
  connection(id: number): Promise<FullConnection | undefined>;
  /** True from the second call on for the same id, too. */
  isDuplicate(connectionId: number, wid: string): boolean;
  hasMessage(connectionId: number, wid: string): boolean;
  /** Edits and deletions that arrived before new messages of this transaction. Each is returned once. */
  earlyChanges(): { connectionId: number; change: EarlyEvents[number] }[];
  /** A contact whose stored data already matches the peer; undefined after `invalidate`. */
  cachedContact(peer: Peer): ContactRow | undefined;
  /** Drops cached contacts and tickets, because a merge or a new number may have changed them. */
  invalidate(): void;
  /** Live tickets that this transaction has locked, by `ticketKey`. */
  tickets: Map<string, TicketRow>;
  messageBatch: MessageBatch;
  bot: BotBatch;
  /** The contact wrote a message. */
  recordReply(reply: Reply): void;
  /** Writes all collected messages and bot turns. Required before anything reads them from the database. */
  flush(): Promise<void>;
}
export const ticketKey = (contactId: number, connectionId: number) => `${contactId} ${connectionId}`;
const messageKey = (connectionId: number, wid: string) => `${connectionId} ${wid}`;

export async function createBatchContext(
  { settings, connections, contacts, tickets, incoming, botRunner, onReply }: BatchContextDeps,
  tx: Tx,
  events: QueuedEvent[],
  { maxMediaBytes }: Limits,
): Promise<BatchContext> {
  const seenMessages = await incoming.findExisting(tx, events);
  const newMessages = newMessagesIn(events, seenMessages);
  const handled = new Map<string, { connectionId: number; wid: string }>();
  const [earlyChangesOf, findKnownContact] = await Promise.all([
    incoming.earlyChanges.load(tx, newMessages),
    newMessages.length === 0
      ? () => undefined
      : contacts.inTx.findKnownContacts(
          tx,
          // Group authors too: all contacts are locked here in one order, or two shards could deadlock.
          newMessages.flatMap(({ peer, author }) => (author ? [peer, author] : [peer])),
        ),
  ]);
  const pairs = newMessages.flatMap(({ connectionId, peer }) => {
    const contact = findKnownContact(peer);
    return contact ? [{ contactId: contact.id, connectionId }] : [];
  });
  let isCurrent = true;
  const messageBatch = createMessageBatch(tx, tickets);
  const connectionIds = [...new Set(newMessages.map(({ connectionId }) => connectionId))];
  let loadedSettings: Promise<HandlerSettings> | undefined;
  const loadSettings = () => (loadedSettings ??= settings.getMany(tx, settingKeys));
  // What every new message needs is read together.
  const [liveTickets, knownConnections] = await Promise.all([
    pairs.length === 0 ? [] : tickets.inTx.lockLive(tx, pairs),
    Promise.all(connectionIds.map((id) => connections.inTx.findForReceiving(tx, id))),
    newMessages.length > 0 && loadSettings(),
  ]);
  const ticketsByPair = new Map(
    liveTickets.map((ticket) => [ticketKey(ticket.contactId, ticket.connectionId!), ticket]),
  );
  const connectionsById = new Map(connectionIds.map((id, n) => [id, knownConnections[n]]));
  const replies: Reply[] = [];
  const bot = await botRunner.startBatch(tx, messageBatch, liveTickets);
  return {
    bot,
    async flush() {
      await messageBatch.save();
      await bot.save();
      if (replies.length > 0) await onReply(tx, replies.splice(0));
    },
    recordReply: (reply) => void replies.push(reply),
    settings: loadSettings,
    async connection(id) {
      if (!connectionsById.has(id)) connectionsById.set(id, await connections.inTx.findForReceiving(tx, id));
      return connectionsById.get(id);
    },
    isDuplicate(connectionId, wid) {
      const key = messageKey(connectionId, wid);
      const wasSeen = seenMessages.has(key);
      seenMessages.add(key);
      if (!wasSeen) handled.set(key, { connectionId, wid });
      return wasSeen;
    },
    earlyChanges: () => {
      // The parts of a message share its changes.
      const changes = new Map(
        [...handled.values()].flatMap(({ connectionId, wid }) =>
          earlyChangesOf(connectionId, wid).map((change) => [change, { connectionId, change }] as const),
        ),
      );
      handled.clear();
      return [...changes.values()];
    },
    hasMessage: (connectionId, wid) => seenMessages.has(messageKey(connectionId, wid)),
    cachedContact: (peer) => (isCurrent ? findKnownContact(peer) : undefined),
    invalidate() {
      isCurrent = false;
      ticketsByPair.clear();
    },
    tickets: ticketsByPair,
    messageBatch,
    maxMediaBytes,
  };
}

const newMessagesIn = (events: QueuedEvent[], seenMessages: ReadonlySet<string>) =>
  events.flatMap(({ connectionId, event }) =>
    event.type === 'message' && !event.isHistory && !seenMessages.has(messageKey(connectionId, event.wid))
      ? [{ connectionId, wid: event.wid, peer: event.peer, author: event.author }]
      : [],
  );
