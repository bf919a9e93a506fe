import { fieldErrors } from '@balcao/contract';
import { flowDoc } from '@balcao/contract/flow/document';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { parseWireFlow, type TypedKey } from '@balcao/domain/flow/wire/parse';
import { AppError, refuse } from '../../infrastructure/app-error.ts';

/** A document that a client of the API saves, and the keys that it typed. */
export interface WireDocument {
  doc: FlowDoc;
  keys: TypedKey[];
}

/** Settings of the draft stay, because the API has none. */
export function parseWireDocument(flow: { nodes: object[]; connections: object[] }, before: FlowDoc): WireDocument {
  const { doc, report, keys } = parseWireFlow(flow);
  const forged = report.find(({ kind }) => kind === 'unknownType' || kind === 'edgeRemoved');
  if (forged)
    refuse('ERR_VALIDATION', { field: forged.kind === 'unknownType' ? 'nodes' : 'connections', rule: 'invalid' });
  const checked = flowDoc.safeParse({ ...doc, settings: before.settings });
  if (!checked.success) throw new AppError('ERR_VALIDATION', { fields: fieldErrors(checked.error.issues) });
  return { doc: checked.data, keys };
}
