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
import { createStage, type Stage } from './stage.ts';
import { truncate } from './variables.ts';

/**
 * Continues a conversation by one input. Pure and total: the same document, run, input and facts give the same result, no
 * document makes it throw or run without end. `doc` is the document of `run.versionId`.
 */
export function step(doc: FlowDoc, run: Run, input: Input, facts: Facts): StepResult {
  const stage = createStage(doc, run, facts);
  if (run.ended === null) proceed(stage, input);
  return { run: stage.run, effects: stage.effects, trace: stage.trace };
}

function proceed(stage: Stage, input: Input): void {
  const { run, facts } = stage;
  if (+facts.now - Date.parse(run.startedAt) >= MAX_LIFETIME_MS) return fallBack(stage, 'tooOld');
  if (input.type === 'start' || input.type === 'message') {
    if (input.text !== undefined) run.lastText = truncate(input.text, MAX_VALUE_LENGTH);
  }
  if (input.type === 'start') return run.node === null ? visitStart(stage) : undefined;
  const node = run.node === null ? undefined : indexOf(stage.doc).nodes.get(run.node);
  const behavior = node && behaviorOf(node);
  // A published version never loses a node; a run that was moved to another version may.
  if (!node || !behavior) return fallBack(stage, 'broken');
  const outcome = outcomeOf(stage, node, input);
  if (outcome) follow(stage, node, outcome);
}

/** What an input means for the waiting node; undefined if the run does not wait for it. */
function outcomeOf(stage: Stage, node: FlowNode, input: Exclude<Input, { type: 'start' }>): Outcome | undefined {
  const { run, facts } = stage;
  const behavior = behaviorOf(node)!;
  const { wait } = run;
  switch (input.type) {
    case 'message': {
      const leavingText = input.choiceId ?? input.text;
      if (wait?.hasExit && isLeaving(leavingText, facts.settings.exitWords)) {
        exitByWord(stage);
        return undefined;
      }
      return behavior.receive?.(node.data, stage.sceneOf(node), input) ?? { type: 'ignore' };
    }
    case 'time': {
      const isDue = wait !== null && wait.until !== null && +facts.now >= Date.parse(wait.until);
      if (!isDue) return undefined;
      // A run that was moved to another version may wait at a node that calls nothing.
      if (wait.for === 'call') return behavior.receiveResult?.(node.data, stage.sceneOf(node), lost) ?? broken;
      return behavior.wake?.(node.data, stage.sceneOf(node)) ?? { type: 'leave', port: 'a' };
    }
    case 'callResult': {
      const isAwaited = wait?.for === 'call' && wait.callId === input.callId;
      if (isAwaited && behavior.receiveResult)
        return behavior.receiveResult(node.data, stage.sceneOf(node), input.result);
      stage.record('ignored', node.id, { reason: 'tooLate' });
      return undefined;
    }
  }
}
const broken: Outcome = { type: 'fallBack', reason: 'broken' };
/** A result that never came. */
const lost: CallResult = { type: 'failed', reason: 'tooSlow' };

function visitStart(stage: Stage): void {
  const { start } = indexOf(stage.doc);
  if (start === undefined) fallBack(stage, 'broken');
  else visit(stage, start);
}

/** Visits nodes until one waits or the run ends. */
function visit(stage: Stage, first: string): void {
  let id: string | undefined = first;
  while (id !== undefined) {
    if (stage.visits >= MAX_VISITS_PER_INPUT || stage.run.spent >= MAX_VISITS) return fallBack(stage, 'tooManySteps');
    const node = indexOf(stage.doc).nodes.get(id);
    const behavior = node && behaviorOf(node);
    if (!node || !behavior) return fallBack(stage, 'broken');
    stage.arrive(node);
    // The ticket waits for an agent: its answers belong to the agent.
    if (stage.run.isHandedOver && kindOf(node)?.pauses === 'answer') return finish(stage, 'handedOver');
    id = resolve(stage, node, behavior.enter(node.data, stage.sceneOf(node)));
  }
}

function follow(stage: Stage, node: FlowNode, outcome: Outcome): void {
  const id = resolve(stage, node, outcome);
  if (id !== undefined) visit(stage, id);
}

/** Applies an outcome. The next node to visit, or undefined if the run waits or ended. */
function resolve(stage: Stage, node: FlowNode, outcome: Outcome): string | undefined {
  if (stage.messages > MAX_MESSAGES_PER_INPUT) return fallBack(stage, 'tooManySteps');
  switch (outcome.type) {
    case 'ignore':
      stage.record('ignored', node.id, { reason: 'notAwaited' });
      return undefined;
    case 'wait':
      stage.run.wait = outcome.wait;
      stage.record(stage.run.tries > 0 ? 'repeated' : 'waited', node.id, { reason: outcome.reason });
      return undefined;
    case 'end':
      return finish(stage, outcome.reason);
    case 'giveUp':
      return giveUp(stage);
    case 'fallBack':
      return fallBack(stage, outcome.reason);
    case 'enterFlow':
      return enterFlow(stage, node, outcome);
    case 'leave':
      return leaveThrough(stage, node, outcome);
  }
}

function leaveThrough(stage: Stage, node: FlowNode, { port, reason }: Extract<Outcome, { type: 'leave' }>) {
  stage.record('left', node.id, { port, reason });
  const target = indexOf(stage.doc).targets.get(node.id)?.get(port);
  if (target !== undefined) return target;
  if (port === 'failed') return fallBack(stage, 'failed', reason);
  if (port === 'timeout') return giveUp(stage);
  return returnToCaller(stage);
}
