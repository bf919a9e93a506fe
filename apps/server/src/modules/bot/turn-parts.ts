import type { BotFacts, BotMessage, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn } from '@balcao/domain/bot/turn';
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
import type { ConsentQuestion } from './bot-state.ts';
import type { DialogBatch } from './dialog-batch.ts';
import type { Dialog } from './dialogs.store.ts';
import type { FlowBatch, FlowBatchDeps } from './flow-batch.ts';
import { flowContent, type FlowEffectDeps } from './flow-effects.ts';
import { ratingStore } from './ratings.store.ts';

export interface BotRunnerDeps extends FlowBatchDeps, FlowEffectDeps {
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

/** The parts of a turn that read or write: facts, agent and position, replies, consent, the end of the conversation. */
export function createTurnParts(deps: BotRunnerDeps) {
  const { clock, botConfig, contacts, tickets, fileLists } = deps;

  async function factsFor(
    tx: Tx,
    config: BotConfig,
    input: BotInput,
    dialog: Dialog,
    now: Date,
    flows: BotFacts['flows'],
  ): Promise<BotFacts> {
    const { ticket, contact, connection } = input;
    return botConfig.factsOf(config, connection, contact, {
      now,
      farewell: ticket.status === 'nps' ? await farewellIn(tx, deps, ticket, connection) : connection.farewellMessage,
      accountOwner: await findAccountOwner(tx, deps, config, ticket, dialog, contact),
      flows,
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
    flowBatch: FlowBatch,
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
      const contents = reply.kind === 'flow' ? await flowContent(tx, reply.content, flowBatch.templates()) : reply;
      const rendered = Array.isArray(contents)
        ? contents
        : await renderReplies(tx, fileLists, contents, context, userName);
      for (const content of rendered) messageBatch.addReply({ ticket, content, quotedId, at: context.now });
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
    const { asksRating, ...closes } = turn.closes!;
    return tickets.inTx.command(tx, ticket, {
      type: 'close',
      farewell: false,
      ...closes,
      ...(asksRating && { asksRating }),
    });
  }

  return { factsFor, completeTurn, addReplies, recordAnswer, closeTicket };
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

export const rulesOf = ({ settings, timeZone }: BotConfig): AssignmentRules => ({
  capacity: Number(settings.attendantCapacity),
  timeZone,
});
