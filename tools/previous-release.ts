/** Commits of the releases, oldest first: a clone may be without their tags. A release adds itself here with its tag. */
const releases: Record<string, string> = {
  'v4.5.0': 'bfacf8014aac4878d795ff99c652802bbfd3ae46',
};

/** What git knows the release by. Without a name it is the newest of `tags`, which begin with the newest. */
export function previousRelease(name: string | undefined, tags: readonly string[]): { name: string; ref: string } {
  const wanted = name ?? tags[0] ?? Object.keys(releases).at(-1)!;
  return { name: wanted, ref: tags.includes(wanted) ? wanted : (releases[wanted] ?? wanted) };
}
