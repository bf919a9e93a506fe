/** A name by which a channel knows somebody; the scope is the account for which it means something. */
export interface Named {
  kind: string;
  value: string;
  scope?: string | undefined;
}

/** Names that somebody else may have tomorrow: people give numbers and user names up, and others take them. */
const passing = new Set(['phone', 'username']);
export const isPassing = ({ kind }: Named): boolean => passing.has(kind);

/** Ids that a channel gives to one person and to nobody after. */
const lasting = new Set(['lid', 'bsuid', 'psid', 'igsid']);

/**
 * Is a user name still that of whoever we know by it? People choose it themselves and may change it, so it is worth less
 * than any id: who comes with another id of the same kind has taken the name over, and is somebody else.
 */
export function hasPassedOn(names: readonly Named[], holder: readonly Named[]): boolean {
  const ids = names.filter(({ kind }) => lasting.has(kind));
  return ids.some((id) => {
    const alike = holder.filter(({ kind, scope = '' }) => kind === id.kind && scope === (id.scope ?? ''));
    return alike.length > 0 && alike.every(({ value }) => value !== id.value);
  });
}
