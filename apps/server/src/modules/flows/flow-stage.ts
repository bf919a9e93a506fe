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
import type { FlowReferenceLoader } from './flow-references.ts';
import { flowVersionStore } from './flow-versions.store.ts';

export interface StageDeps {
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
export interface Stage {
  flowId: number;
  doc: FlowDoc;
  factsOf(as: Customer, now: Date, inboundAt: Date): Facts;
  version(id: number): FlowDoc | undefined;
  replyOf(content: Content, nodeId: string): TestReply;
  nameOf(kind: 'queues' | 'users' | 'tags' | 'lanes', id: number): string;
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
async function contentsOf(tx: Tx, docs: FlowDoc[]) {
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

/** Loads what the test of a document depends on. */
export async function prepareStage(
  deps: StageDeps,
  tx: Tx,
  { flowId, doc, run }: { flowId: number; doc: FlowDoc; run: TryRun | null },
): Promise<Stage> {
  const { companies, connections, queues, settings, references } = deps;
  const called = await calledFlows(tx, doc);
  const versions = new Map([[DRAFT, doc], ...[...called.values()].map((flow) => [flow.versionId, flow.doc] as const)]);
  // A called flow may have been published again since the test began.
  for (const { versionId } of run ? [run, ...run.stack] : []) {
    const version = versions.has(versionId) ? undefined : await flowVersionStore.byId(tx, versionId);
    if (version) versions.set(versionId, docOf(version.doc));
  }
  const { files, templates, integrations } = await contentsOf(tx, [...versions.values()]);
  const loaded = await references.load(tx);
  const existing = loaded.withFiles([...files.keys()]);
  const hours = await companies.inTx.getHours(tx);
  const schedules = new Map((await queues.inTx.load(tx)).map((queue) => [queue.id, queue.schedules]));
  const exitWords = await references.exitWords(tx);
  const country = await settings.defaultCountry(tx);
  const form = String(await settings.get(tx, 'chatBotType')) as MenuForm;
  const all = await connections.inTx.all(tx);
  const { canSend, windowHours } = connections;

  const factsOf = (as: Customer, now: Date, inboundAt: Date): Facts => {
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
      integration: (id) => integrations.get(id),
      // Samples answer in a test: no audio and no number leaves the company.
      canTranscribe: true,
      canShareNumber: true,
      template: (id) => templates.get(id),
      flow: (id) => called.get(id),
      version: (id) => versions.get(id),
    };
  };
  const lists = new Map<number, ReferenceRow>(loaded.rows.fileLists.map((row) => [row.id, row]));
  const replyOf = (content: Content, nodeId: string): TestReply => {
    switch (content.type) {
      case 'text':
        return { kind: 'text', nodeId, text: content.text };
      case 'list':
      case 'buttons':
        return { kind: content.type, nodeId, text: content.text, choices: content.choices };
      case 'image':
      case 'video':
        return { kind: content.type, nodeId, text: content.caption, files: present(files.get(content.file.name)) };
      case 'audio':
        return {
          kind: 'audio',
          nodeId,
          text: '',
          files: present(files.get(content.file.name)),
          isVoice: content.isVoice,
        };
      case 'media':
        return { kind: content.reply.media, nodeId, text: '', isVoice: content.reply.isVoice };
      case 'fileList':
        return { kind: 'files', nodeId, text: lists.get(content.fileListId)?.name ?? '' };
      case 'template': {
        const template = templates.get(content.templateId);
        return { kind: 'template', nodeId, text: template ? fillTemplate(template, content.values).text : '' };
      }
    }
  };
  const names = {
    queues: nameMap(loaded.rows.queues),
    users: nameMap(loaded.rows.users),
    tags: nameMap(loaded.rows.tags),
    lanes: nameMap(loaded.rows.lanes),
  };
  return {
    flowId,
    doc,
    factsOf,
    version: (id) => versions.get(id),
    replyOf,
    nameOf: (kind, id) => names[kind].get(id) ?? '',
  };
}

const present = (file: StoredFlowFile | undefined): StoredFlowFile[] => (file ? [file] : []);
const nameMap = (rows: ReferenceRow[]) => new Map(rows.map(({ id, name }) => [id, name]));
