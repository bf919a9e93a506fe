/** The notices that are up, outside React, so that any place of the product can put one there. */

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  tone: 'done' | 'info' | 'warn' | 'failed';
  /** A sentence, or an error whose sentence the host finds. */
  message: unknown;
  action?: ToastAction;
  /** Null: it stays until it is closed. */
  lastsMs: number | null;
}

const USUAL_MS = 2000;
const WITH_ACTION_MS = 6000;
const MAX_TOASTS = 3;

let visible: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export const toasts = {
  done: (text: string, action?: ToastAction) => add('done', text, action),
  info: (text: string, action?: ToastAction) => add('info', text, action),
  warn: (text: string, action?: ToastAction) => add('warn', text, action),
  /** Takes whatever was thrown. */
  failed: (error: unknown) => add('failed', error),
  /** How a change that was asked for ends: told either way, and the question goes. */
  outcome: (done: string, onSettled: () => void) => ({
    onSuccess: () => toasts.done(done),
    onError: (error: unknown) => toasts.failed(error),
    onSettled,
  }),
  close: (id: number) => change(visible.filter((toast) => toast.id !== id)),
  closeAll: () => change([]),
};

export const current = () => visible;
export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function add(tone: Toast['tone'], message: unknown, action?: ToastAction) {
  const lastsMs = tone === 'failed' ? null : action ? WITH_ACTION_MS : USUAL_MS;
  change(limitToasts([...visible, { id: nextId++, tone, message, action, lastsMs }]));
}

/** Over three, the oldest passing notice goes; an error only when there are nothing but errors. */
function limitToasts(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= MAX_TOASTS) return all;
  const leaving = all.slice(0, -1).find((toast) => toast.lastsMs !== null) ?? all[0];
  return all.filter((toast) => toast !== leaving);
}

function change(next: readonly Toast[]) {
  visible = next;
  for (const listener of listeners) listener();
}
