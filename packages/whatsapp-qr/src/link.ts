/** Questions and answers between two processes, as texts of bounded length. Both sides may ask. */

/** Longer texts are neither sent nor read: state is kept in pieces, files are pulled in pieces. */
export const MOST_CHARACTERS = 4 * 1024 * 1024;

export interface Line {
  /** False when nobody is at the other end any more. */
  say(text: string): boolean;
  hear(listener: (text: string) => void): void;
}
/** What the other side may ask of this one. */
export type Answers = Record<string, (asked: never) => Promise<unknown>>;
/** The question reached the other end, and it said no. `fault` is whatever it said about it. */
export class Declined extends Error {
  override name = 'Declined';
  readonly fault: unknown;
  constructor(what: string, fault: unknown) {
    super(`${what}: ${messageIn(fault)}`);
    this.fault = fault;
  }
}
/** Nobody answers: the other end is gone, or took too long. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}
/** Nothing has left: there was nobody, or the text was too long. */
export class Unsaid extends Unanswered {
  override name = 'Unsaid';
}

type Frame =
  | { ask: number; what: string; with: unknown }
  | { answer: number; told?: unknown }
  | { decline: number; fault: unknown };
interface Pending {
  what: string;
  done(told: never): void;
  failed(fault: Error): void;
  timer: NodeJS.Timeout;
}

export function createLink(line: Line, answers: Answers) {
  const pending = new Map<number, Pending>();
  let count = 0;
  let isClosed = false;

  const say = (frame: Frame): boolean => {
    const text = JSON.stringify(frame);
    return text.length <= MOST_CHARACTERS && !isClosed && line.say(text);
  };
  line.hear((text) => {
    const frame = readFrame(text);
    if (!frame) return;
    if ('ask' in frame) return void answer(frame);
    const id = 'answer' in frame ? frame.answer : frame.decline;
    const asked = pending.get(id);
    if (!asked) return;
    pending.delete(id);
    clearTimeout(asked.timer);
    if ('answer' in frame) asked.done(frame.told as never);
    else asked.failed(new Declined(asked.what, frame.fault));
  });

  async function answer({ ask, what, with: asked }: Extract<Frame, { ask: number }>) {
    try {
      const does = Object.hasOwn(answers, what) ? answers[what] : undefined;
      if (!does) throw new Error(`nobody answers ${what}`);
      const told = await does(asked as never);
      if (!say({ answer: ask, told })) say({ decline: ask, fault: { message: 'the answer is too long' } });
    } catch (fault) {
      say({ decline: ask, fault: plain(fault) });
    }
  }

  return {
    /** Without an answer in time it is given up; what was asked may be done all the same. */
    ask<T>(what: string, asked: unknown, withinMs: number): Promise<T> {
      return new Promise<T>((done, failed) => {
        const id = (count += 1);
        const late = () => {
          pending.delete(id);
          failed(new Unanswered(`${what}: no answer within ${withinMs} ms`));
        };
        const timer = setTimeout(late, withinMs);
        pending.set(id, { what, done, failed, timer });
        if (say({ ask: id, what, with: asked })) return;
        pending.delete(id);
        clearTimeout(timer);
        failed(new Unsaid(`${what}: nobody is there`));
      });
    },
    /** Nobody will answer any more. */
    close() {
      isClosed = true;
      for (const [id, { what, failed, timer }] of pending) {
        pending.delete(id);
        clearTimeout(timer);
        failed(new Unanswered(`${what}: the other end is gone`));
      }
    },
  };
}
export type Link = ReturnType<typeof createLink>;

function readFrame(text: string): Frame | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  try {
    const frame = JSON.parse(text) as Frame;
    if (typeof frame !== 'object' || frame === null) return undefined;
    if ('ask' in frame) return typeof frame.ask === 'number' && typeof frame.what === 'string' ? frame : undefined;
    return 'answer' in frame || 'decline' in frame ? frame : undefined;
  } catch {
    return undefined;
  }
}

const plain = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'fault' in fault ? fault.fault : { message: messageIn(fault) };
const messageIn = (fault: unknown): string =>
  (fault instanceof Error
    ? fault.message
    : String(
        (fault as { detail?: unknown; message?: unknown } | null)?.detail ??
          (fault as { message?: unknown } | null)?.message ??
          fault,
      )
  ).slice(0, 300);
