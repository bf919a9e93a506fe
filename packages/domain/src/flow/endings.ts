import { indexOf } from './doc-index.ts';
import type { AssignReason, EndReason, TraceReason } from './run.ts';
import { forgetService, type Stage } from './stage.ts';
import { fallbackNote, nodeTitles } from './texts.ts';

/** Ends the run where it stands. */
export function finish(stage: Stage, reason: EndReason): undefined {
  const { run } = stage;
  stage.record('ended', run.node ?? '', { reason });
  stage.effects.push({ type: 'end', reason });
  run.node = null;
  run.part = 0;
  run.stack = [];
  run.wait = null;
  forgetService(run);
  run.ended = reason;
}

/** To a human, with a note about the cause, the way and the answers so far. */
export function fallBack(stage: Stage, reason: EndReason, cause: TraceReason = reason): undefined {
  const { nodes } = indexOf(stage.doc);
  const titles = stage.run.path.flatMap((id) => {
    const node = nodes.get(id);
    return node ? [node.name?.trim() || nodeTitles[node.type]] : [];
  });
  assignToHuman(stage, 'fallback');
  stage.effects.push(
    { type: 'note', text: fallbackNote(cause, titles, Object.entries(stage.run.vars)) },
    { type: 'log', reason: 'fellBack' },
  );
  finish(stage, reason);
}

/** The customer did not answer in time. */
export function giveUp(stage: Stage): undefined {
  const { onGiveUp } = stage.doc.settings;
  if (onGiveUp === 'human') assignToHuman(stage, 'gaveUp');
  if (onGiveUp === 'close') stage.effects.push({ type: 'close', mode: 'silent', by: 'bot' });
  if (onGiveUp !== 'leave') stage.effects.push({ type: 'log', reason: 'gaveUp' });
  finish(stage, 'gaveUp');
}

export function exitByWord(stage: Stage): undefined {
  if (stage.doc.settings.exit === 'human') assignToHuman(stage, 'exitWord');
  else stage.effects.push({ type: 'close', mode: 'farewell', by: 'customer' });
  stage.effects.push({ type: 'log', reason: 'customerLeft' });
  finish(stage, 'exitWord');
}

/** The fallback queue, if it still exists. A conversation that waits for an agent already stays where it is. */
function assignToHuman({ doc, run, facts, effects }: Stage, reason: AssignReason): void {
  if (run.isHandedOver) return;
  const { fallbackQueueId } = doc.settings;
  const queueId = fallbackQueueId !== null && facts.references.queues.has(fallbackQueueId) ? fallbackQueueId : null;
  effects.push({ type: 'assign', queueId, userId: null, reason });
}
