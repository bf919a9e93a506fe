import { countsAgainstAccount } from '@balcao/domain/connection-health/refusals';
import type { Access, AccessUpwardCalls } from '../modules/access/index.ts';
import type { Ai } from '../modules/ai/index.ts';
import type { BotRunner } from '../modules/bot/index.ts';
import type { CampaignModule } from '../modules/campaigns/index.ts';
import type { ConnectionHealth } from '../modules/connection-health/index.ts';
import type { Connections, ConnectionUpwardCalls } from '../modules/connections/index.ts';
import type { Contacts, ContactUpwardCalls } from '../modules/contacts/index.ts';
import type { FlowRuns } from '../modules/flow-runs/index.ts';
import type { FlowModule } from '../modules/flows/index.ts';
import type { IntegrationModule } from '../modules/integrations/index.ts';
import type { HistoryImporter, HistoryImportUpwardCalls } from '../modules/history-import/index.ts';
import type { AutoMessages, MessageUpwardCalls } from '../modules/messages/index.ts';
import { markLastInboundUnread } from '../modules/messages/index.ts';
import type { InboxWorker } from '../modules/receiving/index.ts';
import type { RemovalUpwardCalls } from '../modules/removals/index.ts';
import type { QueueUpwardCalls } from '../modules/queues/index.ts';
import type { TeamChatUpwardCalls } from '../modules/team-chats/index.ts';
import type { Schedules } from '../modules/schedules/index.ts';
import type { Templates, TemplateUpwardCalls } from '../modules/templates/index.ts';
import type { Tickets, TicketUpwardCalls } from '../modules/tickets/index.ts';
import type { UserLookups } from './user-lookups.ts';

/**
 * Calls to a module that is built later: on a higher layer, or later on the same layer. Each entry explains why an event
 * or a job does not work.
 */
export interface UpwardCalls
  extends
    TeamChatUpwardCalls,
    RemovalUpwardCalls,
    QueueUpwardCalls,
    AccessUpwardCalls,
    ConnectionUpwardCalls,
    ContactUpwardCalls,
    TicketUpwardCalls,
    MessageUpwardCalls,
    TemplateUpwardCalls,
    HistoryImportUpwardCalls {
  /** team-chats → access. Validates the members of a chat before it is saved. */
  existingUserIds: TeamChatUpwardCalls['existingUserIds'];
  /** queues → access. Validates the target of a bot option before it is saved. */
  userExists: QueueUpwardCalls['userExists'];
  /** queues → access. The author of a queue is in it from the start. */
  addUser: QueueUpwardCalls['addUser'];
  /** queues, connections → flows. Validates the flow that a queue, an option or a connection starts before it is saved. */
  flowExists: QueueUpwardCalls['flowExists'];
  /** connections → ai. Validates the prompt that answers on a connection before it is saved. */
  promptExists: ConnectionUpwardCalls['promptExists'];
  /** queues, connections, tickets → integrations. Validates the integration that they lead to before it is saved. */
  integrationExists: QueueUpwardCalls['integrationExists'];
  /** integrations → ai. The ceiling is taken before the call, which depends on it. */
  countBotCall: Ai['countBotCall'];
  /** access → connections. Validates the user's default connection before it is saved. */
  connectionExists: AccessUpwardCalls['connectionExists'];
  /** removals → tickets. The next portion needs the result of this one, in the same transaction. */
  returnTickets: RemovalUpwardCalls['returnTickets'];
  /** connections → history-import. The import request is saved with the connection. */
  requestHistoryImport: ConnectionUpwardCalls['requestHistoryImport'];
  /** connections → connection-health. In-memory counter; an event per disconnection would be stored for nothing. */
  recordDisconnection: ConnectionUpwardCalls['recordDisconnection'];
  /** tickets → messages. Farewell and status change commit together (ADR 0016). */
  performEffects: TicketUpwardCalls['performEffects'];
  /** tickets → messages. The request fails when the ticket has no message of the customer. */
  markLastInboundUnread: TicketUpwardCalls['markLastInboundUnread'];
  /** messages → templates. The template that replaces free text after the reply window. */
  findFallbackTemplate: MessageUpwardCalls['findFallbackTemplate'];
  /** messages → bot. The dialog ends in the transaction in which an agent takes over. */
  endBotDialog: MessageUpwardCalls['endBotDialog'];
  /** contacts → flow-runs. The bot is switched off for a contact: its flows end in the same transaction. */
  endFlowRuns: ContactUpwardCalls['endFlowRuns'];
  /** messages → connection-health, campaigns. In-memory counter of send attempts; losing it is harmless. */
  recordSendOutcome: MessageUpwardCalls['recordSendOutcome'];
  /** messages → connection-health. The person counts in the transaction that claims the delivery: later, the limit is exceeded. */
  countReached: MessageUpwardCalls['countReached'];
  /**
   * messages → connection-health. A block of the account is stored in the transaction that stores the outcome: campaigns that
   * start right after it must not send.
   */
  recordRefusal: MessageUpwardCalls['recordRefusal'];
  /** messages → connection-health. The same for a message that the channel had accepted; it is also counted here. */
  recordLateRefusal: MessageUpwardCalls['recordLateRefusal'];
  /** messages → ai. The agent waits for the text; its cost is booked where every cost of AI is. */
  transcribeAudio: MessageUpwardCalls['transcribeAudio'];
  /** templates → schedules, campaigns. The next portion needs the result of this one, in the same transaction. */
  detachTemplates: TemplateUpwardCalls['detachTemplates'];
  /** templates → campaigns. A template that is still needed is not removed, in the same transaction. */
  neededTemplates: TemplateUpwardCalls['neededTemplates'];
  /** history-import → receiving. The message leaves the import and is set aside in one transaction, or it could be lost. */
  quarantineMessage: HistoryImportUpwardCalls['quarantineMessage'];
}

