/** What is drawn onto cards and edges from outside: the path of a test, numbers, differences between versions. */
import type { ReactNode } from 'react';

export interface NodeMark {
  /** The number of the visit, in a badge. */
  step?: number;
  state?: 'current' | 'visited' | 'faded';
  tone?: 'added' | 'changed' | 'removed';
  /** A line below the ports. */
  note?: ReactNode;
}

export interface CanvasMarks {
  nodes: ReadonlyMap<string, NodeMark>;
  /** Ids of the edges that are part of the path. */
  edges: ReadonlySet<string>;
  /** Edges that exist in one of two compared versions only. */
  edgeTones?: ReadonlyMap<string, 'added' | 'removed'>;
}

export const noMarks: CanvasMarks = { nodes: new Map(), edges: new Set() };
