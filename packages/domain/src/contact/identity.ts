/** An id by which a channel knows a contact. `scope` is the account in which the id is valid. */
export interface ChannelIdentity {
  kind: string;
  value: string;
  scope?: string | undefined;
}

/** Kinds that can pass to another person: phone numbers and user names are given up and reused. */
const reassignableKinds = new Set(['phone', 'username']);
export const isReassignable = ({ kind }: ChannelIdentity): boolean => reassignableKinds.has(kind);

/** Kinds that a channel never reuses for another person. */
const permanentKinds = new Set(['lid', 'bsuid', 'psid', 'igsid']);

/**
 * Whether a user name now belongs to another person than the stored holder. User names can be changed, so an id is
 * stronger: a different id of the same kind and scope means a different person.
 */
export function hasChangedOwner(identities: readonly ChannelIdentity[], holder: readonly ChannelIdentity[]): boolean {
  const ids = identities.filter(({ kind }) => permanentKinds.has(kind));
  return ids.some((id) => {
    const sameKind = holder.filter(({ kind, scope = '' }) => kind === id.kind && scope === (id.scope ?? ''));
    return sameKind.length > 0 && sameKind.every(({ value }) => value !== id.value);
  });
}
