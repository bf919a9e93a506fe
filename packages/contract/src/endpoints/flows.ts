import { portKinds } from '@balcao/domain/flow/document';
import { errorCodes, warningCodes } from '@balcao/domain/flow/problems';
import { endReasons } from '@balcao/domain/flow/run';
import { MAX_EDGES, MAX_NODES } from '@balcao/domain/flow/bounds';
import { importNoteKinds } from '@balcao/domain/flow/wire/report';
import { integrationTypes } from '@balcao/domain/integration/integration-types';
import { z } from 'zod';
import { flowDoc, flowEdge, flowNode } from '../flow/document.ts';
import {
  CaseDraft,
  FlowCase,
  FlowTried,
  FlowTry,
  FlowTryCall,
  FlowTryCalled,
  StoredFlowFile,
  TraceStep,
} from '../flow/tries.ts';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  done,
  id,
  idParams,
  pageQuery,
  plainText,
  requiredText,
  searchText,
  timestamp,
} from '../kernel/schemas.ts';

/** Far above what a company draws by hand. */
export const MAX_FLOWS = 500;
export const MAX_CASES = 50;
export const MAX_IMPORT_NOTES = 500;
/** Uploaded files of nodes, by kind. */
export const MAX_FLOW_FILE_BYTES = { image: 2 * 1_048_576, audio: 5 * 1_048_576, video: 20 * 1_048_576 } as const;
/** A flow with its files. */
export const MAX_IMPORT_BYTES = 64 * 1_048_576;

const Named = z.object({ id, name: z.string() });
/** A colleague; null when the account was removed. */
const Author = Named.nullable();

/** What every user sees of a flow, for pickers. */
export const FlowBrief = z.object({ id, name: z.string(), active: z.boolean() });
export type FlowBrief = z.infer<typeof FlowBrief>;
/** What starts a flow, or continues in it. */
export const FlowUses = z.object({
  connections: z.array(Named.extend({ as: z.enum(['welcome', 'notPhrase']) })),
  phrases: z.array(Named),
  queues: z.array(Named),
  options: z.array(Named.extend({ queueId: id, queueName: z.string() })),
  integrations: z.array(Named),
  flows: z.array(Named),
});
export type FlowUses = z.infer<typeof FlowUses>;
const Published = z.object({ number: z.number(), at: timestamp, by: Author });

/** A flow as admins see it in the list. */
export const Flow = FlowBrief.extend({
  user_id: id.nullable(),
  company_id: id,
  createdAt: timestamp,
  updatedAt: timestamp,
  usedBy: FlowUses,
  /** Conversations that are in the flow now. */
  conversations: z.number(),
  /** Null: never published. */
  published: Published.nullable(),
  /** The draft differs from the live version. */
  hasChanges: z.boolean(),
  /** Problems of the draft. */
  problems: z.object({ errors: z.number(), warnings: z.number() }),
});
export type Flow = z.infer<typeof Flow>;

