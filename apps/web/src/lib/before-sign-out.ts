/** What a browser gives back while the session still holds: called before it ends, and not waited for longer than this. */
const MAX_WAIT_MS = 1500;
const callbacks = new Set<() => Promise<unknown>>();

/** Answers with the way to take it back. */
export function beforeSignOut(callback: () => Promise<unknown>): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Whatever becomes of them, the person is signed out. */
export async function runBeforeSignOut(): Promise<void> {
  const all = Promise.allSettled([...callbacks].map((callback) => callback()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
