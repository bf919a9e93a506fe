/** Copied nodes as marked JSON for the system's clipboard, so that they can be pasted into another flow. */
import { withoutKeys } from '@balcao/domain/flow/keys';
import type { Clip } from './document-edits.ts';

export const MARK = 'balcao/flow-nodes';

export const writeClip = ({ nodes, edges }: Clip): string =>
  JSON.stringify({ type: MARK, ...withoutKeys({ nodes: [...nodes] }), edges });
