/** The numbers of nodes as rows of a table, in the order of the flow. */
import type { FlowReferences, FlowStats } from '@balcao/contract/endpoints/flows';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { useCardLabels } from '../editor/card-labels.ts';
import { outlineOf } from '../editor/outline.ts';
import { numbersTexts } from './numbers.texts.ts';

export type NodeStats = FlowStats['nodes'][number];
export interface NumbersRow extends NodeStats {
  title: string;
  /** Absent for a node that the drawn version does not have. */
  node: FlowNode | undefined;
  exits: { port: string; label: string; percent: number; count: number }[];
  isLargestDrop: boolean;
}
export const noNumbers = (nodeId: string): NodeStats => ({
  nodeId,
  entered: 0,
  left: [],
  waiting: 0,
  dropped: 0,
  errors: 0,
});

export function useNodeNumbers(stats: FlowStats, doc: FlowDoc, references: FlowReferences | undefined) {
  const t = useTexts(numbersTexts);
  const labels = useCardLabels(references);
  return useMemo(() => {
    const nodes = new Map(doc.nodes.map((node) => [node.id, node]));
    const numbers = new Map(stats.nodes.map((node) => [node.nodeId, node]));
    const titleOf = (id: string) => {
      const node = nodes.get(id);
      return node ? labels.titleOf(node) : t('otherVersion');
    };
    const rowOf = (id: string): NumbersRow => {
      const node = nodes.get(id);
      const own = numbers.get(id) ?? noNumbers(id);
      const ports = node ? portsOf(node) : [];
      return {
        ...own,
        title: titleOf(id),
        node,
        exits: own.left.map(({ port, percent, count }) => {
          const drawn = ports.find((candidate) => candidate.id === port);
          return { port, percent, count, label: node && drawn ? labels.labelOf(node, drawn) : port };
        }),
        isLargestDrop: stats.largestDrop?.nodeId === id,
      };
    };
    const others = stats.nodes.filter(({ nodeId }) => !nodes.has(nodeId));
    const ids = [...outlineOf(doc).map(({ nodeId }) => nodeId), ...others.map(({ nodeId }) => nodeId)];
    return { rows: ids.map(rowOf), others: others.length, titleOf };
  }, [stats, doc, labels, t]);
}
