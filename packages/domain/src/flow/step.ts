import { isLeaving } from '../bot/menu.ts';
import {
  MAX_LIFETIME_MS,
  MAX_MESSAGES_PER_INPUT,
  MAX_VALUE_LENGTH,
  MAX_VISITS,
  MAX_VISITS_PER_INPUT,
} from './bounds.ts';
import { enterFlow, returnToCaller } from './calls.ts';
import { indexOf } from './doc-index.ts';
import type { FlowDoc, FlowNode } from './document.ts';
import { exitByWord, fallBack, finish, giveUp } from './endings.ts';
import { behaviorOf } from './nodes/behaviors.ts';
import { kindOf } from './nodes/index.ts';
import type { Outcome } from './nodes/node-kind.ts';
import type { Facts, Input, Run, StepResult } from './run.ts';
import type { CallResult } from './service-call.ts';
import { createStepState, type StepState } from './step-state.ts';
import { truncate } from './variables.ts';

/**
 * Continues a conversation by one input. Pure and total: the same document, run, input and facts give the same result, no
 * document makes it throw or run without end. `doc` is the document of `run.versionId`.
 */
export function step(doc: FlowDoc, run: Run, input: Input, facts: Facts): StepResult {
  const state = createStepState(doc, run, facts);
  if (run.ended === null) proceed(state, input);
  return { run: state.run, effects: state.effects, trace: state.trace };
}

/** A model or bot answers the customer now. `doc` is the document of `run.versionId`. */
export function isInDialog(doc: FlowDoc, { node }: Run): boolean {
  const type = node === null ? undefined : indexOf(doc).nodes.get(node)?.type;
  return type === 'openai' || type === 'typebot';
}

function proceed(state: StepState, input: Input): void {
  const { run, facts } = state;
  if (+facts.now - Date.parse(run.startedAt) >= MAX_LIFETIME_MS) return fallBack(state, 'tooOld');
  if (input.type === 'start' || input.type === 'message') {
    if (input.text !== undefined) run.lastText = truncate(input.text, MAX_VALUE_LENGTH);
  }
  if (input.type === 'start') return run.node === null ? visitStart(state) : undefined;
  const node = run.node === null ? undefined : indexOf(state.doc).nodes.get(run.node);
  const behavior = node && behaviorOf(node);
  // A published version never loses a node; a run that was moved to another version may.
  if (!node || !behavior) return fallBack(state, 'broken');
  const outcome = outcomeOf(state, node, input);
  if (outcome) follow(state, node, outcome);
}

/** What an input means for the waiting node; undefined if the run does not wait for it. */
function outcomeOf(state: StepState, node: FlowNode, input: Exclude<Input, { type: 'start' }>): Outcome | undefined {
  const { run, facts } = state;
  const behavior = behaviorOf(node)!;
  const { wait } = run;
  switch (input.type) {
    case 'message': {
      const leavingText = input.choiceId ?? input.text;
      if (wait?.hasExit && isLeaving(leavingText, facts.settings.exitWords)) {
        exitByWord(state);
        return undefined;
      }
      return behavior.receive?.(node.data, state.nodeContextOf(node), input) ?? { type: 'ignore' };
    }
    case 'time': {
      const isDue = wait !== null && wait.until !== null && +facts.now >= Date.parse(wait.until);
      if (!isDue) return undefined;
      // A run that was moved to another version may wait at a node that calls nothing.
      if (wait.for === 'call') return behavior.receiveResult?.(node.data, state.nodeContextOf(node), lost) ?? broken;
      return behavior.wake?.(node.data, state.nodeContextOf(node)) ?? { type: 'leave', port: 'a' };
    }
    case 'callResult': {
      const isAwaited = wait?.for === 'call' && wait.callId === input.callId;
      if (isAwaited && behavior.receiveResult)
        return behavior.receiveResult(node.data, state.nodeContextOf(node), input.result);
      state.record('ignored', node.id, { reason: 'tooLate' });
      return undefined;
    }
  }
}
const broken: Outcome = { type: 'fallBack', reason: 'broken' };
/** A result that never came. */
const lost: CallResult = { type: 'failed', reason: 'tooSlow' };

function visitStart(state: StepState): void {
  const { start } = indexOf(state.doc);
  if (start === undefined) fallBack(state, 'broken');
  else visit(state, start);
}

/** Visits nodes until one waits or the run ends. */
function visit(state: StepState, first: string): void {
  let id: string | undefined = first;
  while (id !== undefined) {
    if (state.visits >= MAX_VISITS_PER_INPUT || state.run.spent >= MAX_VISITS) return fallBack(state, 'tooManySteps');
    const node = indexOf(state.doc).nodes.get(id);
    const behavior = node && behaviorOf(node);
    if (!node || !behavior) return fallBack(state, 'broken');
    state.arrive(node);
    // The ticket waits for an agent: its answers belong to the agent.
    if (state.run.isHandedOver && kindOf(node)?.pauses === 'answer') return finish(state, 'handedOver');
    id = resolve(state, node, behavior.enter(node.data, state.nodeContextOf(node)));
  }
}

function follow(state: StepState, node: FlowNode, outcome: Outcome): void {
  const id = resolve(state, node, outcome);
  if (id !== undefined) visit(state, id);
}

/** Applies an outcome. The next node to visit, or undefined if the run waits or ended. */
function resolve(state: StepState, node: FlowNode, outcome: Outcome): string | undefined {
  if (state.messages > MAX_MESSAGES_PER_INPUT) return fallBack(state, 'tooManySteps');
  switch (outcome.type) {
    case 'ignore':
      state.record('ignored', node.id, { reason: 'notAwaited' });
      return undefined;
    case 'wait':
      state.run.wait = outcome.wait;
      state.record(state.run.tries > 0 ? 'repeated' : 'waited', node.id, { reason: outcome.reason });
      return undefined;
    case 'end':
      return finish(state, outcome.reason);
    case 'giveUp':
      return giveUp(state);
    case 'fallBack':
      return fallBack(state, outcome.reason);
    case 'enterFlow':
      return enterFlow(state, node, outcome);
    case 'leave':
      return leaveThrough(state, node, outcome);
  }
}

function leaveThrough(state: StepState, node: FlowNode, { port, reason }: Extract<Outcome, { type: 'leave' }>) {
  state.record('left', node.id, { port, reason });
  const target = indexOf(state.doc).targets.get(node.id)?.get(port);
  if (target !== undefined) return target;
  if (port === 'failed') return fallBack(state, 'failed', reason);
  if (port === 'timeout') return giveUp(state);
  return returnToCaller(state);
}
