import type { TryCustomer, TryRun } from '@balcao/contract/flow/tries';
import type { MenuForm } from '@balcao/domain/bot/option-types';
import type { FlowDoc } from '@balcao/domain/flow/document';
import type { Content, Facts, LoadedFlow } from '@balcao/domain/flow/run';
import { fillTemplate } from '@balcao/domain/message/template';
import type { z } from 'zod';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Queues } from '../queues/index.ts';
import type { Settings } from '../settings/index.ts';
import { docOf, referencesOf } from './flow-documents.ts';
import { flowFactStore } from './flow-facts.store.ts';
import { flowFileStore, type StoredFlowFile } from './flow-files.store.ts';
import type { ReferenceRow } from './flow-references.store.ts';
import type { FlowReferenceLoader, LoadedReferences } from './flow-references.ts';
import { flowVersionStore } from './flow-versions.store.ts';

export interface TestContextDeps {
  companies: Companies;
  connections: Connections;
  queues: Queues;
  settings: Settings;
  references: FlowReferenceLoader;
}
export type Customer = z.output<typeof TryCustomer>;
/** What the customer of a test receives. */
export interface TestReply {
  kind: Exclude<Content['type'], 'media'> | 'files';
  nodeId: string;
  text: string;
  choices?: readonly { id: string; title: string }[];
  files?: StoredFlowFile[];
  isVoice?: boolean;
}
/** The tested draft has no version. */
export const DRAFT = 0;
/** Flows that one test can call. */
const MAX_CALLED = 20;

/** What a test depends on, loaded once. */
export interface TestContext {
  flowId: number;
  doc: FlowDoc;
  factsOf(as: Customer, now: Date, inboundAt: Date): Facts;
  version(id: number): FlowDoc | undefined;
  replyOf(content: Content, nodeId: string): TestReply;
  nameOf(kind: 'queues' | 'users' | 'tags' | 'lanes', id: number): string;
}

interface LoadedDocs {
  called: Map<number, LoadedFlow>;
  versions: Map<number, FlowDoc>;
}
type Contents = Awaited<ReturnType<typeof loadContents>>;

/** Loads what the test of a document depends on. */
export async function loadTestContext(
  deps: TestContextDeps,
  tx: Tx,
  { flowId, doc, run }: { flowId: number; doc: FlowDoc; run: TryRun | null },
): Promise<TestContext> {
  const docs = await loadDocs(tx, doc, run);
  const contents = await loadContents(tx, [...docs.versions.values()]);
  const references = await deps.references.load(tx);
  return {
    flowId,
    doc,
    factsOf: await loadFacts(deps, tx, { docs, contents, references }),
    version: (id) => docs.versions.get(id),
    replyOf: (content, nodeId) => replyOf(content, nodeId, contents, references),
    nameOf: namesOf(references),
  };
}

/** The draft, the versions that it calls and those that the run stands in. */
async function loadDocs(tx: Tx, doc: FlowDoc, run: TryRun | null): Promise<LoadedDocs> {
  const called = await calledFlows(tx, doc);
  const versions = new Map([[DRAFT, doc], ...[...called.values()].map((flow) => [flow.versionId, flow.doc] as const)]);
  // A called flow may have been published again since the test began.
  for (const { versionId } of run ? [run, ...run.stack] : []) {
    const version = versions.has(versionId) ? undefined : await flowVersionStore.byId(tx, versionId);
    if (version) versions.set(versionId, docOf(version.doc));
  }
  return { called, versions };
}

/** The live versions of the flows that the document calls, directly or through others. */
async function calledFlows(tx: Tx, doc: FlowDoc): Promise<Map<number, LoadedFlow>> {
  const loaded = new Map<number, LoadedFlow>();
  let wanted = referencesOf(doc).flows;
  while (wanted.length > 0 && loaded.size < MAX_CALLED) {
    const rows = await flowVersionStore.liveDocs(tx, wanted.slice(0, MAX_CALLED - loaded.size));
    const docs = rows.map(({ flowId, versionId, doc: stored }) => ({ flowId, versionId, doc: docOf(stored) }));
    for (const { flowId, ...flow } of docs) loaded.set(flowId, flow);
    wanted = [...new Set(docs.flatMap((called) => referencesOf(called.doc).flows))].filter((id) => !loaded.has(id));
  }
  return loaded;
}

