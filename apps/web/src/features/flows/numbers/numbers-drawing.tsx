/** The drawing of a version with the numbers of its nodes and the share of each exit. */
import type { FlowReferences, FlowStats } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { nothingSelected } from '../canvas/selection.ts';
import type { CanvasMarks, NodeMark } from '../canvas/marks.ts';
import { ShownFlow } from '../canvas/shown-flow.tsx';
import { useCardLabels } from '../editor/card-labels.ts';
import { cardView, type CardLabels, type CardView } from '../editor/card-view.ts';
import { numbersTexts } from './numbers.texts.ts';
import { noNumbers, type NodeStats } from './use-node-numbers.ts';

interface NumbersDrawingProps {
  doc: FlowDoc;
  stats: FlowStats;
  references: FlowReferences | undefined;
}

export function NumbersDrawing({ doc, stats, references }: NumbersDrawingProps) {
  const views = useNumberedViews(doc, stats, references);
  const marks = useMemo(() => marksOf(doc, stats), [doc, stats]);
  const [selection, setSelection] = useState(nothingSelected);
  return (
    <ShownFlow
      views={views}
      edges={doc.edges}
      marks={marks}
      selection={selection}
      onSelect={setSelection}
      onOpen={() => {}}
    />
  );
}

/** Numbers instead of the lines of a node: a card is as small as in the editor. */
function useNumberedViews(doc: FlowDoc, stats: FlowStats, references: FlowReferences | undefined): readonly CardView[] {
  const t = useTexts(numbersTexts);
  const labels = useCardLabels(references);
  return useMemo(() => {
    const numbers = new Map(stats.nodes.map((node) => [node.nodeId, node]));
    const numbersOf = (id: string): NodeStats => numbers.get(id) ?? noNumbers(id);
    const numbered: CardLabels = {
      titleOf: labels.titleOf,
      textsOf: ({ id }) => {
        const { entered, waiting, dropped, errors } = numbersOf(id);
        return [
          { icon: 'users', text: t('enteredCount', { count: formatNumber(entered) }) },
          ...(waiting > 0
            ? [{ icon: 'clock' as const, text: t('waitingCount', { count: formatNumber(waiting) }) }]
            : []),
          ...(dropped > 0
            ? [
                {
                  icon: 'user' as const,
                  text: t('droppedCount', { count: formatNumber(dropped) }),
                  isWarning: true as const,
                },
              ]
            : []),
          ...(errors > 0
            ? [
                {
                  icon: 'alert' as const,
                  text: t('errorCount', { count: formatNumber(errors) }),
                  isWarning: true as const,
                },
              ]
            : []),
        ];
      },
      labelOf: (node, port) => {
        const share = numbersOf(node.id).left.find((exit) => exit.port === port.id)?.percent ?? 0;
        return `${formatNumber(share)}% · ${labels.labelOf(node, port)}`;
      },
    };
    return doc.nodes.map((node) => cardView(node, numbered));
  }, [doc, stats, labels, t]);
}

/** The largest drop is outlined; nodes that no conversation reached step back. */
function marksOf(doc: FlowDoc, { nodes, largestDrop }: FlowStats): CanvasMarks {
  const reached = new Set(nodes.filter(({ entered, waiting }) => entered + waiting > 0).map(({ nodeId }) => nodeId));
  const markOf = (id: string): NodeMark => {
    if (id === largestDrop?.nodeId) return { tone: 'removed' };
    return reached.has(id) ? {} : { state: 'faded' };
  };
  return { nodes: new Map(doc.nodes.map(({ id }) => [id, markOf(id)])), edges: new Set() };
}