/** A document in the form that other clients of this API read and write. */
const WireFlow = z.object({
  nodes: z.array(z.record(z.string(), z.unknown())),
  connections: z.array(z.record(z.string(), z.unknown())),
});
const FlowWithDocument = FlowBrief.extend({
  user_id: id.nullable(),
  company_id: id,
  /** Null until the flow is drawn. */
  flow: WireFlow.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const FlowDraft = z.object({
  flow: FlowBrief,
  rev: z.number(),
  doc: flowDoc,
  /** The last editor. */
  by: Author,
  at: timestamp,
  published: Published.nullable(),
  hasChanges: z.boolean(),
  /** The existing files that the document names. */
  files: z.array(StoredFlowFile),
});
export type FlowDraft = z.infer<typeof FlowDraft>;
/** The newer draft, as JSON in `error` of ERR_FLOW_CHANGED. */
export const FlowConflict = z.object({ rev: z.number(), by: Author, at: timestamp });
export type FlowConflict = z.infer<typeof FlowConflict>;

export const FlowProblem = z.object({
  code: z.enum([...errorCodes, ...warningCodes]),
  severity: z.enum(['error', 'warning']),
  nodeId: z.string().nullable(),
  edgeId: z.string().nullable(),
  field: z.string().nullable(),
  value: z.string().nullable(),
});
/** The errors, as JSON in `error` of ERR_FLOW_HAS_ERRORS. */
export const FlowErrors = z.object({ problems: z.array(FlowProblem) });
export type FlowErrors = z.infer<typeof FlowErrors>;

const CaseResult = z.object({
  id,
  name: z.string(),
  passed: z.boolean(),
  expected: z.array(z.string()),
  got: z.array(z.string()),
});
export type CaseResult = z.infer<typeof CaseResult>;
export const FlowPublished = z.object({
  published: Published.extend({ id, note: z.string() }),
  /** False: the live version has this content already. */
  isNew: z.boolean(),
  problems: z.array(FlowProblem),
  /** Results of the saved cases. A failed case does not prevent publishing. */
  cases: z.array(CaseResult),
  /** Conversations that stay on earlier versions. */
  staying: z.array(z.object({ number: z.number(), conversations: z.number() })),
});
export type FlowPublished = z.infer<typeof FlowPublished>;

export const FlowVersion = z.object({
  id,
  number: z.number(),
  note: z.string(),
  at: timestamp,
  by: Author,
  isLive: z.boolean(),
  /** Conversations that are in this version now. */
  conversations: z.number(),
});
export type FlowVersion = z.infer<typeof FlowVersion>;
const FieldChange = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() });
const position = z.object({ x: z.number(), y: z.number() });
/** The lists of the domain's `Diff`; whole nodes are in the documents of the versions. */
export const FlowDiff = z.object({
  added: z.array(flowNode),
  removed: z.array(flowNode),
  changed: z.array(z.object({ nodeId: z.string(), fields: z.array(FieldChange) })),
  moved: z.array(z.object({ nodeId: z.string(), before: position, after: position })),
  edgesAdded: z.array(flowEdge),
  edgesRemoved: z.array(flowEdge),
  settings: z.array(FieldChange),
});
export type FlowDiff = z.infer<typeof FlowDiff>;

export const FlowRun = z.object({
  id: z.number(),
  /** A prompt or an integration without a flow has the id 0 and its own name. */
  flow: z.object({ id: z.number(), name: z.string() }),
  ticketId: id,
  ticketUuid: z.string(),
  contact: Named,
  version: z.number(),
  isLive: z.boolean(),
  node: z.string().nullable(),
  nodeName: z.string().nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  endReason: z.enum(endReasons).nullable(),
});
export type FlowRun = z.infer<typeof FlowRun>;
/** An exit of a node. `label` is the text of a menu option, which the customer saw; empty for other exits. */
const RunPort = z.object({ id: z.string(), kind: z.enum(portKinds), label: z.string() });
/** The path of a run, on the version that ran. Nodes have no data: agents who may read the ticket see it, too. */
export const FlowRunPath = FlowRun.extend({
  nodes: z.array(z.object({ id: z.string(), type: z.string(), name: z.string(), position, ports: z.array(RunPort) })),
  edges: z.array(flowEdge),
  steps: z.array(TraceStep.extend({ ms: z.number() })),
  variables: z.record(z.string(), z.string()),
});
export type FlowRunPath = z.infer<typeof FlowRunPath>;
/** Personal data are replaced by their kinds; keys are left out. */
export const FlowCallContent = z.object({
  nodeId: z.string(),
  at: timestamp,
  status: z.number().nullable(),
  reason: z.string().nullable(),
  request: z.string(),
  response: z.string(),
});
export type FlowCallContent = z.infer<typeof FlowCallContent>;
/** Runs are numbered beyond 32 bits. */
const runParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});

