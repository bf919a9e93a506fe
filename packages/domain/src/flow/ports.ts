import type { FlowNode, Port } from './document.ts';
import { kindOf } from './nodes/index.ts';
import { TRANSFERRED } from './nodes/openai.ts';

export { optionPort } from './nodes/menu.ts';

/** The exits of a node. `a`, `a1` … and `b` are the handles of the API. */
export const portsOf = (node: FlowNode): Port[] => kindOf(node)?.ports(node.data) ?? [];

/** Ports that may stay open: a conversation that gets there goes to a human, or the flow ends. */
export const isOptionalPort = ({ id, kind }: Port): boolean =>
  kind === 'failed' || kind === 'timeout' || kind === 'answered' || kind === 'done' || id === TRANSFERRED;
