/** What a browser gives back while the session still holds: called before it ends, and not waited for longer than this. */
const PATIENCE_MS = 1500;
const acts = new Set<() => Promise<unknown>>();

/** Answers with the way to take it back. */
export function beforeSignOut(act: () => Promise<unknown>): () => void {
  acts.add(act);
  return () => acts.delete(act);
}

/** Whatever becomes of them, the person is signed out. */
export async function giveBack(): Promise<void> {
  const all = Promise.allSettled([...acts].map((act) => act()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
