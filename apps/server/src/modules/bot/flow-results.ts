import type { CallResult } from '@balcao/domain/flow/service-call';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { ClaimedCall } from '../flow-calls/index.ts';
import type { FlowRuns } from '../flow-runs/index.ts';
import { createMessageBatch } from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { BotConfigLoader } from './bot-config.ts';
import type { BotRunner } from './bot-runner.ts';

export interface FlowRunDeps {
  db: Db;
  clock: Clock;
  botConfig: BotConfigLoader;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  flowRuns: FlowRuns;
  botRunner: Pick<BotRunner, 'startBatch'>;
}
const NO_MESSAGE = { text: '', isAudio: false };

/** Gives the results of calls to the runs that await them. Once a human has the conversation, a result has no effect. */
export function createFlowResults(deps: FlowRunDeps) {
  const { db, clock, botConfig, connections, contacts, tickets, flowRuns, botRunner } = deps;

  /** True if a live run got the result; it decides itself whether it still awaits it. */
  async function deliver(tx: Tx, call: ClaimedCall, result: CallResult, settle: (tx: Tx) => Promise<boolean>) {
    const { ticketId, runId, callId } = call;
    // Contact, ticket and run are locked in this order, as everywhere; the call after them.
    const [found] = await tickets.inTx.load(tx, [ticketId]);
    const contact = found && (await contacts.inTx.lock(tx, found.contactId));
    const ticket = found && (await tickets.inTx.lock(tx, ticketId));
    if (ticket && ticket.contactId !== contact?.id) throw new Error('the contact of a ticket was merged meanwhile');
    if (!(await settle(tx))) return true;
    const connection = ticket?.connectionId ? await connections.inTx.find(tx, ticket.connectionId) : undefined;
    if (!ticket || !contact || !connection || ticket.status !== 'pending') return false;
    if (await botConfig.isSilent(tx, await botConfig.get(tx))) {
      await flowRuns.inTx.end(tx, ticketId, 'botOff');
      return false;
    }
    const messageBatch = createMessageBatch(tx, tickets);
    const bot = await botRunner.startBatch(tx, messageBatch, [ticket]);
    const input = { ticket, contact, connection, message: NO_MESSAGE, row: { id: null }, identity: undefined };
    const isTaken = await bot.receiveResult(input, { runId: runId!, callId, result });
    await messageBatch.save();
    await bot.save();
    return isTaken;
  }

  return (call: ClaimedCall, result: CallResult, settle: (tx: Tx) => Promise<boolean>): Promise<void> =>
    db.inCompany(call.companyId, async (tx) => {
      if (await deliver(tx, call, result, settle)) return;
      await flowRuns.inTx.recordLate(tx, call.runId!, call.nodeId, clock.now());
    });
}
