import type { FlowDoc } from '@balcao/domain/flow/document';
import { oneNodeFlow } from '@balcao/domain/flow/one-node-flow';
import { addDays } from '@balcao/domain/billing/due-date';
import { maskName } from '@balcao/domain/contact/mask';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { CallContents } from '../flow-calls/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { docOf } from './flow-documents.ts';
import { flowRecords } from './flow-records.store.ts';
import {
  flowReportStore,
  type CountRow,
  type ReportedRun,
  type ReportedStep,
  type RunFilter,
  type RunService,
} from './flow-reports.store.ts';
import { runSearchStore } from './flow-run-search.store.ts';
import { flowVersionStore } from './flow-versions.store.ts';

export interface FlowReportDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'privacy'>;
  companies: Pick<Companies, 'inTx'>;
  contacts: Pick<Contacts, 'inTx'>;
  callContents: Pick<CallContents, 'inTx'>;
  tickets: Pick<Tickets, 'requireReadable' | 'inTx'>;
}
export interface RunPath {
  run: ReportedRun;
  doc: FlowDoc | null;
  steps: ReportedStep[];
  variables: Record<string, string>;
}
export interface NodeNumbers {
  nodeId: string;
  entered: number;
  left: { port: string; count: number; percent: number }[];
  waiting: number;
  dropped: number;
  errors: number;
}
export interface FlowNumbers {
  from: string;
  to: string;
  version: number | null;
  runs: number;
  nodes: NodeNumbers[];
  largestDrop: { nodeId: string; dropped: number; percent: number } | null;
}
const DEFAULT_DAYS = 7;

/** What happened in a flow: its runs, their paths, and numbers per node. */
export function createFlowReports(deps: FlowReportDeps) {
  const { db, clock, settings, companies, contacts, callContents, tickets } = deps;
  /** A contact without a name has its number as name. */
  async function masked(tx: Tx, runs: readonly ReportedRun[]): Promise<ReportedRun[]> {
    const { hidesNumbers } = await settings.privacy(tx);
    return runs.map((run) => (hidesNumbers ? { ...run, contactName: maskName(run.contactName) } : run));
  }
  async function searchedPage(tx: Tx, actor: Actor, flowId: number, filter: RunFilter & { search: string }) {
    const hidesNumbers = await contacts.inTx.hidesNumbers(tx);
    if (hidesNumbers) contacts.inTx.countLookup(actor, filter.search);
    const match = await contacts.inTx.matchOf(tx, filter.search, hidesNumbers);
    const { ids, next } = await runSearchStore.page(tx, flowId, filter, match);
    return { rows: await flowReportStore.byIds(tx, ids), next };
  }
  return {
    runs: (actor: Actor, flowId: number, { search, ...filter }: RunFilter & { search: string }) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await flowRecords.byId(tx, flowId), 'ERR_NO_FLOW_FOUND');
        const { rows, next } = search.trim()
          ? await searchedPage(tx, actor, flowId, { search, ...filter })
          : await flowReportStore.page(tx, flowId, filter);
        return { rows: await masked(tx, rows), next };
      }),

    /** For users who may read the conversation. */
    ofTicket: (actor: Actor, ticketId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        tickets.requireReadable(actor, await tickets.inTx.find(tx, ticketId));
        return masked(tx, await flowReportStore.ofTicket(tx, ticketId));
      }),
    path: (actor: Actor, id: number): Promise<RunPath> =>
      db.readCompany(actor.companyId, async (tx) => {
        const found = assertFound(await flowReportStore.byId(tx, id), 'ERR_NO_FLOW_RUN_FOUND');
        tickets.requireReadable(actor, await tickets.inTx.find(tx, found.ticketId));
        const { doc, promptId, integrationId, integrationType, variables, ...reported } = found;
        const [run] = await masked(tx, [reported]);
        return {
          run: run!,
          doc: doc === null ? generatedDoc({ promptId, integrationId, integrationType }) : docOf(doc),
          steps: await flowReportStore.steps(tx, id),
          variables: variables ?? {},
        };
      }),

    /** What its HTTP calls sent and received, if the company keeps it. */
    contents: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { ticketId } = assertFound(await flowReportStore.byId(tx, id), 'ERR_NO_FLOW_RUN_FOUND');
        tickets.requireReadable(actor, await tickets.inTx.find(tx, ticketId));
        return callContents.inTx.ofRun(tx, id);
      }),

    /** Days of the company, both included; the default is the last seven days. */
    numbers: (actor: Actor, flowId: number, period: { from?: string; to?: string; version: number | null }) =>
      db.readCompany(actor.companyId, async (tx): Promise<FlowNumbers> => {
        assertFound(await flowRecords.byId(tx, flowId), 'ERR_NO_FLOW_FOUND');
        const { version } = period;
        const { timeZone } = await companies.inTx.getHours(tx);
        const to = period.to ?? dateIn(timeZone, clock.now());
        const from = period.from ?? addDays(to, 1 - DEFAULT_DAYS);
        const versionId =
          version === null
            ? null
            : assertFound(await flowVersionStore.byNumber(tx, flowId, version), 'ERR_NO_FLOW_VERSION_FOUND').id;
        const counts = await flowReportStore.counts(tx, flowId, { from, to, versionId });
        const runs = await flowReportStore.starts(tx, flowId, { from, to, versionId });
        const waiting = await flowReportStore.waiting(tx, flowId, versionId);
        const nodes = numbersOf(counts, waiting);
        return { from, to, version, runs, nodes, largestDrop: largestDropOf(nodes) };
      }),
  };
}
export type FlowReports = ReturnType<typeof createFlowReports>;

/** The document of a prompt or an integration without a flow; null if it was deleted. */
function generatedDoc({ promptId, integrationId, integrationType: type }: RunService): FlowDoc | null {
  if (promptId !== null) return oneNodeFlow({ promptId });
  return integrationId === null || type === null || type === 'flowbuilder'
    ? null
    : oneNodeFlow({ integrationId, type });
}

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

/** Adds up the rows per node, the most entered one first. */
function numbersOf(counts: readonly CountRow[], waiting: readonly { node: string; n: number }[]): NodeNumbers[] {
  const nodes = new Map<string, NodeNumbers>();
  const of = (nodeId: string): NodeNumbers => {
    let node = nodes.get(nodeId);
    if (!node) nodes.set(nodeId, (node = { nodeId, entered: 0, left: [], waiting: 0, dropped: 0, errors: 0 }));
    return node;
  };
  for (const { node, event, port, n } of counts) {
    if (event === 'entered') of(node).entered += n;
    else if (event === 'dropped') of(node).dropped += n;
    else if (event === 'failed') of(node).errors += n;
    else of(node).left.push({ port, count: n, percent: 0 });
  }
  for (const { node, n } of waiting) of(node).waiting += n;
  for (const node of nodes.values()) {
    const total = node.left.reduce((sum, { count }) => sum + count, 0);
    node.left = node.left
      .map((port) => ({ ...port, percent: percentOf(port.count, total) }))
      .sort((a, b) => b.count - a.count);
  }
  return [...nodes.values()].sort((a, b) => b.entered - a.entered);
}

/** Where most of those who entered did not go on. */
function largestDropOf(nodes: readonly NodeNumbers[]): FlowNumbers['largestDrop'] {
  const worst = nodes.toSorted((a, b) => b.dropped - a.dropped)[0];
  if (!worst || worst.dropped === 0) return null;
  const { nodeId, dropped, entered } = worst;
  return { nodeId, dropped, percent: Math.min(100, percentOf(dropped, entered)) };
}
