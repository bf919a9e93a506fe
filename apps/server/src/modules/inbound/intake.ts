import { phrases } from '@balcao/domain/bot/phrases';
import { asksConsent, type ConsentSettings } from '@balcao/domain/contact/consent';
import type { Peer, Signal } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Responder, Responding } from '../automation/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { ContactPictures, Contacts } from '../contacts/index.ts';
import { createPage, type Incoming, type Page, type SpeakingRoom } from '../messages/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { KeptSignal } from './inbound.store.ts';

export interface IntakeNeeds {
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: Incoming;
  pictures: Pick<ContactPictures, 'hear'>;
  /** To the lane it goes back to when the customer writes. */
  goBack(tx: Tx, ticket: TicketRow): Promise<TicketRow>;
  /** Who answers while no human has the conversation. */
  responding: Responding;
  /** What the house says by itself. */
  answer: SpeakingRoom['answer'];
  /** What the channel thinks of the account. */
  health?: { hear(tx: Tx, connectionId: number, signal: Of<'health'>): Promise<void> };
  /** What became of a text that waited for the channel's approval. */
  templates?: { hear(tx: Tx, connectionId: number, signal: Of<'template'>): Promise<void> };
  /** What was said before the account was linked: kept without a word to anybody. */
  history?: {
    keep(tx: Tx, connectionId: number, signal: Message): Promise<void>;
    hear(tx: Tx, connectionId: number, signal: Of<'history'>): Promise<void>;
  };
}
type Of<Is extends Signal['is']> = Extract<Signal, { is: Is }>;
const LIMITS_HOLD_MS = 30_000;
/** So often a message is put off at most (eight seconds), far from where what nobody knows is let go. */
const MOST_WAITS = 4;
type Message = Of<'message'>;

interface Limits {
  maxMediaBytes: number;
}
const asked = [
  'acceptAudioMessageContact',
  'acceptCallWhatsapp',
  'AcceptCallWhatsappMessage',
  'enableLGPD',
  'lgpdMessage',
  'lgpdConsent',
] as const;
type Asked = Pick<CompanySettingValues, (typeof asked)[number]>;

/** What is the same for all signals of one transaction, read once. */
interface Round {
  settings(): Promise<Asked>;
  connection(id: number): Promise<FullConnection | undefined>;
  isKnown(connectionId: number, wid: string): boolean;
  /** The same, asked on behalf of what speaks of it. */
  knows(connectionId: number, wid: string): boolean;
  /** Somebody about whom there is nothing to learn. */
  met(peer: Peer): ContactRow | undefined;
  forget(): void;
  /** The live ticket of a contact on a connection, as far as it is held already. */
  tickets: Map<string, TicketRow>;
  page: Page;
  bot: Responder;
  /** Everything so far is written: whoever looks at the database from here on finds it there. */
  settle(): Promise<void>;
  maxMediaBytes: number;
}
const pairOf = (contactId: number, connectionId: number) => `${contactId} ${connectionId}`;

