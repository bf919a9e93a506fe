import {
  createBotConfig,
  createBotRunner,
  createDryRun,
  createFlowResults,
  createFlowTimers,
} from '../modules/bot/index.ts';
import type { Ai } from '../modules/ai/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Connections } from '../modules/connections/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import type { FileLists } from '../modules/file-lists/index.ts';
import { createCallWorker, type CallHandlers, type FlowCalls } from '../modules/flow-calls/index.ts';
import type { FlowCatalogLoader, FlowRuns } from '../modules/flow-runs/index.ts';
import type { Lanes } from '../modules/kanban/index.ts';
import type { AutoMessages, TypingIndicator } from '../modules/messages/index.ts';
import type { Queues } from '../modules/queues/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Assignment, Tickets } from '../modules/tickets/index.ts';
import type { Infrastructure } from './shared-services.ts';
import type { UserLookups } from './user-lookups.ts';

interface Lower extends Record<'lanes', Lanes> {
  companies: Companies;
  settings: Settings;
  queues: Queues;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  fileLists: FileLists;
  assignment: Assignment;
  autoMessages: AutoMessages;
  typingIndicator: TypingIndicator;
  flowRuns: FlowRuns;
  flowCalls: FlowCalls;
  ai: Pick<Ai, 'callModel' | 'transcribeCall'>;
  /** Handlers of calls to integrations and to services of flows. */
  integrationCalls: Pick<CallHandlers, 'http' | 'bot' | 'webhook'>;
  flowCatalog: FlowCatalogLoader;
  userLookups: UserLookups;
}

/** The bot with its flows. The timers wake the runs that the runner lets wait, so both are built here. */
export function buildBot(
  { db, clock, isSendingHeld, onError }: Pick<Infrastructure, 'db' | 'clock' | 'isSendingHeld' | 'onError'>,
  lower: Lower,
) {
  const { assignment, userLookups, ai, integrationCalls, ...modules } = lower;
  const botConfig = createBotConfig(modules);
  const botRunner = createBotRunner({
    ...modules,
    ...userLookups,
    clock,
    botConfig,
    chooseAgent: assignment.chooseAgent,
    onWait: (at) => flowTimers.announce(at),
    onError,
  });
  const flowTimers = createFlowTimers({ ...modules, db, clock, botConfig, botRunner, onError });
  const callWorker = createCallWorker({
    db,
    flowCalls: modules.flowCalls,
    handlers: { ...integrationCalls, model: ai.callModel, transcription: ai.transcribeCall },
    onResult: createFlowResults({ ...modules, db, clock, botConfig, botRunner }),
    isHeld: isSendingHeld,
    onError,
  });
  return {
    botConfig,
    botRunner,
    callWorker,
    flowTimers,
    dryRun: createDryRun({ ...modules, db, clock, botConfig, nameOfUser: userLookups.nameOfUser }),
  };
}
