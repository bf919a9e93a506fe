import type { FlowRun } from '@balcao/contract/endpoints/flows';
import { useTexts } from '../../lib/use-texts.ts';
import { nodeTexts } from './nodes.texts.ts';
import { runTexts } from './run.texts.ts';
import { knownType } from './run-visits.ts';
import { traceReasonTexts } from './trace.texts.ts';

/** Where a run stands or why it ended, in one line. */
export function useRunOutcome() {
  const t = useTexts(runTexts);
  const reasons = useTexts(traceReasonTexts);
  const nodes = useTexts(nodeTexts);
  return ({ endReason, nodeName }: Pick<FlowRun, 'endReason' | 'nodeName'>): string => {
    const state = endReason === null ? t('live') : capitalized(reasons(endReason));
    // A node without a name of its own is named by its type.
    const type = knownType(nodeName);
    const node = type ? nodes(type) : nodeName;
    return node ? `${state} · ${node}` : state;
  };
}
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
