import type { Language } from '@balcao/contract';
import type {
  Flow,
  FlowBrief,
  FlowDraft,
  FlowPublished,
  FlowReferences,
  FlowRun,
  FlowRunPath,
  FlowTemplate,
  FlowUses,
  FlowVersion,
} from '@balcao/contract/endpoints/flows';
import type { FlowCase, StoredFlowFile as FileLink } from '@balcao/contract/flow/tries';
import { portsOf } from '@balcao/domain/flow/ports';
import type { EndReason, TraceEvent, TraceReason } from '@balcao/domain/flow/run';
import type { FlowTemplate as TemplateRow } from '@balcao/domain/flow/templates/templates';
import type { StoredCase } from './flow-cases.store.ts';
import type { OpenDraft, Publication } from './flow-drafts.ts';
import type { StoredFlowFile } from './flow-files.store.ts';
import type { FlowUse, ListedFlow } from './flow-list.store.ts';
import type { LoadedReferences } from './flow-references.ts';
import type { RunPath } from './flow-reports.ts';
import type { ReportedRun } from './flow-reports.store.ts';
import { savedCaseOf } from './flow-tries.ts';
import type { StoredVersion } from './flow-versions.store.ts';
import type { BriefFlow, FullFlow } from './flows.ts';

export type Sign = (key: string) => string;
type Author = { id: number; name: string } | null;
const authorOf = (id: number | null, name: string | null): Author => (id === null ? null : { id, name: name ?? '' });

export const presentFlowBrief = ({ id, name, isActive }: BriefFlow): FlowBrief => ({ id, name, active: isActive });

export function presentUses(uses: readonly FlowUse[]): FlowUses {
  const of = (...kinds: FlowUse['kind'][]) => uses.filter(({ kind }) => kinds.includes(kind));
  const named = ({ id, name }: FlowUse) => ({ id, name });
  return {
    connections: of('welcome', 'notPhrase').map((use) => ({
      ...named(use),
      as: use.kind === 'welcome' ? 'welcome' : 'notPhrase',
    })),
    phrases: of('phrase').map(named),
    queues: of('queue').map(named),
    options: of('option').map((use) => ({ ...named(use), queueId: use.queueId!, queueName: use.queueName! })),
    integrations: of('integration').map(named),
    flows: of('flow').map(named),
  };
}

const publishedOf = ({ liveNumber, liveAt, liveById, liveByName }: ListedFlow): Flow['published'] =>
  liveNumber === null ? null : { number: liveNumber, at: liveAt!.toISOString(), by: authorOf(liveById, liveByName) };

const rowOf = (flow: ListedFlow) => ({
  ...presentFlowBrief(flow),
  user_id: flow.userId,
  company_id: flow.companyId,
  createdAt: flow.createdAt.toISOString(),
  updatedAt: flow.updatedAt.toISOString(),
});
export const presentFlow = (flow: FullFlow): Flow => ({
  ...rowOf(flow),
  usedBy: presentUses(flow.uses),
  conversations: flow.conversations,
  published: publishedOf(flow),
  hasChanges: flow.hasChanges,
  problems: flow.problems,
});
export const presentFlowRow = (flow: FullFlow | BriefFlow): Flow | FlowBrief =>
  'uses' in flow ? presentFlow(flow) : presentFlowBrief(flow);
/** A flow with its document in the form of the API. */
export const presentDocument = <Doc>({ flow }: OpenDraft, doc: Doc) => ({ ...rowOf(flow), flow: doc });

export const presentFile = (file: StoredFlowFile, sign: Sign): FileLink => ({
  name: file.name,
  original: file.originalName,
  url: sign(file.storageKey),
  mime: file.mime,
  bytes: file.bytes,
});
export const presentDraft = ({ flow, draft, files }: OpenDraft, sign: Sign): FlowDraft => ({
  flow: presentFlowBrief(flow),
  rev: draft.rev,
  doc: draft.doc,
  by: authorOf(draft.userId, draft.userName),
  at: draft.updatedAt.toISOString(),
  published: publishedOf(flow),
  hasChanges: flow.hasChanges,
  files: files.map((file) => presentFile(file, sign)),
});

export const presentVersion = (version: StoredVersion): FlowVersion => ({
  id: version.id,
  number: version.number,
  note: version.note,
  at: version.createdAt.toISOString(),
  by: authorOf(version.userId, version.userName),
  isLive: version.isLive,
  conversations: version.conversations,
});
export function presentPublication(
  { version, isNew, problems, staying }: Publication,
  cases: FlowPublished['cases'],
): FlowPublished {
  const { id, number, note, at, by } = presentVersion(version);
  return { published: { id, number, note, at, by }, isNew, problems, cases, staying };
}

export const presentCase = (saved: StoredCase): FlowCase => ({
  id: saved.id,
  name: saved.name,
  ...savedCaseOf(saved),
});

export const presentRun = (run: ReportedRun): FlowRun => ({
  id: run.id,
  flow: { id: run.flowId, name: run.flowName ?? '' },
  ticketId: run.ticketId,
  ticketUuid: run.ticketUuid,
  contact: { id: run.contactId, name: run.contactName },
  version: run.version ?? 0,
  isLive: run.isLive ?? false,
  node: run.node === '' ? null : run.node,
  nodeName: run.nodeName,
  startedAt: run.startedAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
  endReason: run.endReason as EndReason | null,
});
/** Steps inside called flows have no node of this document. The last step has no duration. */
export const presentPath = ({ run, doc, steps, variables }: RunPath): FlowRunPath => ({
  ...presentRun(run),
  nodes: (doc?.nodes ?? []).map((node) => ({
    id: node.id,
    type: node.type,
    name: node.name ?? '',
    position: node.position,
    ports: portsOf(node).map(({ id, kind, label = '' }) => ({ id, kind, label })),
  })),
  edges: doc?.edges ?? [],
  steps: steps.map((step, index) => ({
    seq: step.position,
    nodeId: step.versionId === run.versionId ? step.node : null,
    event: step.event as TraceEvent,
    port: step.port,
    reason: step.reason as TraceReason | null,
    ...(step.key !== null && { key: step.key }),
    at: step.at.toISOString(),
    ms: +(steps[index + 1]?.at ?? step.at) - +step.at,
  })),
  variables,
});

export function presentReferences(
  { rows }: LoadedReferences,
  flowId: number,
  more: Pick<FlowReferences, 'files' | 'exitWords' | 'variables' | 'channels'>,
): FlowReferences {
  const named = (list: { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }));
  return {
    queues: named(rows.queues),
    users: named(rows.users),
    tags: named(rows.tags),
    lanes: named(rows.lanes),
    fileLists: named(rows.fileLists),
    templates: rows.templates.map(({ id, name, connectionId, language }) => ({
      id,
      name,
      whatsappId: connectionId!,
      language: language!,
    })),
    prompts: named(rows.prompts),
    integrations: rows.integrations.map(({ id, name, type }) => ({ id, name, type: type! })),
    flows: rows.flows
      .filter(({ id }) => id !== flowId)
      .map(({ id, name, isActive, isPublished }) => ({ id, name, active: isActive!, isPublished: isPublished! })),
    ...more,
  };
}

export const presentTemplate = ({ key, name, description }: TemplateRow, language: Language): FlowTemplate => ({
  key,
  name: name[language],
  description: description[language],
});
