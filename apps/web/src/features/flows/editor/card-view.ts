/** What a card shows: the lines of its node and its labeled ports. */
import type { FlowNode, Port } from '@balcao/domain/flow/document';
import { isOptionalPort, portsOf } from '@balcao/domain/flow/ports';
import type { IconName } from '../../../ui/index.ts';
import { boxOf, rowsOfText, type CardBox } from './card-geometry.ts';

export interface CardText {
  text: string;
  icon?: IconName;
  /** Shown as a variable. */
  variable?: string;
  isWarning?: true;
  rows: 1 | 2;
}
export interface PortView {
  id: string;
  label: string;
  /** The number of a menu option. */
  number?: number;
  isSpare: boolean;
  hasRow: boolean;
}
export interface CardView extends CardBox {
  node: FlowNode;
  title: string;
  lines: readonly CardText[];
  ports: readonly PortView[];
}

/** Words and names that depend on the reader's language and on the company. */
export interface CardLabels {
  titleOf: (node: FlowNode) => string;
  textsOf: (node: FlowNode) => readonly Omit<CardText, 'rows'>[];
  labelOf: (node: FlowNode, port: Port) => string;
}

export function cardView(node: FlowNode, words: CardLabels): CardView {
  const ports = portsOf(node);
  const isPlain = ports.length === 1 && (ports[0]!.kind === 'next' || ports[0]!.kind === 'done');
  const portViews = ports.map((port): PortView => ({
    id: port.id,
    label: words.labelOf(node, port),
    ...(node.type === 'menu' && port.kind === 'choice' && { number: Number(port.id.slice(1)) }),
    isSpare: isOptionalPort(port) && !isPlain,
    hasRow: !isPlain,
  }));
  // One line per block or entry is enough; a single text gets two.
  const found = words.textsOf(node);
  const lines = found.map((line): CardText => ({
    ...line,
    rows: line.icon || line.variable ? 1 : rowsOfText(line.text),
  }));
  return {
    node,
    title: words.titleOf(node),
    lines,
    ports: portViews,
    ...boxOf(
      lines.map(({ rows }) => rows),
      portViews,
    ),
  };
}