export const FlowStats = z.object({
  from: calendarDay,
  to: calendarDay,
  /** Null: all versions. */
  version: z.number().nullable(),
  /** Conversations that entered the flow. */
  runs: z.number(),
  nodes: z.array(
    z.object({
      nodeId: z.string(),
      entered: z.number(),
      left: z.array(z.object({ port: z.string(), count: z.number(), percent: z.number() })),
      waiting: z.number(),
      dropped: z.number(),
      errors: z.number(),
    }),
  ),
  largestDrop: z.object({ nodeId: z.string(), dropped: z.number(), percent: z.number() }).nullable(),
});
export type FlowStats = z.infer<typeof FlowStats>;

/** Besides what became of the document: references and files. */
export const importNotes = [...importNoteKinds, 'mapped', 'unknownReference', 'missingFile'] as const;
export const FlowImported = z.object({
  flow: FlowBrief,
  report: z.object({
    nodes: z.number(),
    edges: z.number(),
    files: z.number(),
    notes: z.array(z.object({ kind: z.enum(importNotes), nodeId: z.string().nullable(), subject: z.string() })),
  }),
});
export type FlowImported = z.infer<typeof FlowImported>;

/** What nodes may refer to, and what `check` needs besides the document. */
export const FlowReferences = z.object({
  queues: z.array(Named),
  users: z.array(Named),
  tags: z.array(Named),
  lanes: z.array(Named),
  fileLists: z.array(Named),
  templates: z.array(Named.extend({ whatsappId: id, language: z.string() })),
  prompts: z.array(Named),
  integrations: z.array(Named.extend({ type: z.enum(integrationTypes) })),
  /** Other flows; `check` accepts active ones with a published version. */
  flows: z.array(FlowBrief.extend({ isPublished: z.boolean() })),
  files: z.array(StoredFlowFile),
  exitWords: z.array(z.string()),
  variables: z.array(z.string()),
  /** Channels of the connections that use the flow. */
  channels: z.array(
    z.object({
      kind: z.string(),
      media: z.boolean(),
      template: z.boolean(),
      replyWindowHours: z.number().nullable(),
    }),
  ),
});
export type FlowReferences = z.infer<typeof FlowReferences>;
const FlowTemplate = z.object({ key: z.string(), name: z.string(), description: z.string() });
export type FlowTemplate = z.infer<typeof FlowTemplate>;

const count = z.number().int().min(0).max(1_000_000);
const flowName = requiredText(2, 50);
const number = z.number().int().positive().max(1_000_000);
/** Versions of a flow count from 1. */
const versionNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number);
const caseParams = z.object({ id: idParams.shape.id, caseId: idParams.shape.id });
const versionOrDraft = z.union([z.literal('draft'), versionNumber]);
const uploaded = z.object({ id, name: z.string(), userId: id, companyId: id });
const manage = 'flow.manage';

