import { MAX_LIFETIME_MS } from '../bounds.ts';
import type { Wait } from '../run.ts';
import type { Outcome, Scene } from './node-kind.ts';

/** A wait never outlives the run. */
export function untilTime({ run }: Scene, at: number): string {
  return new Date(Math.min(at, Date.parse(run.startedAt) + MAX_LIFETIME_MS)).toISOString();
}

/** Shows that the bot is typing and waits; undefined for no time. */
export function pauseFor(seconds: number, scene: Scene): Outcome | undefined {
  if (seconds <= 0) return undefined;
  if (scene.facts.channel.sends.typing) scene.perform({ type: 'typing', seconds });
  return { type: 'wait', wait: { for: 'time', until: untilTime(scene, +scene.facts.now + seconds * 1000) } };
}

/** Waits for an answer, at most this long. */
export function answerWait(scene: Scene, timeoutMinutes: number | null, hasExit: boolean): Wait {
  const minutes = timeoutMinutes ?? scene.settings.giveUpMinutes;
  return {
    for: 'answer',
    until: untilTime(scene, +scene.facts.now + minutes * 60_000),
    ...(hasExit && { hasExit: true }),
  };
}
