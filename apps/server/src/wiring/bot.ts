import { createBotConfig, createBotRunner, createDryRun, createFlowTimers } from '../modules/bot/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Connections } from '../modules/connections/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import type { FileLists } from '../modules/file-lists/index.ts';
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
  flowCatalog: FlowCatalogLoader;
  userLookups: UserLookups;
}

/** The bot with its flows. The timers wake the runs that the runner lets wait, so both are built here. */
export function buildBot({ db, clock, onError }: Pick<Infrastructure, 'db' | 'clock' | 'onError'>, lower: Lower) {
  const { assignment, userLookups, ...modules } = lower;
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
  return {
    botConfig,
    botRunner,
    flowTimers,
    dryRun: createDryRun({ ...modules, db, clock, botConfig, nameOfUser: userLookups.nameOfUser }),
  };
}
