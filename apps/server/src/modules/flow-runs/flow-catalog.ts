import type { StartTarget } from '@balcao/domain/bot/dialog';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { createPhraseMatcher, type PhraseMatcher } from '@balcao/domain/flow/phrases';
import { webhookTypes } from '@balcao/domain/integration/integration-types';
import { createCompanyCache } from '../../infrastructure/db/company-cache.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { flowCatalogStore, type CatalogIntegration, type CatalogRow } from './flow-catalog.store.ts';

/** Bounds of the cached documents of all companies. */
const MAX_DOCS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** What can start and what nodes refer to; cached until a part of it changes. */
export interface FlowCatalog extends Omit<CatalogRow, 'flows' | 'phrases' | 'prompts' | 'integrations'> {
  /** Published version by active flow. */
  versionOf: ReadonlyMap<number, number>;
  phrases: PhraseMatcher;
  /** The queue for a human, by prompt. */
  queueOfPrompt: ReadonlyMap<number, number | null>;
  /** Prompts whose own key can turn audios into text. */
  transcribingPrompts: ReadonlySet<number>;
  integrations: ReadonlyMap<number, CatalogIntegration>;
}
/** What an integration starts: itself, or the flow that it names. */
export function startOfIntegration({ integrations, versionOf }: FlowCatalog, id: number): StartTarget | null {
  const found = integrations.get(id);
  if (!found) return null;
  const { type, flowId } = found;
  if (type === 'flowbuilder') return flowId !== null && versionOf.has(flowId) ? { type: 'flow', id: flowId } : null;
  return { type: 'integration', id, ...(webhookTypes.includes(type) && { isOneWay: true as const }) };
}

/** The company's flows, phrases and published documents, as running conversations need them. */
export function createFlowCatalog() {
  const cache = createCompanyCache();
  /** Versions never change, so their documents are cached until they are evicted; the oldest first. */
  const docs = new Map<string, { doc: FlowDoc; size: number }>();
  let bytes = 0;

  async function load(tx: Tx): Promise<FlowCatalog> {
    const { flows, phrases, prompts, integrations, ...rest } = await flowCatalogStore.load(tx);
    return {
      ...rest,
      queueOfPrompt: new Map(prompts.map(({ id, queueId }) => [id, queueId])),
      transcribingPrompts: new Set(prompts.filter(({ transcribes }) => transcribes).map(({ id }) => id)),
      integrations: new Map(integrations.map((integration) => [integration.id, integration])),
      versionOf: new Map(flows.map(({ id, versionId }) => [id, versionId])),
      phrases: createPhraseMatcher(phrases),
    };
  }

  function store(key: string, doc: FlowDoc, size: number) {
    docs.set(key, { doc, size });
    bytes += size;
    for (const [oldest, { size: freed }] of docs) {
      if (docs.size <= MAX_DOCS && bytes <= MAX_BYTES) break;
      docs.delete(oldest);
      bytes -= freed;
    }
  }

  return {
    get: (tx: Tx): Promise<FlowCatalog> => cache.getOrLoad(tx.companyId, 'flows', true, () => load(tx)),
    loadFresh: load,
    invalidate: cache.invalidate,
    /** Documents by version id; a version that was deleted is missing. */
    async docs(tx: Tx, versionIds: number[]): Promise<Map<number, FlowDoc>> {
      const found = new Map<number, FlowDoc>();
      const missing: number[] = [];
      for (const id of new Set(versionIds)) {
        const cached = docs.get(`${tx.companyId} ${id}`);
        if (cached) found.set(id, cached.doc);
        else missing.push(id);
      }
      if (missing.length > 0)
        for (const { id, doc, size } of await flowCatalogStore.versions(tx, missing)) {
          store(`${tx.companyId} ${id}`, doc, size);
          found.set(id, doc);
        }
      return found;
    },
  };
}
export type FlowCatalogLoader = ReturnType<typeof createFlowCatalog>;
