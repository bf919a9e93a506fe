import type { FlowDoc, FlowNode } from './document.ts';

/** A field of a document that names a stored key. */
export interface KeyField {
  nodeId: string;
  /** Path inside `data`: `apiKeyRef`, `voiceKeyRef`, `headers.0.keyRef`. */
  path: string;
  ref: string;
}

/** The keys that a document names. */
export function keysOf(doc: Pick<FlowDoc, 'nodes'>): KeyField[] {
  const found: KeyField[] = [];
  mapKeys(doc, (field) => {
    found.push(field);
    return field.ref;
  });
  return found;
}

/** A copy of the document in which every reference to a key is replaced; null removes it. */
export const mapKeys = <Doc extends Pick<FlowDoc, 'nodes'>>(
  doc: Doc,
  replace: (field: KeyField) => string | null,
): Doc => ({
  ...doc,
  nodes: doc.nodes.map((node) => withKeys(node, replace)),
});

function withKeys(node: FlowNode, replace: (field: KeyField) => string | null): FlowNode {
  const replaced = (path: string, ref: string | null): string | null =>
    ref === null || ref === '' ? null : replace({ nodeId: node.id, path, ref });
  if (node.type === 'openai') {
    const apiKeyRef = replaced('apiKeyRef', node.data.apiKeyRef);
    return { ...node, data: { ...node.data, apiKeyRef, voiceKeyRef: replaced('voiceKeyRef', node.data.voiceKeyRef) } };
  }
  if (node.type !== 'http') return node;
  const headers = node.data.headers.map((header, index) =>
    'keyRef' in header ? { ...header, keyRef: replaced(`headers.${index}.keyRef`, header.keyRef) ?? '' } : header,
  );
  return { ...node, data: { ...node.data, headers } };
}

/** For copies that leave the company: keys are never carried over. */
export const withoutKeys = <Doc extends Pick<FlowDoc, 'nodes'>>(doc: Doc): Doc => mapKeys(doc, () => null);
