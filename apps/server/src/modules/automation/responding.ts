import type { BotFacts, BotMessage, BotState, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn, nextTurn } from '@balcao/domain/bot/turn';
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
import { contentsOf } from './saying.ts';

export interface RespondingNeeds {
  clock: Clock;
  briefing: Briefing;
  contacts: Contacts;
  tickets: Tickets;
  fileLists: Pick<FileLists, 'filesOf'>;
  /** Whoever attended may say goodbye in words of their own. */
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  choose(tx: Tx, wish: { how: 'random'; queueId: number } | { how: 'wallet'; userId: number }): Promise<Choice>;
}
export interface Written {
  ticket: TicketRow;
  contact: ContactRow;
  connection: FullConnection;
  message: BotMessage;
  /** Its row, where that is known already. */
  messageId: number | null;
}
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

  /** For one transaction. Nothing is written before `keep`, but for what cannot wait: an end, a consent, a choice. */
  async function begin(tx: Tx, page: Page, held: Iterable<TicketRow>) {
    const ours = [...held].filter(isBots).map(({ id }) => id);
    const dialogs = await dialogStore.of(tx, ours);
    const changes = new Map<number, Change>();

    async function keep(): Promise<void> {
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
      const turn = await finished(nextTurn(stateOf(ticket, dialog), message, facts), facts, written);
      const next = after(ticket, turn, now);
      remember(ticket, next, dialog, turn);
      await say(turn, next, written, brief);
      if (!turn.closes && turn.consents === null) return next;
      await page.keep();
      await keep();
      return settle(next, turn, written, facts);
    }

    /** Who gets it and how many are before it: counted after everything so far is written. */
    async function finished(turn: Turn, facts: BotFacts, { ticket, connection }: Written): Promise<Turn> {
      const { waitsIn } = turn;
      let attendant: number | null = null;
      let position = 1;
      if (waitsIn?.choosesAttendant || waitsIn?.tellsPosition) {
        await keep();
        if (waitsIn.choosesAttendant)
          attendant = (await needs.choose(tx, { how: 'random', queueId: waitsIn.queueId })).userId;
        if (waitsIn.tellsPosition) {
          const connectionId = facts.queues.length > 1 ? connection.id : null;
          position += await tickets.waitingIn(tx, { queueId: waitsIn.queueId, connectionId, except: ticket.id });
        }
      }
      return finishTurn(turn, facts, { attendant, position });
    }

    function remember(before: TicketRow, next: TicketRow, dialog: Dialog, { state, lines }: Turn) {
      const told: Dialog = {
        optionId: state.optionId,
        hasShown: state.hasShown,
        lastWhy: state.lastWhy,
        spokeAt: state.spokeAt,
      };
      const isDialogChanged =
        told.optionId !== dialog.optionId || told.hasShown !== dialog.hasShown || told.lastWhy !== dialog.lastWhy;
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

    async function say({ says }: Turn, ticket: TicketRow, { contact, connection, messageId }: Written, brief: Brief) {
      if (says.length === 0) return;
      const now = clock.now();
      const userName = ticket.userId === null ? '' : await needs.nameOfUser(tx, ticket.userId);
      const about = { ticket, contact, connection, brief, userName, now };
      for (const saying of says) {
        const quotedId = saying.kind === 'text' && saying.quotes ? messageId : null;
        for (const content of await contentsOf(tx, fileLists, saying, about))
          page.say({ ticket, content, quotedId, at: now });
      }
    }

    /** What reaches beyond the conversation itself, once its words are kept. */
    async function settle(ticket: TicketRow, turn: Turn, written: Written, facts: BotFacts): Promise<TicketRow> {
      const { contact, message, messageId, connection } = written;
      if (turn.consents !== null) {
        if (turn.consents === 'yes') {
          await contacts.consent(tx, contact.id, facts.now);
          // The same person may write on another connection in this very transaction.
          contact.consentedAt = facts.now;
        }
        const { text, link } = facts.settings.consent;
        await recordConsent(tx, {
          contactId: contact.id,
          ticketId: ticket.id,
          connectionId: connection.id,
          answer: turn.consents,
          asked: { text, link },
          messageId,
          answerText: message.text,
          at: facts.now,
        });
      }
      if (turn.rates !== null) {
        const { userId } = ticket;
        await ratingStore.add(tx, { ticketId: ticket.id, userId, rate: turn.rates, createdAt: facts.now });
        await tickets.rate(tx, ticket, turn.rates);
      }
      if (!turn.closes) return ticket;
      dialogs.delete(ticket.id);
      return tickets.command(tx, ticket, { do: 'close', farewell: false, ...turn.closes });
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
    const { userId } = await needs.choose(tx, { how: 'wallet', userId: contact.walletUserId });
    return userId === null ? null : { userId, queueId: contact.walletQueueId };
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
  ...dialog,
});

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
