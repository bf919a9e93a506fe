import { MAX_DEPTH } from '@balcao/domain/flow/bounds';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { referencesOf } from '@balcao/domain/flow/inspect';
import { oneNodeFlow } from '@balcao/domain/flow/one-node-flow';
import type { Facts, Run } from '@balcao/domain/flow/run';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import {
  flowCatalogStore,
  type FlowCatalog,
  type FlowCatalogLoader,
  type FlowTemplate,
  type RunTarget,
} from '../flow-runs/index.ts';
import { parseExitWords } from '@balcao/domain/bot/menu';
import { messageVariables, type RenderContext } from './bot-content.ts';

export interface FlowFactsDeps {
  connections: Connections;
  flowCatalog: FlowCatalogLoader;
}
/** What an engine step reads, and the templates that it can send. */
export interface LoadedFacts {
  facts: Facts;
  doc: FlowDoc | undefined;
  templates: ReadonlyMap<number, FlowTemplate>;
}
interface Conversation extends RenderContext {
  /** Without a contact: an invented one. */
  ticket: RenderContext['ticket'] & { contactId: number | null };
  contact: RenderContext['contact'] & { walletUserId: number | null; walletQueueId: number | null };
  /** When the customer last wrote. */
  lastInboundAt: Date | null;
  /** What a run without a flow does. */
  target?: RunTarget | null;
  /** The customer spoke: audio may be turned into text. */
  isAudio?: boolean;
}
/** The version of a run without a flow: its document is generated. */
const GENERATED = 0;

const INVENTED = { number: '', email: '', tags: [], extra: {}, isNew: true };

/** Loads everything that a step of a flow depends on, before the step. */
export async function loadFlowFacts(
  tx: Tx,
  { connections, flowCatalog }: FlowFactsDeps,
  catalog: FlowCatalog,
  run: Run,
  conversation: Conversation,
): Promise<LoadedFacts> {
  const { connection, config, contact, ticket, now, lastInboundAt } = conversation;
  const docs = await loadDocs(tx, flowCatalog, catalog, run);
  const generated = conversation.target && generatedDoc(catalog, conversation.target);
  if (generated) docs.set(GENERATED, generated);
  const templateIds = [...docs.values()].flatMap((doc) => namedIn(doc).templates);
  const templates = new Map(
    (await flowCatalogStore.templates(tx, connection.id, templateIds)).map((template) => [template.id, template]),
  );
  const { number, email, tags, extra, isNew } =
    ticket.contactId === null ? INVENTED : await flowCatalogStore.contact(tx, ticket.contactId, ticket.id);
  const { now: _, ...variables } = messageVariables(conversation, '');
  const hours = { holidays: config.holidays, timeZone: config.timeZone };
  const facts: Facts = {
    now,
    variables,
    country: config.country,
    settings: {
      exitWords: parseExitWords(String(config.settings.botExitWords)),
      form: config.settings.chatBotType as Facts['settings']['form'],
    },
    hoursOf(owner, queueId) {
      if (owner === 'company') return { ...hours, schedules: config.schedules };
      if (owner === 'connection') return { ...hours, schedules: connection.schedules };
      const queue = queueId === null ? undefined : config.queues.get(queueId);
      return queue && { ...hours, schedules: queue.schedules };
    },
    channel: {
      kind: connection.channel,
      draws: { list: connections.canSend(connection, 'list'), buttons: connections.canSend(connection, 'buttons') },
      sends: {
        media: connections.canSend(connection, 'media'),
        template: connections.canSend(connection, 'template'),
        typing: connections.showsTyping(connection),
      },
      replyWindowHours: connections.windowHours(connection.provider, connection.channel),
      lastInboundAt,
    },
    contact: {
      number,
      email,
      tags,
      extra,
      isNew,
      accountOwner:
        contact.walletUserId === null ? null : { userId: contact.walletUserId, queueId: contact.walletQueueId },
    },
    references: {
      queues: new Set(config.queues.keys()),
      users: new Set(catalog.userIds),
      tags: new Set(catalog.tagIds),
      lanes: new Set(catalog.laneIds),
      fileLists: new Set(catalog.fileListIds),
      templates: new Set(templates.keys()),
      flows: new Set(catalog.versionOf.keys()),
      prompts: new Set(catalog.queueOfPrompt.keys()),
      integrations: new Map([...catalog.integrations].map(([id, { type }]) => [id, type])),
      files: new Set(catalog.fileNames),
    },
    integration(id) {
      const found = catalog.integrations.get(id);
      return found && { type: found.type, name: found.name, fields: found };
    },
    transcribingPrompts: catalog.transcribingPrompts,
    canTranscribe: conversation.isAudio === true && (await flowCatalogStore.canTranscribe(tx)),
    canShareNumber: !config.hidesNumbers,
    template: (id) => templates.get(id),
    flow(flowId) {
      const versionId = catalog.versionOf.get(flowId);
      const doc = versionId === undefined ? undefined : docs.get(versionId);
      return doc && { versionId: versionId!, doc };
    },
    version: (versionId) => docs.get(versionId),
  };
  return { facts, doc: docs.get(run.versionId), templates };
}

/** Undefined if the prompt or integration is gone. */
function generatedDoc({ queueOfPrompt, integrations }: FlowCatalog, { type, id }: RunTarget): FlowDoc | undefined {
  if (type === 'prompt') {
    const fallbackQueueId = queueOfPrompt.get(id);
    return fallbackQueueId === undefined ? undefined : oneNodeFlow({ promptId: id }, { fallbackQueueId });
  }
  const integration = integrations.get(id);
  if (!integration || integration.type === 'flowbuilder') return undefined;
  return oneNodeFlow({ integrationId: id, type: integration.type });
}

/** The documents of the run and of the flows that they can call. */
async function loadDocs(tx: Tx, loader: FlowCatalogLoader, catalog: FlowCatalog, run: Run) {
  const docs = new Map<number, FlowDoc>();
  let next = [run.versionId, ...run.stack.map(({ versionId }) => versionId)].filter((id) => id !== GENERATED);
  for (let depth = 0; depth <= MAX_DEPTH && next.length > 0; depth++) {
    const loaded = await loader.docs(tx, next);
    for (const [id, doc] of loaded) docs.set(id, doc);
    next = [...loaded.values()]
      .flatMap((doc) => namedIn(doc).flows)
      .flatMap((flowId) => catalog.versionOf.get(flowId) ?? [])
      .filter((id) => !docs.has(id));
  }
  return docs;
}

const named = new WeakMap<FlowDoc, { flows: number[]; templates: number[] }>();
/** Flows and templates that a document names, computed once. */
function namedIn(doc: FlowDoc) {
  const known = named.get(doc) ?? referencesOf(doc.nodes, null);
  named.set(doc, known);
  return known;
}
