/** The visible toasts, outside React, so that any code can add one. */

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  tone: 'done' | 'info' | 'warn' | 'failed' | 'alert';
  /** A text, or an error that the host translates. */
  message: unknown;
  action?: ToastAction;
  /** Null: stays until it is closed. */
  lastsMs: number | null;
}

const USUAL_MS = 2000;
const WITH_ACTION_MS = 6000;
const MAX_TOASTS = 3;

let visible: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export const toasts = {
  /** `lastsMs`: only where the specification gives a time. */
  done: (text: string, action?: ToastAction, lastsMs?: number) => add('done', text, action, lastsMs),
  info: (text: string, action?: ToastAction) => add('info', text, action),
  warn: (text: string, action?: ToastAction) => add('warn', text, action),
  /** Accepts any thrown value. */
  failed: (error: unknown) => add('failed', error),
  /** A problem in the reader's language that stays until it is closed, with a way to it. */
  alert: (text: string, action: ToastAction) => add('alert', text, action),
  /** Callbacks for the result of a confirmed change: a toast either way, and the dialog closes. */
  outcome: (done: string, onSettled: () => void, onSuccess?: () => void) => ({
    onSuccess: () => {
      toasts.done(done);
      onSuccess?.();
    },
    onError: (error: unknown) => toasts.failed(error),
    onSettled,
  }),
  /** Callbacks for the result of a form: it closes only once it is saved. */
  saved: (done: string, onClose: () => void) => ({
    onSaved: () => {
      toasts.done(done);
      onClose();
    },
    onError: (error: unknown) => toasts.failed(error),
  }),
  close: (id: number) => change(visible.filter((toast) => toast.id !== id)),
  closeAll: () => change([]),
};

export const current = () => visible;
export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function add(tone: Toast['tone'], message: unknown, action?: ToastAction, given?: number) {
  const lastsMs = given ?? (tone === 'failed' || tone === 'alert' ? null : action ? WITH_ACTION_MS : USUAL_MS);
  change(limitToasts([...visible, { id: nextId++, tone, message, action, lastsMs }]));
}

/** At most three. The oldest one that expires by itself goes first; an error only if all are errors. */
function limitToasts(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= MAX_TOASTS) return all;
  const leaving = all.slice(0, -1).find((toast) => toast.lastsMs !== null) ?? all[0];
  return all.filter((toast) => toast !== leaving);
}

function change(next: readonly Toast[]) {
  visible = next;
  for (const listener of listeners) listener();
}
