/**
 * The window of a support access. Its token is in the memory of this window only; the browser keeps the name of the
 * window over a reload, so that a window without its token never becomes one of the super user's own session.
 */
import type { StartedSupport } from '@balcao/contract/endpoints/support';

const NAME = 'balcao.support.';
/** The name after the access was handed over: a reload has lost it. */
const USED = `${NAME}used`;
const OVER = `${NAME}over`;
const READY = 'balcao.support.ready';
const GIVEN = 'balcao.support.given';
/** Longer than a slow server needs to start the access. */
const MAX_WAIT_MS = 30_000;

let access: StartedSupport | undefined;
const listeners = new Set<() => void>();

export const isSupportWindow = (): boolean => window.name.startsWith(NAME);
export const isSupportOver = (): boolean => window.name === OVER;
export const supportAccess = (): StartedSupport | undefined => access;
export function onSupportChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setAccess(next: StartedSupport | undefined, name: string): void {
  access = next;
  window.name = name;
  for (const listener of listeners) listener();
}

/** Nothing of it is left in this window. */
export const forgetSupport = (): void => setAccess(undefined, OVER);

/** In the support window: the access, from the window that opened this one. Rejects when none is handed over. */
export function receiveAccess(): Promise<StartedSupport> {
  return new Promise((resolve, reject) => {
    const opener = window.opener as Window | null;
    const give = (event: MessageEvent<{ kind?: unknown; access?: StartedSupport } | null>) => {
      if (event.origin !== location.origin || event.source !== opener || event.data?.kind !== GIVEN) return;
      stop();
      setAccess(event.data.access, USED);
      resolve(event.data.access!);
    };
    const fail = () => {
      stop();
      forgetSupport();
      reject(new Error('no support access was handed over'));
    };
    const wait = setTimeout(fail, MAX_WAIT_MS);
    const stop = () => {
      clearTimeout(wait);
      window.removeEventListener('message', give);
    };
    window.addEventListener('message', give);
    if (opener && window.name !== USED && !isSupportOver()) opener.postMessage({ kind: READY }, location.origin);
    else fail();
  });
}

/**
 * Opens the window at once, as browsers allow only in a click. The access starts when the window is ready to take it.
 * Undefined if the browser blocked the window.
 */
export function openSupportWindow(companyId: number, start: () => Promise<StartedSupport>): Promise<void> | undefined {
  const opened = window.open('/settings', `${NAME}${companyId}`);
  if (!opened) return undefined;
  const { promise: isReady, resolve: setReady } = Promise.withResolvers<void>();
  const onMessage = (event: MessageEvent<{ kind?: unknown } | null>) => {
    if (event.origin === location.origin && event.source === opened && event.data?.kind === READY) setReady();
  };
  window.addEventListener('message', onMessage);
  return isReady
    .then(start)
    .then(
      (access) => opened.postMessage({ kind: GIVEN, access }, location.origin),
      (error: unknown) => {
        opened.close();
        throw error;
      },
    )
    .finally(() => window.removeEventListener('message', onMessage));
}
