import type { ChannelIdentity } from './identity.ts';
import { phoneKey } from './phone.ts';

/** Best address first: the number is the same on every connection, the other ids are not. */
const order = ['phone', 'bsuid', 'lid', 'psid', 'igsid', 'username'];

/** Key of an address that outlives the contact. Both forms of a Brazilian mobile number have the same key. */
export const addressKey = ({ kind, scope = '', value }: ChannelIdentity): string =>
  kind === 'phone' ? phoneKey(value) : `${kind}:${scope}:${value}`;

/** Keys of all addresses of a person, the best first; empty for a group. */
export const addressKeysOf = (identities: readonly ChannelIdentity[]): string[] =>
  identities
    .filter(({ kind }) => order.includes(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(addressKey);
