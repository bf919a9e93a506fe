/** Paths of the pages before the sign-in, which have their own small bundle. The server lists them in wiring/raw-routes.ts. */
export const entryPaths = ['/login', '/forgetpsw', '/convite', '/signup', '/confirm-email'] as const;
export type EntryPath = (typeof entryPaths)[number];

/** The entry page of a path, with or without a slash at its end. */
export const entryPathOf = (path: string): EntryPath | undefined =>
  entryPaths.find((entry) => entry === path.replace(/\/+$/, ''));
