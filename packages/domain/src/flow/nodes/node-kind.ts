import type { IntegrationType } from '../../integration/integration-types.ts';
import type { FlowFile, FlowSettings, NodeData, NodeType, Port } from '../document.ts';
import type { Problem } from '../problems.ts';
import type { DocReferences } from '../references.ts';
import type { Content, EndReason, Effect, Facts, Input, Run, TraceReason, Wait } from '../run.ts';
import type { CallResult } from '../service-call.ts';

export type Message = Extract<Input, { type: 'message' }>;

/** What drawing and checking need of a node type. The table in `index.ts` has one for each. */
export interface NodeDescription<Type extends NodeType> {
  /** The data of a new node. */
  defaults(): NodeData[Type];
  ports(data: NodeData[Type]): Port[];
  /** Reports missing fields and unknown ids. */
  inspect(data: NodeData[Type], inspector: Inspector): void;
  /** Texts in which placeholders are replaced. */
  texts?(data: NodeData[Type]): string[];
  /** Variables that the node sets. */
  sets?(data: NodeData[Type]): string[];
  /** The node waits for the customer or for minutes. A cycle without such a node would never end. */
  pauses?: 'answer' | 'time';
  /** The conversation waits for an agent afterwards. */
  handsOver?: true;
}
/** What a node does in a conversation. The table in `behaviors.ts` has one for each type; the editor does not load it. */
export interface NodeBehavior<Type extends NodeType> {
  /** The conversation arrives at the node, or at its part `run.part`. */
  enter(data: NodeData[Type], context: NodeContext): Outcome;
  /** A message of the customer while the node waits; without this function it is not consumed. */
  receive?(data: NodeData[Type], context: NodeContext, message: Message): Outcome;
  /** The time of the wait is over; without this function the conversation leaves through the first port. */
  wake?(data: NodeData[Type], context: NodeContext): Outcome;
  /** The result of the call that the node waits for. */
  receiveResult?(data: NodeData[Type], context: NodeContext, result: CallResult): Outcome;
}

export interface NodeKind<Type extends NodeType> extends NodeDescription<Type>, NodeBehavior<Type> {}

/** What happens after a node did its work. */
export type Outcome =
  /** An unconnected `failed` leads to a human, an unconnected `timeout` gives up, any other ends the flow. */
  | { type: 'leave'; port: string; reason?: TraceReason }
  | { type: 'wait'; wait: Wait; reason?: TraceReason }
  /** The message is not for this node. */
  | { type: 'ignore' }
  | { type: 'end'; reason: EndReason }
  /** The customer did not answer in time. */
  | { type: 'giveUp' }
  /** To a human, with a note. */
  | { type: 'fallBack'; reason: EndReason }
  | { type: 'enterFlow'; flowId: number; returns: boolean };

/** The conversation as a node sees it. */
export interface NodeContext {
  readonly facts: Facts;
  readonly settings: FlowSettings;
  readonly run: Run;
  readonly nodeId: string;
  /** Between 0 and 1, decided by the seed of the run. */
  chance(): number;
  isConnected(port: string): boolean;
  fillIn(text: string): string;
  send(content: Content): void;
  perform(effect: Effect): void;
  /** Records that something was left out or sent in another form. */
  skip(reason: TraceReason): void;
  setVariable(name: string, value: string): void;
  /** Counts an answer that the node did not accept and returns their number. */
  countTry(): number;
  setPart(part: number): void;
  /** Changes what the run knows about the service of this node. */
  change(changes: ServiceState): void;
  /** A new id, decided by the seed of the run. */
  newCallId(): string;
  handOver(): void;
}

export const serviceFields = ['session', 'pendingTexts', 'pendingAudio', 'choices', 'turns', 'answer'] as const;
/** What a run knows about the service of its current node. */
export type ServiceState = Pick<Run, (typeof serviceFields)[number]>;

export interface Inspector {
  error(code: Problem['code'], field: string, value?: string): void;
  required(field: string, value: string | null | readonly unknown[]): void;
  /** A missing id is reported as required, an unknown one by its kind. */
  reference(kind: Exclude<keyof DocReferences, 'files'>, field: string, id: number | null): void;
  /** An integration of one of these types. */
  integration(field: string, id: number | null, types: readonly IntegrationType[]): void;
  file(field: string, file: FlowFile): void;
}

export const next: Port = { id: 'a', kind: 'next' };
export const done: Port = { id: 'done', kind: 'done' };
export const failed: Port = { id: 'failed', kind: 'failed' };
export const timeout: Port = { id: 'timeout', kind: 'timeout' };

export const leave = (port: string, reason?: TraceReason): Outcome => ({
  type: 'leave',
  port,
  ...(reason && { reason }),
});
export const goOn = leave(next.id);
