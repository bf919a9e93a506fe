import type { FlowDoc } from '@balcao/domain/flow/document';
import type { CheckFacts, References } from '@balcao/domain/flow/references';
import { parseExitWords } from '@balcao/domain/bot/menu';
import { variableNames } from '@balcao/domain/message/variables';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Settings } from '../settings/index.ts';
import { referencesOf } from './flow-documents.ts';
import { flowFileStore } from './flow-files.store.ts';
import type { FlowUse } from './flow-list.store.ts';
import { flowReferenceStore, type ReferenceKind, type ReferenceRow } from './flow-references.store.ts';

export interface FlowReferenceDeps {
  settings: Settings;
  connections: Pick<Connections, 'canSend' | 'windowHours' | 'inTx'>;
}
export type ChannelFacts = CheckFacts['channels'][number];
/** What nodes of the company's flows may refer to. */
export interface LoadedReferences {
  rows: Record<ReferenceKind, ReferenceRow[]>;
  /** Which of the named files exist, and every id. */
  withFiles(names: readonly string[]): References;
}

/** What exists in a company, for the check of documents. */
export function createFlowReferences({ settings, connections }: FlowReferenceDeps) {
  async function load(tx: Tx): Promise<LoadedReferences> {
    const grouped = Map.groupBy(await flowReferenceStore.all(tx), ({ kind }) => kind);
    const of = (kind: ReferenceKind) => grouped.get(kind) ?? [];
    const rows = {
      queues: of('queues'),
      users: of('users'),
      tags: of('tags'),
      lanes: of('lanes'),
      fileLists: of('fileLists'),
      templates: of('templates'),
      prompts: of('prompts'),
      integrations: of('integrations'),
      flows: of('flows'),
    };
    const ids = (list: ReferenceRow[]) => new Set(list.map(({ id }) => id));
    return {
      rows,
      withFiles: (names) => ({
        queues: ids(rows.queues),
        users: ids(rows.users),
        tags: ids(rows.tags),
        lanes: ids(rows.lanes),
        fileLists: ids(rows.fileLists),
        templates: ids(rows.templates),
        flows: ids(rows.flows.filter(({ isActive, isPublished }) => isActive && isPublished)),
        prompts: ids(rows.prompts),
        integrations: new Map(rows.integrations.map(({ id, type }) => [id, type!])),
        files: new Set(names),
      }),
    };
  }

  const exitWords = async (tx: Tx) => parseExitWords(String(await settings.get(tx, 'botExitWords')));

  const channelOf = (connection: FullConnection): ChannelFacts => ({
    kind: connection.channel,
    media: connections.canSend(connection, 'media'),
    template: connections.canSend(connection, 'template'),
    replyWindowHours: connections.windowHours(connection.provider, connection.channel),
  });
  /** The channels that show the flow: those of its own connections, or all of the company when another link leads to it. */
  function channelsOf(uses: readonly FlowUse[], all: readonly FullConnection[]): ChannelFacts[] {
    const own = uses.filter(({ kind }) => kind === 'welcome' || kind === 'notPhrase').map(({ id }) => id);
    const hasOther = uses.length === 0 || uses.some(({ kind }) => kind !== 'welcome' && kind !== 'notPhrase');
    const shown = all.filter(({ id }) => hasOther || own.includes(id));
    return [...new Map(shown.map((connection) => [connection.channel, channelOf(connection)])).values()];
  }

  return {
    load,
    exitWords,
    channelsOf,
    /** Facts for the check of these documents; the channels depend on the flow. */
    async factsFor(tx: Tx, docs: readonly FlowDoc[]) {
      const references = await load(tx);
      const names = [...new Set(docs.flatMap((doc) => referencesOf(doc).files))];
      const files = (await flowFileStore.named(tx, names)).map(({ name }) => name);
      const existing = references.withFiles(files);
      const words = await exitWords(tx);
      const all = await connections.inTx.all(tx);
      return {
        references,
        of: (uses: readonly FlowUse[]): CheckFacts => ({
          references: existing,
          exitWords: words,
          variables: variableNames,
          channels: channelsOf(uses, all),
        }),
      };
    },
  };
}
export type FlowReferenceLoader = ReturnType<typeof createFlowReferences>;
