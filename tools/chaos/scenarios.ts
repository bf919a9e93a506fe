import type { Scenario } from './scenario.ts';
import { backupKills } from './scenarios-backup-kills.ts';
import { backupFaults } from './scenarios-backup-nodes.ts';
import { backups } from './scenarios-backups.ts';
import { callKills } from './scenarios-calls.ts';
import { campaigns } from './scenarios-campaigns.ts';
import { crashes } from './scenarios-crashes.ts';
import { databaseFaults } from './scenarios-database.ts';
import { flowKills } from './scenarios-flows.ts';
import { graphFaults } from './scenarios-graph-faults.ts';
import { graphPlays } from './scenarios-graph.ts';
import { graphOutgoing } from './scenarios-graph-out.ts';
import { ingestion } from './scenarios-ingestion.ts';
import { neighbors } from './scenarios-neighbors.ts';
import { outgoing } from './scenarios-outbox.ts';
import { paymentKills } from './scenarios-payments.ts';
import { processFaults } from './scenarios-process.ts';
import { schedules } from './scenarios-schedules.ts';
import { secretChange } from './scenarios-secrets.ts';
import { gracefulStops } from './scenarios-stops.ts';
import { ticketKills } from './scenarios-tickets.ts';
import { twoNodes } from './scenarios-two.ts';
import { webhookLimits } from './scenarios-webhook-limits.ts';
import { webhooks } from './scenarios-webhooks.ts';

/** All scenarios, in the order in which they run. */
export const scenarios: Scenario[] = [
  ...ingestion,
  ...webhooks,
  ...webhookLimits,
  ...outgoing,
  ...crashes,
  ...ticketKills,
  ...neighbors,
  ...databaseFaults,
  ...processFaults,
  ...secretChange,
  ...graphPlays,
  ...graphFaults,
  ...graphOutgoing,
  ...twoNodes,
  ...gracefulStops,
  ...paymentKills,
  ...flowKills,
  ...callKills,
  ...campaigns,
  ...schedules,
  ...backups,
  ...backupKills,
  ...backupFaults,
];
