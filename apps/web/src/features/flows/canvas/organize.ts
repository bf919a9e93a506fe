/** Arranges cards from left to right, in a worker. */
import type { CardView } from '../editor/card-view.ts';
import { CARD_WIDTH } from '../editor/card-geometry.ts';
import type { Position } from '../editor/document-edits.ts';
import type { LayoutJob, LayoutResult } from './layout.worker.ts';

/** A tangled flow of 1,000 nodes may take far longer, which is too long to wait for. */
const MAX_WAIT_MS = 5000;

/** Undefined when it takes too long. */
export function organize(
  views: readonly CardView[],
  edges: readonly { source: string; target: string }[],
): Promise<ReadonlyMap<string, Position> | undefined> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  const job: LayoutJob = {
    nodes: views.map(({ node, height }) => ({ id: node.id, width: CARD_WIDTH, height })),
    edges: edges.map(({ source, target }) => ({ source, target })),
  };
  return new Promise((resolve) => {
    const finish = (positions: LayoutResult | undefined) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(positions && new Map(positions));
    };
    const timer = setTimeout(() => finish(undefined), MAX_WAIT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutResult>) => finish(data));
    worker.addEventListener('error', () => finish(undefined));
    worker.postMessage(job);
  });
}
