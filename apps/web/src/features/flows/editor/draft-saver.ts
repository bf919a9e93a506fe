/** Saves the draft by itself: one request at a time, always the newest document, again after an interruption. */
import type { FlowConflict } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { ApiError, NetworkError } from '../../../lib/api.ts';

export const SAVE_AFTER_MS = 1000;
const RETRY_AFTER_MS = 5000;

export type SaveState =
  | { type: 'saved' }
  /** Not sent yet, or being sent. */
  | { type: 'saving' }
  /** Kept in this page until the server can be reached. */
  | { type: 'offline' }
  | { type: 'failed'; error: unknown }
  /** A colleague saved a newer draft. */
  | { type: 'conflict'; conflict: FlowConflict }
  | { type: 'gone' };

interface SaverOptions {
  rev: number;
  save: (rev: number, doc: FlowDoc) => Promise<{ rev: number; hasChanges: boolean }>;
  onState: (state: SaveState) => void;
  onSaved: (reply: { rev: number; hasChanges: boolean }) => void;
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;

export function createDraftSaver({ rev: firstRev, save, onState, onSaved }: SaverOptions) {
  let rev = firstRev;
  let waiting: FlowDoc | null = null;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const later = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), ms);
  };

  async function send(): Promise<boolean> {
    while (waiting && !isStopped) {
      const doc = waiting;
      waiting = null;
      try {
        const reply = await save(rev, doc);
        rev = reply.rev;
        onSaved(reply);
      } catch (error) {
        waiting ??= doc;
        const state = stateAfter(error);
        onState(state);
        if (isPassing(error)) later(RETRY_AFTER_MS);
        if (state.type === 'conflict' || state.type === 'gone') stop();
        return false;
      }
    }
    if (!isStopped) onState({ type: 'saved' });
    return !isStopped;
  }

  /** Saves at once. False when it was not possible. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    running ??= send().finally(() => {
      running = null;
    });
    return running;
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
  }

  return {
    change(doc: FlowDoc): void {
      if (isStopped) return;
      waiting = doc;
      onState({ type: 'saving' });
      later(SAVE_AFTER_MS);
    },
    flush,
    stop,
    rev: () => rev,
    hasUnsaved: () => waiting !== null || running !== null,
  };
}

/** The same draft may be saved later: the server cannot be reached, or has failed itself. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

function stateAfter(error: unknown): SaveState {
  if (error instanceof NetworkError) return { type: 'offline' };
  if (!(error instanceof ApiError)) return { type: 'failed', error };
  if (error.status === 404) return { type: 'gone' };
  const conflict = conflictIn(error);
  return conflict ? { type: 'conflict', conflict } : { type: 'failed', error };
}

/** The newer draft is JSON text inside `error`. */
function conflictIn({ status, code }: ApiError): FlowConflict | undefined {
  if (status !== 409 || !code.startsWith('{')) return undefined;
  try {
    const parsed = JSON.parse(code) as Partial<FlowConflict>;
    return typeof parsed.rev === 'number' ? (parsed as FlowConflict) : undefined;
  } catch {
    return undefined;
  }
}
