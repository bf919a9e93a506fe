import { phoneKey } from '@balcao/domain/contact/phone';
import type { Peer, Signal } from '../../channels/port.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Incoming } from '../messages/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { inboundStore, LANES, type KeptSignal } from './inbound.store.ts';

export interface InboundNeeds {
  db: Db;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: Incoming;
  failed(fault: unknown): void;
}
/** What names a message we do not know (yet) is looked at again; a receipt can outrun our own send. */
class NotYet extends Error {}
const MOST_TRIES = 6;
const BATCH = 20;
const LANES_AT_ONCE = 6;
const POLL_MS = 500;
const MB = 1024 * 1024;
const DEFAULT_DOWNLOAD_MB = 64;
const retryAfter = (tries: number) => Math.min(2 ** tries, 20);

/** What happens to a delivery after it is safe: read into signals, then each conversation worked off in its order. */
export function createInbound(needs: InboundNeeds) {
  const { db, connections, failed } = needs;
  let isStopped = false;
  let isSorting = false;
  let sortAgain = false;
  const lanes = new Set<number>();
  const again = new Set<number>();
  const poll = setInterval(() => void lookAround(), POLL_MS);
  poll.unref();

  /** Opens envelopes, oldest first, one connection at a time. */
  async function sort() {
    if (isSorting) {
      sortAgain = true;
      return;
    }
    isSorting = true;
    try {
      do {
        sortAgain = false;
        while (!isStopped && (await sortOne()));
      } while (sortAgain);
    } catch (fault) {
      failed(fault);
    } finally {
      isSorting = false;
    }
  }

  async function sortOne(): Promise<boolean> {
    const touched = await db.onPlatform(async (tx) => {
      const delivery = await inboundStore.nextDelivery(tx);
      if (!delivery) return undefined;
      const connection = await connections.show(delivery.companyId, delivery.connectionId);
      let signals: { conversation: string; signal: Signal }[] = [];
      try {
        if (connection) {
          const account = connections.accountOf(connection);
          signals = connections
            .channelOf(connection)
            .read(delivery.body, account)
            .map((signal) => ({ conversation: conversationOf(signal), signal }));
        }
      } catch (fault) {
        await db.inCompany(delivery.companyId, (own) =>
          inboundStore.quarantine(own, {
            connectionId: delivery.connectionId,
            kind: 'delivery',
            content: { body: delivery.body.toString('base64') },
            fault: (fault as Error).message,
          }),
        );
      }
      await inboundStore.sort(tx, delivery, signals);
      return true;
    });
    if (touched) void lookAround();
    return touched ?? false;
  }

  async function lookAround() {
    if (isStopped) return;
    try {
      for (const lane of await inboundStore.lanesDue(db)) work(lane);
    } catch (fault) {
      failed(fault);
    }
  }

  function work(lane: number) {
    if (lanes.has(lane)) {
      again.add(lane);
      return;
    }
    if (lanes.size >= LANES_AT_ONCE) return;
    lanes.add(lane);
    void (async () => {
      try {
        while (!isStopped && (await workOff(lane)));
      } catch (fault) {
        failed(fault);
      } finally {
        lanes.delete(lane);
        if (again.delete(lane)) work(lane);
        else if (lanes.size === 0) void lookAround();
      }
    })();
  }

  /** Some signals of one company in one transaction; when one of them fails, that one alone is set aside. */
  async function workOff(lane: number): Promise<boolean> {
    const batch = await db.onPlatform((tx) => inboundStore.claim(tx, lane, BATCH));
    if (batch.length === 0) return false;
    const { companyId } = batch[0]!;
    try {
      return await db.inCompany(companyId, (tx) => handleAll(tx, lane, batch));
    } catch (fault) {
      if (!(fault instanceof NotYet)) failed(fault);
      for (const one of batch) if (!(await tryAlone(lane, one))) break;
      return true;
    }
  }

  async function handleAll(tx: Tx, lane: number, batch: KeptSignal[]): Promise<boolean> {
    if (!(await inboundStore.holdLane(tx, lane))) return false;
    const there = new Set(
      await inboundStore.stillThere(
        tx,
        batch.map((one) => one.id),
      ),
    );
    const mine = batch.filter((one) => there.has(one.id));
    for (const one of mine) await handle(tx, one);
    await inboundStore.drop(
      tx,
      mine.map((one) => one.id),
    );
    return true;
  }

  /** True when the ones behind it may go on. */
  async function tryAlone(lane: number, one: KeptSignal): Promise<boolean> {
    try {
      return await db.inCompany(one.companyId, (tx) => handleAll(tx, lane, [one]));
    } catch (fault) {
      const isLast = one.tries + 1 >= MOST_TRIES;
      await db.inCompany(one.companyId, async (tx) => {
        if (!isLast) return void (await inboundStore.postpone(tx, one.id, retryAfter(one.tries)));
        // A receipt of a message that never was ours is no loss; anything else is kept for a person to look at.
        if (!(fault instanceof NotYet))
          await inboundStore.quarantine(tx, {
            connectionId: one.connectionId,
            kind: one.signal.is,
            content: one.signal,
            fault: (fault as Error).message,
          });
        await inboundStore.drop(tx, [one.id]);
      });
      return true;
    }
  }

  async function handle(tx: Tx, { connectionId, signal }: KeptSignal): Promise<void> {
    const { incoming } = needs;
    switch (signal.is) {
      case 'session':
        return connections.hear(tx, connectionId, signal);
      case 'message':
        return intake(tx, connectionId, signal);
      case 'receipt':
        if (!(await incoming.receipt(tx, connectionId, signal))) throw new NotYet();
        return;
      case 'edited':
        if (!(await incoming.edited(tx, connectionId, signal))) throw new NotYet();
        return;
      case 'removed':
        if (!(await incoming.removed(tx, connectionId, signal))) throw new NotYet();
        return;
      case 'picture':
        return;
    }
  }

  /** What happens to a customer's message. The order is the specification: read it top to bottom. */
  async function intake(tx: Tx, connectionId: number, signal: Extract<Signal, { is: 'message' }>): Promise<void> {
    const { contacts, tickets, incoming, settings } = needs;
    // skip what we already have: channels deliver twice
    if (await incoming.isEcho(tx, connectionId, signal)) return;
    if (await incoming.isKnown(tx, connectionId, signal.wid)) return;
    // skip what this connection does not serve
    const connection = await connections.tryWithin(tx, connectionId);
    if (!connection || (signal.peer.isGroup && !connection.allowGroup)) return;
    // recognise the contact
    const acceptsAudio = (await settings.one(tx, 'acceptAudioMessageContact')) === 'enabled';
    const meet = (peer: Peer) =>
      contacts.recognise(tx, { peer, channel: connection.channel, connectionId, acceptsAudio });
    const contact = await meet(signal.peer);
    const author = signal.author ? await meet(signal.author) : null;
    // turn away the blocked
    if (!contact.isActive && !signal.fromMe) return;
    // find or open the ticket
    const ticket = await tickets.forArrival(tx, contact, connection, await asksConsent(tx, connection, contact));
    // keep the message
    await incoming.keep(tx, { signal, ticket, contact, author, connectionId, maxMediaBytes: await maxMediaBytes() });
  }

  async function asksConsent(
    tx: Tx,
    _connection: FullConnection,
    contact: { isGroup: boolean; consentedAt: Date | null },
  ): Promise<boolean> {
    const { settings } = needs;
    if (contact.isGroup || (await settings.one(tx, 'enableLGPD')) !== 'enabled') return false;
    if (String(await settings.one(tx, 'lgpdMessage')).trim() === '') return false;
    return (await settings.one(tx, 'lgpdConsent')) === 'enabled' || contact.consentedAt === null;
  }
  async function maxMediaBytes(): Promise<number> {
    const limit = Number(await needs.settings.downloadLimit());
    return (Number.isFinite(limit) && limit > 0 ? limit : DEFAULT_DOWNLOAD_MB) * MB;
  }

  return {
    wake: () => void sort(),
    sweep: async () => {
      await sort();
      await lookAround();
    },
    /** Digests of deliveries that no channel repeats any more. */
    forget: (before: Date) => db.onPlatform((tx) => inboundStore.forget(tx, before)),
    isIdle: () => lanes.size === 0 && !isSorting,
    async stop() {
      isStopped = true;
      clearInterval(poll);
      while (lanes.size > 0 || isSorting) await new Promise((done) => setTimeout(done, 20));
    },
    lanes: LANES,
  };
}
export type Inbound = ReturnType<typeof createInbound>;

/** One line a conversation; what belongs to none (a session) has a line of its own. */
function conversationOf(signal: Signal): string {
  if (signal.is === 'session') return 'session';
  const [first] = [...signal.peer.identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile are one line, or the same person's words could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
