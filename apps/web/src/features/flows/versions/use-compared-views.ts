/** Cards of a comparison: each one that differs says so in its first line. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import type { IconName } from '../../../ui/index.ts';
import type { CanvasMarks, NodeMark } from '../canvas/marks.ts';
import { useCardLabels } from '../editor/card-labels.ts';
import { cardView, type CardView } from '../editor/card-view.ts';
import type { Comparison, Tone } from './comparison.ts';
import { compareTexts } from './versions.texts.ts';

const icons: Record<Tone, IconName> = { added: 'plus', changed: 'edit', removed: 'trash' };

export function useComparedViews(
  { nodes, tones, edgeTones }: Comparison,
  references: FlowReferences | undefined,
): { views: readonly CardView[]; marks: CanvasMarks } {
  const t = useTexts(compareTexts);
  const labels = useCardLabels(references);
  const views = useMemo(
    () =>
      nodes.map((node) => {
        const tone = tones.get(node.id);
        return cardView(node, {
          ...labels,
          textsOf: (shown) => [...(tone ? [{ icon: icons[tone], text: t(tone) }] : []), ...labels.textsOf(shown)],
        });
      }),
    [nodes, tones, labels, t],
  );
  const marks = useMemo(
    (): CanvasMarks => ({
      nodes: new Map(nodes.map(({ id }) => [id, markOf(tones.get(id))])),
      edges: new Set(),
      edgeTones,
    }),
    [nodes, tones, edgeTones],
  );
  return { views, marks };
}

/** What is the same in both versions steps back. */
const faded: NodeMark = { state: 'faded' };
const markOf = (tone: Tone | undefined): NodeMark => (tone ? { tone } : faded);
