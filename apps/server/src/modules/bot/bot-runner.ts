import type { BotFacts, BotMessage, BotState, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import { renderVariables } from '@balcao/domain/message/variables';
import type { AgentChoice } from '@balcao/domain/assignment/choose-agent';
import type { LogEntry } from '@balcao/domain/ticket/ticket';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import type { MessageBatch } from '../messages/index.ts';
import { recordConsent } from '../privacy/index.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';
import type { BotConfig, BotConfigLoader } from './bot-config.ts';
import { dialogStore, NO_DIALOG, type Dialog } from './dialogs.store.ts';
import { ratingStore } from './ratings.store.ts';
import { renderReplies, messageVariables, type RenderContext } from './bot-content.ts';

export interface BotRunnerDeps {
  clock: Clock;
  botConfig: BotConfigLoader;
  contacts: Contacts;
  tickets: Tickets;
  fileLists: Pick<FileLists, 'filesOf'>;
  /** Whoever attended may say goodbye in words of their own. */
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  chooseAgent(
    tx: Tx,
    request: { how: 'random'; queueId: number } | { how: 'wallet'; userId: number },
    rules: { capacity: number; timeZone: string },
  ): Promise<AgentChoice>;
}
export interface BotInput {
  ticket: TicketRow;
  contact: ContactRow;
  connection: FullConnection;
  message: BotMessage;
  /** Known once the page is kept. */
  row: { id: number | null };
  /** As the channel named whoever wrote. */
  identity: { kind: string; value: string } | undefined;
}
type ConsentQuestion = Pick<Dialog, 'askedText' | 'askedLink'>;
type AssignmentRules = Parameters<BotRunnerDeps['chooseAgent']>[2];
/** A ticket whose new state waits to be written with others'. */
interface Change {
  from: TicketAssignment;
  ticket: TicketRow;
  dialog: Dialog;
  isDialogChanged: boolean;
  logEntries: LogEntry[];
}

/** The house answers what it can before a human does. Everything is kept in the transaction that keeps the message. */
export function createBotRunner(deps: BotRunnerDeps) {
  const { clock, botConfig, contacts, tickets, fileLists } = deps;

  /** For one transaction. Nothing is written before `keep`, but for what cannot wait: an end. */
  async function startBatch(tx: Tx, messageBatch: MessageBatch, lockedTickets: Iterable<TicketRow>) {
    const botTicketIds = [...lockedTickets].filter(isBotTicket).map(({ id }) => id);
    const dialogs = await dialogStore.load(tx, botTicketIds);
    const changes = new Map<number, Change>();
    let consents: { input: BotInput; question: ConsentQuestion; at: Date }[] = [];

    async function save(): Promise<void> {
      const pendingConsents = consents;
      consents = [];
      // A consent names the message that gave it.
      if (pendingConsents.length > 0) await messageBatch.save();
      for (const { input, question, at } of pendingConsents) await recordAnswer(input, 'yes', question, at);
      if (changes.size === 0) return;
      const all = [...changes.values()];
      changes.clear();
      await tickets.applyBotTurns(
        tx,
        all.map(({ from, ticket, dialog, logEntries }) => ({ from, ticket, logEntries, repliedAt: dialog.spokeAt })),
      );
      await dialogStore.save(
        tx,
        all.flatMap(({ ticket, dialog, isDialogChanged }) =>
          isDialogChanged ? [{ ticketId: ticket.id, ...dialog }] : [],
        ),
      );
    }

    async function dialogOf({ id, messageSeq }: TicketRow): Promise<Dialog> {
      const cached = dialogs.get(id);
      if (cached) return cached;
      // A ticket that was opened for this very message has none.
      const loaded = messageSeq === 0 ? NO_DIALOG : ((await dialogStore.load(tx, [id])).get(id) ?? NO_DIALOG);
      dialogs.set(id, loaded);
      return loaded;
    }

    /** The conversation as it is after the bot's turn. */
    async function respond(input: BotInput): Promise<TicketRow> {
      const { ticket, contact, connection, message } = input;
      const dialog = await dialogOf(ticket);
      const config = await botConfig.get(tx);
      const now = clock.now();
      const facts = botConfig.factsOf(config, connection, contact, {
        now,
        farewell: ticket.status === 'nps' ? await farewellIn(tx, ticket, connection) : connection.farewellMessage,
        accountOwner: await findAccountOwner(tx, config, ticket, dialog, contact),
      });
      const rules = rulesOf(config);
      const turn = await completeTurn(nextTurn(botStateOf(ticket, dialog), message, facts), facts, input, rules);
      const next = applyTurn(ticket, turn, now);
      recordChange(
        ticket,
        next,
        dialog,
        turn,
        consentQuestionIn(turn, facts, { ticket, contact, connection, config, now }) ?? dialog,
      );
      await sendReplies(turn, next, input, config);
      if (turn.consents === 'yes') {
        consents.push({ input, question: dialog, at: now });
        // The same person may write on another connection in this very transaction.
        contact.consentedAt = now;
      }
      if (!turn.closes) return next;
      await messageBatch.save();
      await save();
      return closeTicket(next, turn, input, dialog, now);
    }

    /** Who gets it and how many are before it. */
    async function completeTurn(
      turn: Turn,
      facts: BotFacts,
      { ticket, connection }: BotInput,
      rules: AssignmentRules,
    ): Promise<Turn> {
      const { waitsIn } = turn;
      let agentId: number | null = null;
      let position = 1;
      if (waitsIn?.choosesAgent) {
        // Where it is limited, what people have in hand is counted: with everything so far.
        if (rules.capacity > 0) await save();
        agentId = (await deps.chooseAgent(tx, { how: 'random', queueId: waitsIn.queueId }, rules)).userId;
      }
      if (waitsIn?.sendsPosition) {
        const { queueId } = waitsIn;
        const connectionId = facts.queues.length > 1 ? connection.id : null;
        const except = [ticket.id, ...changes.keys()];
        const alsoWaiting = [...changes.values()].filter(
          (change) => isWaitingIn(change.ticket, queueId) && change.ticket.id !== ticket.id,
        );
        position += alsoWaiting.length + (await tickets.countWaiting(tx, { queueId, connectionId, except }));
      }
      return finishTurn(turn, facts, { agent: agentId, position });
    }

    function recordChange(
      before: TicketRow,
      next: TicketRow,
      dialog: Dialog,
      { state, logEntries }: Turn,
      question: ConsentQuestion,
    ) {
      const updated: Dialog = {
        optionId: state.optionId,
        hasShown: state.hasShown,
        lastWhy: state.lastReason,
        askedText: question.askedText,
        askedLink: question.askedLink,
        spokeAt: state.repliedAt,
      };
      const isDialogChanged = dialogFields.some((field) => updated[field] !== dialog[field]);
      const isSame = !isDialogChanged && logEntries.length === 0 && isSameTicket(before, next);
      if (isSame && +(updated.spokeAt ?? 0) === +(dialog.spokeAt ?? 0)) return;
      dialogs.set(next.id, updated);
      const earlier = changes.get(next.id);
      const { userId, queueId } = next;
      changes.set(next.id, {
        from: earlier?.from ?? assignmentOf(before),
        ticket: next,
        dialog: updated,
        isDialogChanged: isDialogChanged || (earlier?.isDialogChanged ?? false),
        logEntries: [
          ...(earlier?.logEntries ?? []),
          ...logEntries.map(({ type, reason }) => ({ type, reason, userId, queueId })),
        ],
      });
    }

    async function sendReplies(
      { replies }: Turn,
      ticket: TicketRow,
      { contact, connection, row }: BotInput,
      config: BotConfig,
    ) {
      const { userId } = ticket;
      const context = { ticket, contact, connection, config, now: clock.now() };
      const userName = async () => (userId === null ? '' : deps.nameOfUser(tx, userId));
      for (const reply of replies) {
        const quotedId = reply.kind === 'text' && reply.quotes ? row.id : null;
        for (const content of await renderReplies(tx, fileLists, reply, context, userName))
          messageBatch.addReply({ ticket, content, quotedId, at: context.now });
      }
    }

    async function recordAnswer(
      input: BotInput,
      answer: 'yes' | 'no',
      { askedText, askedLink }: ConsentQuestion,
      at: Date,
    ) {
      const { ticket, contact, connection, message, row, identity } = input;
      if (answer === 'yes') await contacts.consent(tx, contact.id, at);
      await recordConsent(tx, {
        contactId: contact.id,
        ticketId: ticket.id,
        connectionId: connection.id,
        answer,
        question: { text: askedText, link: askedLink },
        messageId: row.id,
        answerText: message.text,
        ...(identity && { identity: { kind: identity.kind, value: identity.value } }),
        at,
      });
    }

    /** Once its last words are kept. */
    async function closeTicket(
      ticket: TicketRow,
      turn: Turn,
      input: BotInput,
      question: ConsentQuestion,
      at: Date,
    ): Promise<TicketRow> {
      if (turn.consents === 'no') await recordAnswer(input, 'no', question, at);
      if (turn.rates !== null) {
        const { id: ticketId, userId } = ticket;
        await ratingStore.add(tx, { ticketId, userId, rate: turn.rates, createdAt: at });
        await tickets.rate(tx, ticket, turn.rates);
      }
      dialogs.delete(ticket.id);
      return tickets.command(tx, ticket, { type: 'close', farewell: false, ...turn.closes! });
    }

    return { isBotTicket, respond, save };
  }

  async function farewellIn(tx: Tx, { userId }: TicketRow, connection: FullConnection): Promise<string> {
    const own = userId === null ? '' : await deps.farewellOfUser(tx, userId);
    return own.trim() === '' ? connection.farewellMessage : own;
  }

  /** Asked for new conversations only: whoever has been shown a menu is asked, not given. */
  async function findAccountOwner(tx: Tx, config: BotConfig, ticket: TicketRow, dialog: Dialog, contact: ContactRow) {
    const isOn = config.settings.DirectTicketsToWallets === 'enabled';
    if (!isOn || contact.walletUserId === null || dialog.hasShown) return null;
    if (ticket.queueId !== null || ticket.userId !== null || !ticket.isBot) return null;
    const request = { how: 'wallet' as const, userId: contact.walletUserId };
    const { userId, reason } = await deps.chooseAgent(tx, request, rulesOf(config));
    return userId === null ? null : { userId, queueId: contact.walletQueueId, isAway: reason === 'walletAway' };
  }

  return { startBatch, endBot: dialogStore.end };
}
export type BotRunner = ReturnType<typeof createBotRunner>;
export type BotBatch = Awaited<ReturnType<BotRunner['startBatch']>>;

/** In the bot's hands, or waiting for an answer that only the bot reads. */
export const isBotTicket = ({ status, isGroup, importedAt }: TicketRow): boolean =>
  !isGroup && importedAt === null && (status === 'pending' || status === 'lgpd' || status === 'nps');

export const botStateOf = (ticket: TicketRow, dialog: Dialog): BotState => ({
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
  lastReason: dialog.lastWhy,
  repliedAt: dialog.spokeAt,
});

const rulesOf = ({ settings, timeZone }: BotConfig): AssignmentRules => ({
  capacity: Number(settings.attendantCapacity),
  timeZone,
});
const isWaitingIn = ({ status, userId, queueId, isGroup }: TicketRow, inQueue: number): boolean =>
  status === 'pending' && userId === null && queueId === inQueue && !isGroup;

/** An end is given as a command of its own: until then the conversation stands where it stood. */
const applyTurn = (ticket: TicketRow, { state, closes, consents }: Turn, now: Date): TicketRow => ({
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
const dialogFields = ['optionId', 'hasShown', 'lastWhy', 'askedText', 'askedLink'] as const;
/** What consent was asked for just now, as it was sent. */
function consentQuestionIn(
  { steps }: Turn,
  { settings: { consent } }: BotFacts,
  context: RenderContext,
): ConsentQuestion | undefined {
  if (!steps.some(({ step, reason }) => step === 'consent' && consentReasons.has(reason))) return undefined;
  const variables = messageVariables(context, '');
  return { askedText: renderVariables(consent.text, variables), askedLink: renderVariables(consent.link, variables) };
}
const consentReasons = new Set<string>(['consentAsked', 'consentNotUnderstood']);
const ticketFields = [
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
  ticketFields.every((field) => before[field] === next[field]);