/** The modules that answer upward calls. */
export interface UpwardTargets {
  access: Pick<Access, 'users'>;
  connections: Pick<Connections, 'inTx'>;
  userLookups: Pick<UserLookups, 'existingUserIds'>;
  contacts: Pick<Contacts, 'inTx'>;
  tickets: Pick<Tickets, 'inTx'>;
  autoMessages: Pick<AutoMessages, 'perform'>;
  templates: Pick<Templates, 'findChosen'>;
  flowModule: { flows: Pick<FlowModule['flows'], 'exists'> };
  ai: { prompts: Pick<Ai['prompts'], 'exists'> } & Pick<Ai, 'countBotCall' | 'transcribeForAgent'>;
  integrationModule: { integrations: Pick<IntegrationModule['integrations'], 'exists'> };
  historyImport: Pick<HistoryImporter, 'updateRequest'>;
  receiving: { quarantine: Pick<InboxWorker['quarantine'], 'inTx'> };
  connectionHealth: Pick<ConnectionHealth, 'record' | 'recordRefusal' | 'budget'>;
  botRunner: Pick<BotRunner, 'endBot'>;
  flowRuns: Pick<FlowRuns, 'inTx'>;
  schedules: Pick<Schedules, 'inTx'>;
  campaignModule: {
    ledger: Pick<CampaignModule['ledger'], 'slowDown'>;
    campaigns: Pick<CampaignModule['campaigns'], 'inTx'>;
  };
}

/** `calls` is passed to the modules while they are built. A call before `bindUpwardCalls` throws. */
export function createUpwardCalls() {
  let bound: UpwardCalls | undefined;
  const calls = new Proxy({} as UpwardCalls, {
    get:
      (_, name) =>
      (...args: never[]): unknown => {
        if (!bound) throw new Error(`Upward call ${String(name)} before all modules are built`);
        const call: (...args: never[]) => unknown = bound[name as keyof UpwardCalls];
        return call(...args);
      },
  });
  return {
    calls,
    bindUpwardCalls(modules: UpwardTargets) {
      bound = callsTo(modules);
    },
  };
}

const callsTo = ({ access, connections, connectionHealth, ...modules }: UpwardTargets): UpwardCalls => ({
  existingUserIds: (tx, ids) => modules.userLookups.existingUserIds(tx, ids),
  userExists: async (tx, id) => (await access.users.inTx.find(tx, id)) !== undefined,
  addUser: (tx, userId, queueId) => access.users.inTx.addQueue(tx, userId, queueId),
  flowExists: (tx, id) => modules.flowModule.flows.exists(tx, id),
  promptExists: (tx, id) => modules.ai.prompts.exists(tx, id),
  integrationExists: (tx, id) => modules.integrationModule.integrations.exists(tx, id),
  countBotCall: (companyId, contactId) => modules.ai.countBotCall(companyId, contactId),
  connectionExists: async (tx, id) => (await connections.inTx.find(tx, id)) !== undefined,
  returnTickets: (tx, userId, limit) => modules.tickets.inTx.returnTickets(tx, userId, limit),
  requestHistoryImport: (tx, connection) => modules.historyImport.updateRequest(tx, connection),
  recordDisconnection: (companyId, id) => connectionHealth.record(companyId, id, 'disconnections'),
  performEffects: (tx, ticket, effects) => modules.autoMessages.perform(tx, ticket, effects),
  markLastInboundUnread,
  findFallbackTemplate: (tx, connectionId, occasion) => modules.templates.findChosen(tx, connectionId, occasion),
  endBotDialog: (tx, ticket) => modules.botRunner.endBot(tx, ticket),
  endFlowRuns: async (tx, contactId) => void (await modules.flowRuns.inTx.endOfContact(tx, contactId, 'botOff')),
  recordSendOutcome: (companyId, id, outcome) => {
    connectionHealth.record(companyId, id, outcome);
    if (outcome === 'slowedDown') modules.campaignModule.ledger.slowDown(companyId, id);
  },
  countReached: (tx, connection, address) => connectionHealth.budget.count(tx, connection, { address, isCold: false }),
  recordRefusal: (tx, id, fault) => connectionHealth.recordRefusal(tx, id, fault),
  async recordLateRefusal(tx, id, fault) {
    if (countsAgainstAccount(fault?.code)) connectionHealth.record(tx.companyId, id, 'refused');
    if (fault) await connectionHealth.recordRefusal(tx, id, fault);
  },
  transcribeAudio: (companyId, audio) => modules.ai.transcribeForAgent(companyId, audio),
  async detachTemplates(tx, ids, limit) {
    const detached = await modules.schedules.inTx.detachTemplates(tx, ids, limit);
    if (detached >= limit) return detached;
    return detached + (await modules.campaignModule.campaigns.inTx.detachTemplates(tx, ids, limit - detached));
  },
  neededTemplates: (tx, ids) => modules.campaignModule.campaigns.inTx.neededTemplates(tx, ids),
  async quarantineMessage(tx, connectionId, event, error) {
    await modules.receiving.quarantine.inTx.add(tx, connectionId, event, error);
  },
});