export const flows = {
  /** Admins receive the whole row, other users id, name and state. */
  list: get('/flowbuilder', {
    query: pageQuery.extend({ status: z.enum(['all', 'active', 'inactive']).default('all') }),
    reply: z.object({
      flows: z.array(z.union([Flow, FlowBrief])),
      count: z.number(),
      hasMore: z.boolean(),
      /** Found flows by status, whichever is asked for; only for admins. */
      counts: z.object({ all: z.number(), active: z.number(), inactive: z.number() }).optional(),
    }),
    access: 'flow.pick',
  }),
  show: get('/flowbuilder/:id', {
    params: idParams,
    reply: z.object({ flow: z.union([Flow, FlowBrief]) }),
    access: 'flow.pick',
  }),
  /** `template` is the key of a flow template. */
  create: post('/flowbuilder', {
    body: z.object({ name: flowName, template: plainText(40).optional() }),
    reply: Flow,
    access: manage,
  }),
  rename: put('/flowbuilder', {
    body: z.object({ name: flowName, flowId: id }),
    reply: z.literal('ok'),
    access: manage,
  }),
  /** The deleted flow and what lost it. */
  remove: del('/flowbuilder/:id', {
    params: idParams,
    reply: FlowBrief.extend({ lost: FlowUses, endedRuns: z.number() }),
    access: manage,
  }),
  duplicate: post('/flowbuilder/duplicate', { body: z.object({ flowId: id }), reply: Flow, access: manage }),
  document: get('/flowbuilder/flow/:id', {
    params: idParams,
    reply: z.object({ flow: FlowWithDocument }),
    access: manage,
  }),
  /** Saves the draft and publishes it. */
  saveDocument: post('/flowbuilder/flow', {
    body: z.object({
      idFlow: id,
      nodes: z.array(z.record(z.string(), z.unknown())).max(MAX_NODES),
      connections: z.array(z.record(z.string(), z.unknown())).max(MAX_EDGES),
    }),
    reply: z.literal('ok'),
    access: manage,
  }),
  /**
   * Stores a key that a user typed into a node, and returns what the document names instead: `apiKeyRef`, `voiceKeyRef` or
   * the `keyRef` of a header. The key is never returned.
   */
  addKey: post('/flowbuilder/:id/keys', {
    params: idParams,
    body: z.object({
      value: z
        .string()
        .trim()
        .min(1)
        .regex(/^[\x20-\x7e]{0,500}$/),
      /** Address of an HTTP node: the key is sent to no other host. Empty for models and voices. */
      url: plainText(2048).default(''),
    }),
    reply: z.object({ ref: z.string() }),
    access: manage,
  }),
  /** Names of the stored files, in the order of the upload. */
  uploadContent: post('/flowbuilder/content', {
    optionalFiles: 'medias',
    reply: z.array(z.string()),
    access: manage,
    rate: 'upload',
  }),
  uploadImage: post('/flowbuilder/img', { optionalFiles: 'medias', reply: uploaded, access: manage, rate: 'upload' }),
  /** An audio or a video. */
  uploadAudio: post('/flowbuilder/audio', { optionalFiles: 'medias', reply: uploaded, access: manage, rate: 'upload' }),

  templates: get('/flowbuilder/templates', { reply: z.object({ templates: z.array(FlowTemplate) }), access: manage }),
  /** A zip or JSON file. */
  import: post('/flowbuilder/import', {
    body: z.object({ name: plainText(50).default('') }),
    optionalFiles: 'file',
    maxFileBytes: MAX_IMPORT_BYTES,
    reply: FlowImported,
    access: manage,
    rate: 'upload',
  }),
  /** Link to a zip file; valid for a few minutes. */
  export: post('/flowbuilder/:id/export', {
    params: idParams,
    reply: z.object({ url: z.string(), fileName: z.string() }),
    access: manage,
  }),
  references: get('/flowbuilder/:id/references', { params: idParams, reply: FlowReferences, access: manage }),
  setActive: put('/flowbuilder/:id/active', {
    params: idParams,
    body: z.object({ active: z.boolean() }),
    reply: Flow,
    access: manage,
  }),

  draft: get('/flowbuilder/:id/draft', { params: idParams, reply: FlowDraft, access: manage }),
  /** A stale `rev` is refused with ERR_FLOW_CHANGED. */
  saveDraft: put('/flowbuilder/:id/draft', {
    params: idParams,
    body: z.object({ rev: count, doc: flowDoc }),
    reply: z.object({ rev: z.number(), at: timestamp, hasChanges: z.boolean() }),
    access: manage,
  }),
  /** Publishes the draft. A document with errors is refused with ERR_FLOW_HAS_ERRORS. */
  publish: post('/flowbuilder/:id/publish', {
    params: idParams,
    body: z.object({ rev: count, note: plainText(200).default('') }),
    reply: FlowPublished,
    access: manage,
  }),
  /** Newest first; `before` is the number of the last one shown. */
  versions: get('/flowbuilder/:id/versions', {
    params: idParams,
    query: z.object({ before: versionNumber.optional() }),
    reply: z.object({ versions: z.array(FlowVersion), hasMore: z.boolean() }),
    access: manage,
  }),
  version: get('/flowbuilder/:id/versions/:version', {
    params: z.object({ id: idParams.shape.id, version: versionNumber }),
    reply: FlowVersion.extend({ doc: flowDoc }),
    access: manage,
  }),
  /** Version numbers, or `draft`. */
  compare: get('/flowbuilder/:id/compare', {
    params: idParams,
    query: z.object({ from: versionOrDraft, to: versionOrDraft }),
    reply: FlowDiff,
    access: manage,
  }),
  /** Fills the draft with the version. */
  restore: post('/flowbuilder/:id/restore', {
    params: idParams,
    body: z.object({ number, rev: count }),
    reply: FlowDraft,
    access: manage,
  }),
  /** Publishes the content of an earlier version as the newest one; the draft becomes the same. */
  rollback: post('/flowbuilder/:id/rollback', {
    params: idParams,
    body: z.object({ number }),
    reply: FlowPublished,
    access: manage,
  }),
  /** Moves the conversations of earlier versions to the live one, where their waiting node still exists. */
  bring: post('/flowbuilder/:id/bring', {
    params: idParams,
    reply: z.object({ moved: z.number(), stayed: z.number() }),
    access: manage,
  }),

  /** The real steps on the draft. Nothing is sent or stored. */
  try: post('/flowbuilder/:id/try', { params: idParams, body: FlowTry, reply: FlowTried, access: manage }),
  /** Makes the call that a test waits for. Nothing is sent to a customer; the cost is recorded. */
  tryCall: post('/flowbuilder/:id/try/call', {
    params: idParams,
    body: FlowTryCall,
    reply: FlowTryCalled,
    access: manage,
  }),
  cases: get('/flowbuilder/:id/cases', {
    params: idParams,
    reply: z.object({ cases: z.array(FlowCase) }),
    access: manage,
  }),
  addCase: post('/flowbuilder/:id/cases', { params: idParams, body: CaseDraft, reply: FlowCase, access: manage }),
  changeCase: put('/flowbuilder/:id/cases/:caseId', {
    params: caseParams,
    body: CaseDraft,
    reply: FlowCase,
    access: manage,
  }),
  removeCase: del('/flowbuilder/:id/cases/:caseId', { params: caseParams, reply: done, access: manage }),
  /** Runs the saved cases on the draft. */
  runCases: post('/flowbuilder/:id/cases/run', {
    params: idParams,
    reply: z.object({ cases: z.array(CaseResult) }),
    access: manage,
  }),

  /** Newest first; `before` is the `next` of the page before. */
  runs: get('/flowbuilder/:id/runs', {
    params: idParams,
    query: z.object({
      before: runParams.shape.id.optional(),
      /** Name or number of the contact. */
      searchParam: searchText,
      /** `failed` and `dropped` are among the ended ones. */
      state: z.enum(['all', 'live', 'ended', 'failed', 'dropped']).default('all'),
      version: versionNumber.optional(),
    }),
    /** A page of a frequent search text can end, even without rows, before all runs were compared with it. */
    reply: z.object({ runs: z.array(FlowRun), hasMore: z.boolean(), next: id.nullable() }),
    access: manage,
    support: false,
  }),
  /** For every user who may read the ticket. */
  run: get('/flow-runs/:id', { params: runParams, reply: FlowRunPath, access: 'ticket.use', support: false }),
  /** What HTTP calls of the run sent and received: empty unless the company keeps it, and after seven days. */
  runContents: get('/flow-runs/:id/contents', {
    params: runParams,
    reply: z.object({ contents: z.array(FlowCallContent) }),
    access: manage,
    support: false,
  }),
  /** The newest runs of a conversation. */
  ticketRuns: get('/tickets/:id/flow-runs', {
    params: idParams,
    reply: z.object({ runs: z.array(FlowRun) }),
    access: 'ticket.use',
    support: false,
  }),
  /** Default: the last seven days, all versions. */
  stats: get('/flowbuilder/:id/stats', {
    params: idParams,
    query: z.object({
      from: calendarDay.optional(),
      to: calendarDay.optional(),
      version: versionNumber.optional(),
    }),
    reply: FlowStats,
    access: manage,
  }),
};
