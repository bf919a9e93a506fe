/** Cleanup that needs the session, such as removing a push subscription. Sign-out waits at most this long for it. */
const MAX_WAIT_MS = 1500;
const callbacks = new Set<() => Promise<unknown>>();

/** Returns a function that removes the callback. */
export function beforeSignOut(callback: () => Promise<unknown>): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Failing callbacks do not prevent the sign-out. */
export async function runBeforeSignOut(): Promise<void> {
  const all = Promise.allSettled([...callbacks].map((callback) => callback()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