/** What the house does with each thing a channel says. */
export function createIntake(needs: IntakeNeeds) {
  const { connections, contacts, tickets, incoming } = needs;

  /** False when it speaks of a message that is not known yet: a receipt can outrun the answer to our own send. */
  async function one(tx: Tx, round: Round, { connectionId, signal, tries }: KeptSignal): Promise<boolean> {
    // Much is told about what other programs sent: one look for a whole batch is enough to know that nobody here knows it.
    if (isAboutMessage(signal) && !round.knows(connectionId, signal.wid)) return false;
    if (signal.is !== 'message') await round.settle();
    switch (signal.is) {
      case 'session':
        await connections.hear(tx, connectionId, signal);
        return true;
      case 'message':
        if (tries < MOST_WAITS && (await mayBeOurs(tx, connectionId, signal))) return false;
        await message(tx, round, connectionId, signal);
        return true;
      case 'receipt':
        return incoming.receipt(tx, connectionId, signal);
      case 'edited':
        return incoming.edited(tx, connectionId, signal);
      case 'removed':
        return incoming.removed(tx, connectionId, signal);
      case 'picture':
        await needs.pictures.hear(tx, connectionId, signal.peer, signal.media);
        return true;
      case 'read-up-to': {
        const contactId = await contacts.known(tx, signal.peer);
        return contactId === undefined || incoming.readUpTo(tx, connectionId, contactId, signal);
      }
      case 'renumbered':
        // Whoever was looked up before may be somebody else from here on.
        round.forget();
        await contacts.renumber(tx, signal.from, signal.peer);
        return true;
      case 'history':
        await needs.history?.hear(tx, connectionId, signal);
        return true;
      case 'health':
        await needs.health?.hear(tx, connectionId, signal);
        return true;
      case 'template':
        await needs.templates?.hear(tx, connectionId, signal);
        return true;
    }
  }

  /** Of the account itself, without our mark, while something leaves to the same person: the answer to that will tell. */
  async function mayBeOurs(tx: Tx, connectionId: number, { fromMe, correlation, isHistory, peer }: Message) {
    if (!fromMe || correlation !== undefined || isHistory) return false;
    const contactId = await contacts.known(tx, peer);
    return contactId !== undefined && incoming.isLeaving(tx, { connectionId, contactId });
  }

  /** What happens to a customer's message. The order is the specification: read it top to bottom. */
  async function message(tx: Tx, round: Round, connectionId: number, signal: Message): Promise<void> {
    // skip what we already have: channels deliver twice, and some of it is our own send coming back
    if (round.isKnown(connectionId, signal.wid)) {
      // a file from before may follow its placeholder, which is kept already, or only laid aside
      if (signal.isHistory && !(await incoming.fillIn(tx, connectionId, signal, round.maxMediaBytes)))
        await needs.history?.keep(tx, connectionId, signal);
      return;
    }
    if (await incoming.isEcho(tx, connectionId, signal)) return;
    // lay what was before aside: nobody is told of it, nobody answers it
    if (signal.isHistory) return needs.history?.keep(tx, connectionId, signal);
    // skip what this connection does not serve
    const connection = await round.connection(connectionId);
    if (!connection || (signal.peer.isGroup && !connection.allowGroup)) return;
    // a call of somebody unknown begins no conversation
    if (signal.content.kind === 'call' && (await contacts.known(tx, signal.peer)) === undefined) return;
    // recognise the contact
    const settings = await round.settings();
    const acceptsAudio = settings.acceptAudioMessageContact === 'enabled';
    const meet = async (peer: Peer) => {
      const known = round.met(peer);
      if (known) return known;
      // Two names that turn out to be one person's: what was looked up before may be of somebody who is gone.
      if (peer.identities.length > 1) {
        await round.settle();
        round.forget();
      }
      return contacts.recognise(tx, { peer, channel: connection.channel, connectionId, acceptsAudio });
    };
    const contact = await meet(signal.peer);
    const author = signal.author ? await meet(signal.author) : null;
    // turn away the blocked
    if (!contact.isActive && !signal.fromMe) return;
    // find or open the ticket
    const pair = pairOf(contact.id, connectionId);
    const consent = asksConsent(consentIn(settings), contact);
    const found = await tickets.forArrival(tx, contact, connection, consent, round.tickets.get(pair));
    if (found.laneId !== null) await round.settle();
    // who answers is back in the lane of those who are spoken with
    const ticket = signal.fromMe ? found : await needs.goBack(tx, found);
    round.tickets.set(pair, ticket);
    // keep the message
    const { maxMediaBytes, page } = round;
    const arrived = { signal, ticket, contact, author, connectionId, maxMediaBytes };
    // answer what a human need not
    const message = wordsOf(signal);
    const row = { id: null as number | null };
    const respond = async () => {
      if (!message || !round.bot.isBots(ticket)) return false;
      const [identity] = signal.peer.identities;
      round.tickets.set(pair, await round.bot.respond({ ticket, contact, connection, message, row, identity }));
      return true;
    };
    if (isPlain(signal)) {
      page.add(arrived, (id) => void (row.id = id));
      return void (await respond());
    }
    await page.keep();
    row.id = (await incoming.keep(tx, arrived)).id;
    if (await respond()) return;
    // say what cannot be taken here
    if (signal.fromMe || (contact.isGroup && !connection.groupAsTicket)) return;
    if (signal.content.kind === 'call' && settings.acceptCallWhatsapp === 'disabled')
      await needs.answer(tx, ticket, String(settings.AcceptCallWhatsappMessage));
    const isSound = signal.content.kind === 'media' && signal.content.type === 'audio';
    if (isSound && !(acceptsAudio && contact.acceptsAudio)) await needs.answer(tx, ticket, phrases.noAudio, row.id);
  }

  async function roundOf(tx: Tx, signals: KeptSignal[], { maxMediaBytes }: Limits): Promise<Round> {
    const known = await incoming.knownAmong(tx, signals);
    const heard = signals.flatMap(({ connectionId, signal }) =>
      signal.is === 'message' && !signal.isHistory && !known.has(`${connectionId} ${signal.wid}`)
        ? [{ connectionId, peer: signal.peer, author: signal.author }]
        : [],
    );
    const met =
      heard.length === 0
        ? () => undefined
        : await contacts.acquaintances(
            tx,
            // Those who write in groups too: whoever is held is held now, in one order, or two lanes could wait for each other.
            heard.flatMap(({ peer, author }) => (author ? [peer, author] : [peer])),
          );
    const pairs = heard.flatMap(({ connectionId, peer }) => {
      const contact = met(peer);
      return contact ? [{ contactId: contact.id, connectionId }] : [];
    });
    let isCurrent = true;
    const page = createPage(tx, tickets);
    const live = pairs.length === 0 ? [] : await tickets.lockLive(tx, pairs);
    const held = new Map(live.map((ticket) => [pairOf(ticket.contactId, ticket.connectionId!), ticket]));
    const seen = new Map<number, FullConnection | undefined>();
    let settings: Promise<Asked> | undefined;
    const bot = await needs.responding.begin(tx, page, live);
    return {
      bot,
      async settle() {
        await page.keep();
        await bot.keep();
      },
      settings: () => (settings ??= needs.settings.several(tx, asked)),
      async connection(id) {
        if (!seen.has(id)) seen.set(id, await connections.tryWithin(tx, id));
        return seen.get(id);
      },
      isKnown(connectionId, wid) {
        const name = `${connectionId} ${wid}`;
        const isKnown = known.has(name);
        known.add(name);
        return isKnown;
      },
      knows: (connectionId, wid) => known.has(`${connectionId} ${wid}`),
      met: (peer) => (isCurrent ? met(peer) : undefined),
      forget() {
        isCurrent = false;
        held.clear();
      },
      tickets: held,
      page,
      maxMediaBytes,
    };
  }

  let known: { at: number; limits: Limits } | undefined;
  return {
    /** What belongs to no company. Asked for before the transaction: inside it a second connection would be needed. */
    async limits(): Promise<Limits> {
      if (known && Date.now() - known.at < LIMITS_HOLD_MS) return known.limits;
      const limits = { maxMediaBytes: await needs.settings.maxDownloadBytes() };
      known = { at: Date.now(), limits };
      return limits;
    },
    /** In order, all or none. Answers those that must be looked at again. */
    async handle(tx: Tx, signals: KeptSignal[], limits: Limits): Promise<KeptSignal[]> {
      const round = await roundOf(tx, signals, limits);
      const notYet: KeptSignal[] = [];
      /** Whose words wait: what they said next must not overtake them. */
      const held = new Set<string>();
      for (const kept of signals) {
        const { signal, connectionId, tries } = kept;
        const line = signal.is === 'message' ? `${connectionId} ${JSON.stringify(signal.peer.identities)}` : '';
        const isNext = line !== '' && held.has(line) && tries < MOST_WAITS;
        if (!isNext && (await one(tx, round, kept))) continue;
        notYet.push(kept);
        if (line !== '') held.add(line);
      }
      await round.settle();
      return notYet;
    },
  };
}
export type Intake = ReturnType<typeof createIntake>;

