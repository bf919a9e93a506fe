import type { FlowDoc } from '@balcao/domain/flow/document';
import { createPhraseMatcher, type PhraseMatcher } from '@balcao/domain/flow/phrases';
import { createCompanyCache } from '../../infrastructure/db/company-cache.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { flowCatalogStore, type CatalogRow } from './flow-catalog.store.ts';

/** Bounds of the cached documents of all companies. */
const MAX_DOCS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** What can start and what nodes refer to; cached until a part of it changes. */
export interface FlowCatalog extends Omit<CatalogRow, 'flows' | 'phrases'> {
  /** Published version by active flow. */
  versionOf: ReadonlyMap<number, number>;
  phrases: PhraseMatcher;
}

/** The company's flows, phrases and published documents, as running conversations need them. */
export function createFlowCatalog() {
  const cache = createCompanyCache();
  /** Versions never change, so their documents are cached until they are evicted; the oldest first. */
  const docs = new Map<string, { doc: FlowDoc; size: number }>();
  let bytes = 0;

  async function load(tx: Tx): Promise<FlowCatalog> {
    const { flows, phrases, ...rest } = await flowCatalogStore.load(tx);
    return {
      ...rest,
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
