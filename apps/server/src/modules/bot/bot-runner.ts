import type { BotFacts, Turn } from '@balcao/domain/bot/dialog';
import { emptyTurn, nextTurn } from '@balcao/domain/bot/turn';
import { withFlow } from '@balcao/domain/bot/with-flow';
import type { EndReason, StepResult as FlowStep } from '@balcao/domain/flow/run';
import type { CallResult } from '@balcao/domain/flow/service-call';
import { mayBotWrite } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { MessageBatch } from '../messages/index.ts';
import type { BotConfig } from './bot-config.ts';
import { applyTurn, botStateOf, consentQuestionIn, isBotTicket, type ConsentQuestion } from './bot-state.ts';
import { createDialogBatch } from './dialog-batch.ts';
import { dialogStore, type Dialog } from './dialogs.store.ts';
import { createFlowBatch, type FlowStimulus } from './flow-batch.ts';
import { needsSavedMessages, performFlowEffects } from './flow-effects.ts';
import { createTurnParts, rulesOf, type BotInput, type BotRunnerDeps } from './turn-parts.ts';

interface RunResult {
  runId: number;
  callId: string;
  result: CallResult;
}
interface PendingConsent {
  input: BotInput;
  question: ConsentQuestion;
  at: Date;
}

/** Runs the bot for customers' messages, in the transaction that stores the messages. */
export function createBotRunner(deps: BotRunnerDeps) {
  const { clock, botConfig, tickets } = deps;
  const { factsFor, completeTurn, addReplies, recordAnswer, closeTicket } = createTurnParts(deps);

  /** The bot of one transaction. It writes in `save`; only closing a ticket is written at once. */
  async function startBatch(tx: Tx, messageBatch: MessageBatch, lockedTickets: Iterable<TicketRow>) {
    const botTickets = [...lockedTickets];
    const dialogBatch = await createDialogBatch(tx, tickets, botTickets);
    const flowBatch = await createFlowBatch(tx, deps, botTickets);
    let consents: PendingConsent[] = [];

    async function save(): Promise<void> {
      const pendingConsents = consents;
      consents = [];
      // A consent record refers to the message that gave it.
      if (pendingConsents.length > 0) await messageBatch.save();
      for (const { input, question, at } of pendingConsents) await recordAnswer(tx, input, 'yes', question, at);
      await dialogBatch.save();
      await flowBatch.save();
    }

    /** Returns the ticket after the bot's turn. */
    async function respond(input: BotInput): Promise<TicketRow> {
      const { ticket, connection, message } = input;
      const config = await botConfig.get(tx);
      if (await botConfig.isSilent(tx, config)) return ticket;
      const dialog = await dialogBatch.dialogOf(ticket);
      const now = clock.now();
      // After the consent, earlier texts are read from the database.
      if (flowBatch.hasFlows && ticket.status === 'lgpd') await messageBatch.save();
      const facts = await factsFor(tx, config, input, dialog, now, await flowBatch.facts(ticket, connection));
      const decided = nextTurn(botStateOf(ticket, dialog), message, facts);
      return conclude(input, config, facts, dialog, decided, decided.flowInput);
    }

    /** The wait of a flow is over. The caller holds the locks of contact, ticket and run. */
    async function wake(input: BotInput): Promise<TicketRow> {
      const { ticket } = input;
      // Another node was faster, or the customer answered meanwhile.
      if (!(await flowBatch.isDue(ticket, clock.now()))) return ticket;
      const config = await botConfig.get(tx);
      const dialog = await dialogBatch.dialogOf(ticket);
      const facts = await factsFor(tx, config, input, dialog, clock.now(), null);
      return conclude(input, config, facts, dialog, emptyTurn(botStateOf(ticket, dialog)), { type: 'time' });
    }

    /** A service answered. The caller holds the locks. False if the run is over. */
    async function receiveResult(input: BotInput, { runId, callId, result }: RunResult): Promise<boolean> {
      const { ticket } = input;
      if ((await flowBatch.liveRunId(ticket)) !== runId) return false;
      const config = await botConfig.get(tx);
      const dialog = await dialogBatch.dialogOf(ticket);
      const facts = await factsFor(tx, config, input, dialog, clock.now(), null);
      const turn = emptyTurn(botStateOf(ticket, dialog));
      await conclude(input, config, facts, dialog, turn, { type: 'callResult', callId, result });
      return true;
    }

    /** Lets the flow continue, records the turn and sends its replies. Returns the ticket after the turn. */
    async function conclude(
      input: BotInput,
      config: BotConfig,
      facts: BotFacts,
      dialog: Dialog,
      decided: Turn,
      flowInput: FlowStimulus | null,
    ): Promise<TicketRow> {
      const { ticket, contact, connection } = input;
      const { now } = facts;
      const conversation = { ticket, contact, connection, config, now };
      const flow = flowInput && (await flowBatch.advance(conversation, flowInput, await refOf(input)));
      const continued = flow ? withFlow(decided, facts, flow) : decided;
      const turn = await completeTurn(tx, continued, facts, input, rulesOf(config), dialogBatch, save);
      const next = applyTurn(ticket, turn, now);
      const question = consentQuestionIn(turn, facts, { ticket, contact, connection, config, now }) ?? dialog;
      dialogBatch.record(ticket, next, dialog, turn, question);
      await addReplies(tx, messageBatch, flowBatch, turn, next, input, config);
      if (turn.consents === 'yes') {
        consents.push({ input, question: dialog, at: now });
        // The contact may write on another connection in the same transaction.
        contact.consentedAt = now;
      }
      const current = flow ? await performEffects(next, flow) : next;
      if (!turn.closes) return current;
      await messageBatch.save();
      await save();
      dialogBatch.end(next.id);
      return closeTicket(tx, current, turn, input, dialog, now);
    }

    /** An audio is named by its stored message, so that it can be turned into text. */
    async function refOf({ message, row }: BotInput): Promise<string | undefined> {
      if (!message.isAudio) return undefined;
      if (row.id === null) await messageBatch.save();
      return row.id === null ? undefined : String(row.id);
    }

    async function performEffects(ticket: TicketRow, { effects }: FlowStep): Promise<TicketRow> {
      if (!needsSavedMessages(effects)) return performFlowEffects(tx, deps, ticket, effects);
      await messageBatch.save();
      await save();
      const saved = (await tickets.inTx.lock(tx, ticket.id))!;
      const moved = await performFlowEffects(tx, deps, saved, effects);
      return { ...ticket, laneId: moved.laneId, laneAt: moved.laneAt };
    }

    /** A human takes over, in this transaction: the bot is silent from now on. */
    async function silence(ticket: TicketRow): Promise<TicketRow> {
      if (!mayBotWrite(ticket) || ticket.isGroup || !isBotTicket(ticket)) return ticket;
      await save();
      await endBot(tx, { ...ticket, isBot: false });
      flowBatch.forget(ticket.id);
      dialogBatch.end(ticket.id);
      const { usesIntegration } = await tickets.inTx.set(tx, ticket.id, { isBot: false });
      return { ...ticket, isBot: false, usesIntegration };
    }

    return { isBotTicket, respond, wake, receiveResult, silence, save };
  }

  /** Ends the dialog and the run of a ticket, in the transaction in which a human takes over. */
  async function endBot(tx: Tx, ticket: EndedTicket): Promise<void> {
    const [, hadRun] = await Promise.all([
      dialogStore.end(tx, ticket.id),
      deps.flowRuns.inTx.end(tx, ticket.id, endReasonOf(ticket)),
    ]);
    if (hadRun) await tickets.inTx.set(tx, ticket.id, { usesIntegration: false });
  }

  return { startBatch, endBot };
}

type EndedTicket = Pick<TicketRow, 'id' | 'status' | 'userId' | 'isBot' | 'usesIntegration'>;
function endReasonOf({ status, userId, isBot, usesIntegration }: EndedTicket): EndReason {
  if (status === 'closed') return 'ticketClosed';
  if (!usesIntegration) return 'botOff';
  return isBot && status === 'pending' && userId === null ? 'redirected' : 'takenOver';
}

export type BotRunner = ReturnType<typeof createBotRunner>;
export type BotBatch = Awaited<ReturnType<BotRunner['startBatch']>>;