/** Speaks of one message by the channel's own name for it, and by no other. */
const isAboutMessage = (signal: Signal): signal is (Of<'receipt'> | Of<'edited'> | Of<'removed'>) & { wid: string } =>
  signal.is === 'edited' ||
  signal.is === 'removed' ||
  (signal.is === 'receipt' && signal.correlation === undefined && signal.wid !== undefined);

/** Nothing has to be looked up for it, and nothing is answered to it: it can be kept together with others. */
const isPlain = ({ fromMe, quotes, content }: Message): boolean =>
  !fromMe &&
  quotes === undefined &&
  content.kind !== 'reaction' &&
  content.kind !== 'call' &&
  !(content.kind === 'media' && content.type === 'audio');

/** What a customer told the bot; undefined for what is no answer to anything. */
function wordsOf({ fromMe, content, isPuzzle }: Message): { text: string; isAudio: boolean } | undefined {
  if (fromMe || isPuzzle || content.kind === 'reaction' || content.kind === 'call') return undefined;
  return { text: textIn(content), isAudio: content.kind === 'media' && content.type === 'audio' };
}
function textIn(content: Message['content']): string {
  switch (content.kind) {
    case 'text':
    case 'ad':
    case 'story':
    case 'share':
      return content.text;
    // What was tapped is read by its id: it is the number that whoever types would have typed.
    case 'choice':
      return content.id;
    case 'media':
      return content.caption ?? '';
    case 'form':
      return content.answers.map(({ value }) => value).join('\n');
    default:
      return '';
  }
}

const consentIn = ({ enableLGPD, lgpdMessage, lgpdConsent }: Asked): ConsentSettings => ({
  isOn: enableLGPD === 'enabled',
  question: String(lgpdMessage),
  asksEachTime: lgpdConsent === 'enabled',
});
