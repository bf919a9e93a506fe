/** A name by which a channel knows somebody; the scope is the account for which it means something. */
export interface ChannelIdentity {
  kind: string;
  value: string;
  scope?: string | undefined;
}

/** Names that somebody else may have tomorrow: people give numbers and user names up, and others take them. */
const reassignableKinds = new Set(['phone', 'username']);
export const isReassignable = ({ kind }: ChannelIdentity): boolean => reassignableKinds.has(kind);

/** Ids that a channel gives to one person and to nobody after. */
const permanentKinds = new Set(['lid', 'bsuid', 'psid', 'igsid']);

/**
 * Is a user name still that of whoever we know by it? People choose it themselves and may change it, so it is worth less
 * than any id: who comes with another id of the same kind has taken the name over, and is somebody else.
 */
export function hasChangedOwner(identities: readonly ChannelIdentity[], holder: readonly ChannelIdentity[]): boolean {
  const ids = identities.filter(({ kind }) => permanentKinds.has(kind));
  return ids.some((id) => {
    const sameKind = holder.filter(({ kind, scope = '' }) => kind === id.kind && scope === (id.scope ?? ''));
    return sameKind.length > 0 && sameKind.every(({ value }) => value !== id.value);
  });
}
