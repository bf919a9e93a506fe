import type { BotFacts, BotMessage, BotState, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import { fillIn } from '@balcao/domain/message/variables';
import type { Choice } from '@balcao/domain/routing/choose';
import type { LogEntry } from '@balcao/domain/ticket/ticket';
import type { Clock } from '../../foundation/clock.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { TicketPlace } from '../../foundation/events/catalogue.ts';
import type { FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import type { Page } from '../messages/index.ts';
import { recordConsent } from '../privacy/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import type { Brief, Briefing } from './briefing.ts';
import { dialogStore, NO_DIALOG, type Dialog } from './dialogs.store.ts';
import { ratingStore } from './ratings.store.ts';
import { contentsOf, speakingOf, type About } from './saying.ts';

export interface RespondingNeeds {
  clock: Clock;
  briefing: Briefing;
  contacts: Contacts;
  tickets: Tickets;
  fileLists: Pick<FileLists, 'filesOf'>;
  /** Whoever attended may say goodbye in words of their own. */
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  choose(
    tx: Tx,
    wish: { how: 'random'; queueId: number } | { how: 'wallet'; userId: number },
    rules: { capacity: number; timeZone: string },
  ): Promise<Choice>;
}
export interface Written {
  ticket: TicketRow;
  contact: ContactRow;
  connection: FullConnection;
  message: BotMessage;
  /** Known once the page is kept. */
  row: { id: number | null };
  /** As the channel named whoever wrote. */
  identity: { kind: string; value: string } | undefined;
}
type Asked = Pick<Dialog, 'askedText' | 'askedLink'>;
type Rules = Parameters<RespondingNeeds['choose']>[2];
/** A ticket whose new state waits to be written with others'. */
interface Change {
  from: TicketPlace;
  ticket: TicketRow;
  dialog: Dialog;
  isDialogChanged: boolean;
  lines: LogEntry[];
}

/** The house answers what it can before a human does. Everything is kept in the transaction that keeps the message. */
export function createResponding(needs: RespondingNeeds) {
  const { clock, briefing, contacts, tickets, fileLists } = needs;

  /** For one transaction. Nothing is written before `keep`, but for what cannot wait: an end. */
  async function begin(tx: Tx, page: Page, held: Iterable<TicketRow>) {
    const ours = [...held].filter(isBots).map(({ id }) => id);
    const dialogs = await dialogStore.of(tx, ours);
    const changes = new Map<number, Change>();
    let agreed: { written: Written; asked: Asked; at: Date }[] = [];

    async function keep(): Promise<void> {
      const given = agreed;
      agreed = [];
      // A consent names the message that gave it.
      if (given.length > 0) await page.keep();
      for (const { written, asked, at } of given) await recordAnswer(written, 'yes', asked, at);
      if (changes.size === 0) return;
      const all = [...changes.values()];
      changes.clear();
      await tickets.turned(
        tx,
        all.map(({ from, ticket, dialog, lines }) => ({ from, ticket, lines, spokeAt: dialog.spokeAt })),
      );
      await dialogStore.keep(
        tx,
        all.flatMap(({ ticket, dialog, isDialogChanged }) =>
          isDialogChanged ? [{ ticketId: ticket.id, ...dialog }] : [],
        ),
      );
    }

    async function dialogOf({ id, messageSeq }: TicketRow): Promise<Dialog> {
      const known = dialogs.get(id);
      if (known) return known;
      // A ticket that was opened for this very message has none.
      const found = messageSeq === 0 ? NO_DIALOG : ((await dialogStore.of(tx, [id])).get(id) ?? NO_DIALOG);
      dialogs.set(id, found);
      return found;
    }

    /** The conversation as it is after the bot's turn. */
    async function respond(written: Written): Promise<TicketRow> {
      const { ticket, contact, connection, message } = written;
      const dialog = await dialogOf(ticket);
      const brief = await briefing.of(tx);
      const now = clock.now();
      const facts = briefing.factsOf(brief, connection, contact, {
        now,
        farewell: ticket.status === 'nps' ? await farewellIn(tx, ticket, connection) : connection.farewellMessage,
        wallet: await walletOf(tx, brief, ticket, dialog, contact),
      });
      const rules = rulesOf(brief);
      const turn = await finished(nextTurn(stateOf(ticket, dialog), message, facts), facts, written, rules);
      const next = after(ticket, turn, now);
      remember(ticket, next, dialog, turn, askedIn(turn, facts, { ticket, contact, connection, brief, now }) ?? dialog);
      await say(turn, next, written, brief);
      if (turn.consents === 'yes') {
        agreed.push({ written, asked: dialog, at: now });
        // The same person may write on another connection in this very transaction.
        contact.consentedAt = now;
      }
      if (!turn.closes) return next;
      await page.keep();
      await keep();
      return end(next, turn, written, dialog, now);
    }

    /** Who gets it and how many are before it. */
    async function finished(turn: Turn, facts: BotFacts, { ticket, connection }: Written, rules: Rules): Promise<Turn> {
      const { waitsIn } = turn;
      let attendant: number | null = null;
      let position = 1;
      if (waitsIn?.choosesAttendant) {
        // Where it is limited, what people have in hand is counted: with everything so far.
        if (rules.capacity > 0) await keep();
        attendant = (await needs.choose(tx, { how: 'random', queueId: waitsIn.queueId }, rules)).userId;
      }
      if (waitsIn?.tellsPosition) {
        const { queueId } = waitsIn;
        const connectionId = facts.queues.length > 1 ? connection.id : null;
        const except = [ticket.id, ...changes.keys()];
        const besides = [...changes.values()].filter(
          (one) => waits(one.ticket, queueId) && one.ticket.id !== ticket.id,
        );
        position += besides.length + (await tickets.waitingIn(tx, { queueId, connectionId, except }));
      }
      return finishTurn(turn, facts, { attendant, position });
    }

    function remember(before: TicketRow, next: TicketRow, dialog: Dialog, { state, lines }: Turn, asked: Asked) {
      const told: Dialog = {
        optionId: state.optionId,
        hasShown: state.hasShown,
        lastWhy: state.lastWhy,
        askedText: asked.askedText,
        askedLink: asked.askedLink,
        spokeAt: state.spokeAt,
      };
      const isDialogChanged = remembered.some((field) => told[field] !== dialog[field]);
      const isSame = !isDialogChanged && lines.length === 0 && isSameTicket(before, next);
      if (isSame && +(told.spokeAt ?? 0) === +(dialog.spokeAt ?? 0)) return;
      dialogs.set(next.id, told);
      const earlier = changes.get(next.id);
      const { userId, queueId } = next;
      changes.set(next.id, {
        from: earlier?.from ?? placeOf(before),
        ticket: next,
        dialog: told,
        isDialogChanged: isDialogChanged || (earlier?.isDialogChanged ?? false),
        lines: [...(earlier?.lines ?? []), ...lines.map(({ type, why }) => ({ type, why, userId, queueId }))],
      });
    }

    async function say({ says }: Turn, ticket: TicketRow, { contact, connection, row }: Written, brief: Brief) {
      const { userId } = ticket;
      const about = { ticket, contact, connection, brief, now: clock.now() };
      const userName = async () => (userId === null ? '' : needs.nameOfUser(tx, userId));
      for (const saying of says) {
        const quotedId = saying.kind === 'text' && saying.quotes ? row.id : null;
        for (const content of await contentsOf(tx, fileLists, saying, about, userName))
          page.say({ ticket, content, quotedId, at: about.now });
      }
    }

    async function recordAnswer(written: Written, answer: 'yes' | 'no', { askedText, askedLink }: Asked, at: Date) {
      const { ticket, contact, connection, message, row, identity } = written;
      if (answer === 'yes') await contacts.consent(tx, contact.id, at);
      await recordConsent(tx, {
        contactId: contact.id,
        ticketId: ticket.id,
        connectionId: connection.id,
        answer,
        asked: { text: askedText, link: askedLink },
        messageId: row.id,
        answerText: message.text,
        ...(identity && { identity: { kind: identity.kind, value: identity.value } }),
        at,
      });
    }

    /** Once its last words are kept. */
    async function end(ticket: TicketRow, turn: Turn, written: Written, asked: Asked, at: Date): Promise<TicketRow> {
      if (turn.consents === 'no') await recordAnswer(written, 'no', asked, at);
      if (turn.rates !== null) {
        const { id: ticketId, userId } = ticket;
        await ratingStore.add(tx, { ticketId, userId, rate: turn.rates, createdAt: at });
        await tickets.rate(tx, ticket, turn.rates);
      }
      dialogs.delete(ticket.id);
      return tickets.command(tx, ticket, { do: 'close', farewell: false, ...turn.closes! });
    }

    return { isBots, respond, keep };
  }

  async function farewellIn(tx: Tx, { userId }: TicketRow, connection: FullConnection): Promise<string> {
    const own = userId === null ? '' : await needs.farewellOfUser(tx, userId);
    return own.trim() === '' ? connection.farewellMessage : own;
  }

  /** Asked for new conversations only: whoever has been shown a menu is asked, not given. */
  async function walletOf(tx: Tx, brief: Brief, ticket: TicketRow, dialog: Dialog, contact: ContactRow) {
    const isOn = brief.settings.DirectTicketsToWallets === 'enabled';
    if (!isOn || contact.walletUserId === null || dialog.hasShown) return null;
    if (ticket.queueId !== null || ticket.userId !== null || !ticket.isBot) return null;
    const wish = { how: 'wallet' as const, userId: contact.walletUserId };
    const { userId, why } = await needs.choose(tx, wish, rulesOf(brief));
    return userId === null ? null : { userId, queueId: contact.walletQueueId, isAway: why === 'walletAway' };
  }

  return { begin, endBot: dialogStore.end };
}
export type Responding = ReturnType<typeof createResponding>;
export type Responder = Awaited<ReturnType<Responding['begin']>>;

/** In the bot's hands, or waiting for an answer that only the bot reads. */
export const isBots = ({ status, isGroup, importedAt }: TicketRow): boolean =>
  !isGroup && importedAt === null && (status === 'pending' || status === 'lgpd' || status === 'nps');

export const stateOf = (ticket: TicketRow, dialog: Dialog): BotState => ({
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  isGroup: ticket.isGroup,
  isBot: ticket.isBot,
  isImported: ticket.importedAt !== null,
  botTurns: ticket.botTurns,
  ratingTurns: ticket.ratingTurns,
  wasAskedConsent: ticket.consentAskedAt !== null,
  optionId: dialog.optionId,
  hasShown: dialog.hasShown,
  lastWhy: dialog.lastWhy,
  spokeAt: dialog.spokeAt,
});

const rulesOf = ({ settings, timeZone }: Brief): Rules => ({ capacity: Number(settings.attendantCapacity), timeZone });
const waits = ({ status, userId, queueId, isGroup }: TicketRow, inQueue: number): boolean =>
  status === 'pending' && userId === null && queueId === inQueue && !isGroup;

/** An end is given as a command of its own: until then the conversation stands where it stood. */
const after = (ticket: TicketRow, { state, closes, consents }: Turn, now: Date): TicketRow => ({
  ...ticket,
  status: closes ? ticket.status : state.status,
  userId: state.userId,
  queueId: state.queueId,
  isBot: state.isBot,
  botTurns: state.botTurns,
  ratingTurns: state.ratingTurns,
  consentAskedAt: state.wasAskedConsent ? (ticket.consentAskedAt ?? now) : null,
  consentedAt: consents === 'yes' ? now : ticket.consentedAt,
});
const remembered = ['optionId', 'hasShown', 'lastWhy', 'askedText', 'askedLink'] as const;
/** What consent was asked for just now, as it was sent. */
function askedIn({ steps }: Turn, { settings: { consent } }: BotFacts, about: About): Asked | undefined {
  if (!steps.some(({ step, why }) => step === 'consent' && asks.has(why))) return undefined;
  const speaking = speakingOf(about, '');
  return { askedText: fillIn(consent.text, speaking), askedLink: fillIn(consent.link, speaking) };
}
const asks = new Set<string>(['consentAsked', 'consentNotUnderstood']);
const changing = [
  'status',
  'userId',
  'queueId',
  'isBot',
  'botTurns',
  'ratingTurns',
  'consentAskedAt',
  'consentedAt',
] as const;
const isSameTicket = (before: TicketRow, next: TicketRow): boolean =>
  changing.every((field) => before[field] === next[field]);