/** Files, templates and bots that the documents use. */
async function loadContents(tx: Tx, docs: FlowDoc[]) {
  const named = docs.map(referencesOf);
  const files = await flowFileStore.named(tx, [...new Set(named.flatMap((names) => names.files))]);
  const templates = await flowFactStore.templates(tx, [...new Set(named.flatMap((names) => names.templates))]);
  const integrations = await flowFactStore.integrations(tx, [...new Set(named.flatMap((names) => names.integrations))]);
  return {
    integrations: new Map(integrations.map(({ id, type, name, ...fields }) => [id, { type, name, fields }])),
    files: new Map(files.map((file) => [file.name, file])),
    templates: new Map(templates.map(({ id, ...template }) => [id, template])),
  };
}

/** The facts of each step: the company as it is now, the customer as invented. */
async function loadFacts(
  { companies, connections, queues, settings, references: loader }: TestContextDeps,
  tx: Tx,
  { docs, contents, references }: { docs: LoadedDocs; contents: Contents; references: LoadedReferences },
): Promise<TestContext['factsOf']> {
  const existing = references.withFiles([...contents.files.keys()]);
  const hours = await companies.inTx.getHours(tx);
  const schedules = new Map((await queues.inTx.load(tx)).map((queue) => [queue.id, queue.schedules]));
  const exitWords = await loader.exitWords(tx);
  const country = await settings.defaultCountry(tx);
  const form = String(await settings.get(tx, 'chatBotType')) as MenuForm;
  const all = await connections.inTx.all(tx);
  const { canSend, windowHours } = connections;

  return (as, now, inboundAt) => {
    // Without a connection of this channel the test shows everything.
    const connection = all.find(({ channel }) => channel === as.channel);
    const sends = (kind: Parameters<typeof canSend>[1]) => connection === undefined || canSend(connection, kind);
    return {
      now,
      variables: {
        contactName: as.name,
        userName: '',
        queueName: '',
        connectionName: connection?.name ?? '',
        ticketId: null,
        protocol: '',
        timeZone: hours.timeZone,
      },
      settings: { exitWords, form },
      country,
      hoursOf(owner, queueId) {
        const { timeZone, holidays } = hours;
        if (owner === 'company') return hours;
        if (owner === 'connection') return { timeZone, holidays, schedules: connection?.schedules ?? [] };
        const ofQueue = queueId === null ? undefined : schedules.get(queueId);
        return ofQueue && { timeZone, holidays, schedules: ofQueue };
      },
      channel: {
        kind: as.channel,
        draws: { list: sends('list'), buttons: sends('buttons') },
        sends: { media: sends('media'), template: sends('template'), typing: true },
        replyWindowHours: connection ? windowHours(connection.provider, connection.channel) : null,
        lastInboundAt: inboundAt,
      },
      contact: {
        number: as.number,
        email: as.email,
        tags: as.tags,
        isNew: as.isFirstContact,
        extra: as.fields,
        accountOwner: null,
      },
      references: existing,
      integration: (id) => contents.integrations.get(id),
      // Samples answer in a test: no audio and no number leaves the company.
      canTranscribe: true,
      transcribingPrompts: new Set<number>(),
      canShareNumber: true,
      template: (id) => contents.templates.get(id),
      flow: (id) => docs.called.get(id),
      version: (id) => docs.versions.get(id),
    };
  };
}

/** What the customer sees of a content that the flow sends. */
function replyOf(
  content: Content,
  nodeId: string,
  { files, templates }: Contents,
  references: LoadedReferences,
): TestReply {
  const { fileLists } = references.rows;
  const filesOf = ({ name }: { name: string }) => [files.get(name)].filter((file) => file !== undefined);
  switch (content.type) {
    case 'text':
      return { kind: 'text', nodeId, text: content.text };
    case 'list':
    case 'buttons':
      return { kind: content.type, nodeId, text: content.text, choices: content.choices };
    case 'image':
    case 'video':
      return { kind: content.type, nodeId, text: content.caption, files: filesOf(content.file) };
    case 'audio':
      return { kind: 'audio', nodeId, text: '', files: filesOf(content.file), isVoice: content.isVoice };
    case 'media':
      return { kind: content.reply.media, nodeId, text: '', isVoice: content.reply.isVoice };
    case 'fileList':
      return { kind: 'files', nodeId, text: fileLists.find(({ id }) => id === content.fileListId)?.name ?? '' };
    case 'template': {
      const template = templates.get(content.templateId);
      return { kind: 'template', nodeId, text: template ? fillTemplate(template, content.values).text : '' };
    }
  }
}

function namesOf({ rows }: LoadedReferences): TestContext['nameOf'] {
  const names = {
    queues: nameMap(rows.queues),
    users: nameMap(rows.users),
    tags: nameMap(rows.tags),
    lanes: nameMap(rows.lanes),
  };
  return (kind, id) => names[kind].get(id) ?? '';
}
const nameMap = (rows: ReferenceRow[]) => new Map(rows.map(({ id, name }) => [id, name]));
