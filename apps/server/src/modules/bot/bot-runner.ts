import type { BotFacts, BotMessage, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import type { AgentChoice } from '@balcao/domain/assignment/choose-agent';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import type { MessageBatch } from '../messages/index.ts';
import { recordConsent } from '../privacy/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { BotConfig, BotConfigLoader } from './bot-config.ts';
import { renderReplies } from './bot-content.ts';
import { applyTurn, botStateOf, consentQuestionIn, isBotTicket, type ConsentQuestion } from './bot-state.ts';
import { createDialogBatch, type DialogBatch } from './dialog-batch.ts';
import { dialogStore, type Dialog } from './dialogs.store.ts';
import { ratingStore } from './ratings.store.ts';

export interface BotRunnerDeps {
  clock: Clock;
  botConfig: BotConfigLoader;
  contacts: Contacts;
  tickets: Tickets;
  fileLists: Pick<FileLists, 'filesOf'>;
  /** A user's own farewell text; empty when the connection's is used. */
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
  /** Id of the customer's message; null until the message batch is saved. */
  row: { id: number | null };
  /** The sender's identity in the channel. */
  identity: { kind: string; value: string } | undefined;
}
type AssignmentRules = Parameters<BotRunnerDeps['chooseAgent']>[2];
interface PendingConsent {
  input: BotInput;
  question: ConsentQuestion;
  at: Date;
}

/** Runs the bot for customers' messages, in the transaction that stores the messages. */
export function createBotRunner(deps: BotRunnerDeps) {
  const { clock, botConfig, contacts, tickets, fileLists } = deps;

  /** The bot of one transaction. It writes in `save`; only closing a ticket is written at once. */
  async function startBatch(tx: Tx, messageBatch: MessageBatch, lockedTickets: Iterable<TicketRow>) {
    const dialogBatch = await createDialogBatch(tx, tickets, lockedTickets);
    let consents: PendingConsent[] = [];

    async function save(): Promise<void> {
      const pendingConsents = consents;
      consents = [];
      // A consent record refers to the message that gave it.
      if (pendingConsents.length > 0) await messageBatch.save();
      for (const { input, question, at } of pendingConsents) await recordAnswer(tx, input, 'yes', question, at);
      await dialogBatch.save();
    }

    /** Returns the ticket after the bot's turn. */
    async function respond(input: BotInput): Promise<TicketRow> {
      const { ticket, contact, connection, message } = input;
      const config = await botConfig.get(tx);
      if (await botConfig.isSilent(tx, config)) return ticket;
      const dialog = await dialogBatch.dialogOf(ticket);
      const now = clock.now();
      const facts = await factsFor(tx, config, input, dialog, now);
      const decided = nextTurn(botStateOf(ticket, dialog), message, facts);
      const turn = await completeTurn(tx, decided, facts, input, rulesOf(config), dialogBatch, save);
      const next = applyTurn(ticket, turn, now);
      const question = consentQuestionIn(turn, facts, { ticket, contact, connection, config, now }) ?? dialog;
      dialogBatch.record(ticket, next, dialog, turn, question);
      await addReplies(tx, messageBatch, turn, next, input, config);
      if (turn.consents === 'yes') {
        consents.push({ input, question: dialog, at: now });
        // The contact may write on another connection in the same transaction.
        contact.consentedAt = now;
      }
      if (!turn.closes) return next;
      await messageBatch.save();
      await save();
      dialogBatch.end(next.id);
      return closeTicket(tx, next, turn, input, dialog, now);
    }

    return { isBotTicket, respond, save };
  }

  async function factsFor(tx: Tx, config: BotConfig, input: BotInput, dialog: Dialog, now: Date): Promise<BotFacts> {
    const { ticket, contact, connection } = input;
    return botConfig.factsOf(config, connection, contact, {
      now,
      farewell: ticket.status === 'nps' ? await farewellIn(tx, deps, ticket, connection) : connection.farewellMessage,
      accountOwner: await findAccountOwner(tx, deps, config, ticket, dialog, contact),
    });
  }

  /** Adds the chosen agent and the position in the queue. */
  async function completeTurn(
    tx: Tx,
    turn: Turn,
    facts: BotFacts,
    { ticket, connection }: BotInput,
    rules: AssignmentRules,
    dialogBatch: DialogBatch,
    save: () => Promise<void>,
  ): Promise<Turn> {
    const { waitsIn } = turn;
    let agentId: number | null = null;
    let position = 1;
    if (waitsIn?.choosesAgent) {
      // With a capacity limit the agents' tickets are counted in the database, so this batch must be written first.
      if (rules.capacity > 0) await save();
      agentId = (await deps.chooseAgent(tx, { how: 'random', queueId: waitsIn.queueId }, rules)).userId;
    }
    if (waitsIn?.sendsPosition) {
      const { queueId } = waitsIn;
      const connectionId = facts.queues.length > 1 ? connection.id : null;
      const except = [ticket.id, ...dialogBatch.changedTicketIds()];
      const waitingInBatch = dialogBatch.countWaiting(queueId, ticket.id);
      position += waitingInBatch + (await tickets.inTx.countWaiting(tx, { queueId, connectionId, except }));
    }
    return finishTurn(turn, facts, { agent: agentId, position });
  }

  async function addReplies(
    tx: Tx,
    messageBatch: MessageBatch,
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
    tx: Tx,
    { ticket, contact, connection, message, row, identity }: BotInput,
    answer: 'yes' | 'no',
    { askedText, askedLink }: ConsentQuestion,
    at: Date,
  ) {
    if (answer === 'yes') await contacts.inTx.consent(tx, contact.id, at);
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

  /** Closes the ticket after its last messages are stored. */
  async function closeTicket(
    tx: Tx,
    ticket: TicketRow,
    turn: Turn,
    input: BotInput,
    question: ConsentQuestion,
    at: Date,
  ): Promise<TicketRow> {
    if (turn.consents === 'no') await recordAnswer(tx, input, 'no', question, at);
    if (turn.rates !== null) {
      const { id: ticketId, userId } = ticket;
      await ratingStore.add(tx, { ticketId, userId, rate: turn.rates, createdAt: at });
      await tickets.inTx.rate(tx, ticket, turn.rates);
    }
    return tickets.inTx.command(tx, ticket, { type: 'close', farewell: false, ...turn.closes! });
  }

  return { startBatch, endBot: dialogStore.end };
}

async function farewellIn(
  tx: Tx,
  deps: Pick<BotRunnerDeps, 'farewellOfUser'>,
  { userId }: TicketRow,
  connection: FullConnection,
): Promise<string> {
  const own = userId === null ? '' : await deps.farewellOfUser(tx, userId);
  return own.trim() === '' ? connection.farewellMessage : own;
}

/** For new conversations only: after a menu was shown, the customer chooses. */
async function findAccountOwner(
  tx: Tx,
  deps: Pick<BotRunnerDeps, 'chooseAgent'>,
  config: BotConfig,
  ticket: TicketRow,
  dialog: Dialog,
  contact: ContactRow,
) {
  const isOn = config.settings.DirectTicketsToWallets === 'enabled';
  if (!isOn || contact.walletUserId === null || dialog.hasShown) return null;
  if (ticket.queueId !== null || ticket.userId !== null || !ticket.isBot) return null;
  const request = { how: 'wallet' as const, userId: contact.walletUserId };
  const { userId, reason } = await deps.chooseAgent(tx, request, rulesOf(config));
  return userId === null ? null : { userId, queueId: contact.walletQueueId, isAway: reason === 'walletAway' };
}

export type BotRunner = ReturnType<typeof createBotRunner>;
export type BotBatch = Awaited<ReturnType<BotRunner['startBatch']>>;

const rulesOf = ({ settings, timeZone }: BotConfig): AssignmentRules => ({
  capacity: Number(settings.attendantCapacity),
  timeZone,
});
