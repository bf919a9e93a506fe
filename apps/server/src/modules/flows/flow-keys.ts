import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { keysOf, mapKeys } from '@balcao/domain/flow/keys';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { flowRecords } from './flow-records.store.ts';
import type { WireDocument } from './flow-wire-document.ts';

/** As the endpoint for a single key. */
const MAX_KEY_LENGTH = 500;

export interface FlowKeyDeps {
  db: Db;
  /** Seals a key of the flow; returns the reference that documents name. */
  storeKey(tx: Tx, flowId: number, key: { host: string; key: string }): Promise<string>;
  /** Copies those that belong to other flows; returns the new references by the old ones. */
  copyKeys(tx: Tx, flowId: number, references: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Keys that users type into nodes. Documents only name them, so that no draft, version or export contains one. */
export function createFlowKeyFields({ db, storeKey, copyKeys }: FlowKeyDeps) {
  async function store(tx: Tx, actor: Actor, flowId: number, key: { host: string; key: string }): Promise<string> {
    const reference = await storeKey(tx, flowId, key);
    const subject = `flow ${flowId}`;
    await audit(tx, { userId: actor.userId, action: 'flow.key-set', subject, data: { host: key.host } });
    return reference;
  }
  return {
    inTx: {
      /** The document with keys of its own flow: those of another are deleted with the other. */
      async own(tx: Tx, flowId: number, doc: FlowDoc): Promise<FlowDoc> {
        const references = keysOf(doc).map(({ ref }) => ref);
        const copies = await copyKeys(tx, flowId, references);
        return copies.size === 0 ? doc : mapKeys(doc, ({ ref }) => copies.get(ref) ?? ref);
      },
      /** The document with references in place of the typed keys. */
      async storeTyped(tx: Tx, actor: Actor, flowId: number, { doc, keys }: WireDocument): Promise<FlowDoc> {
        const references = new Map<string, string>();
        for (const { nodeId, field, value } of keys) {
          if (value.length > MAX_KEY_LENGTH) refuse('ERR_VALIDATION', { field: 'nodes', rule: 'tooLong' });
          references.set(`${nodeId} ${field}`, await store(tx, actor, flowId, { host: '', key: value }));
        }
        if (references.size === 0) return doc;
        return { ...doc, nodes: doc.nodes.map((node) => withReferences(node, references)) };
      },
    },
    /** `url`: of an HTTP node, whose key is sent to no other host; empty for models and voices. */
    add: (actor: Actor, flowId: number, { value, url }: { value: string; url: string }): Promise<string> =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await flowRecords.byId(tx, flowId), 'ERR_NO_FLOW_FOUND');
        return store(tx, actor, flowId, { host: URL.parse(url)?.host ?? '', key: value });
      }),
  };
}
export type FlowKeyFields = ReturnType<typeof createFlowKeyFields>;

function withReferences(node: FlowNode, references: ReadonlyMap<string, string>): FlowNode {
  if (node.type !== 'openai') return node;
  const { apiKeyRef, voiceKeyRef } = node.data;
  return {
    ...node,
    data: {
      ...node.data,
      apiKeyRef: references.get(`${node.id} apiKeyRef`) ?? apiKeyRef,
      voiceKeyRef: references.get(`${node.id} voiceKeyRef`) ?? voiceKeyRef,
    },
  };
}
