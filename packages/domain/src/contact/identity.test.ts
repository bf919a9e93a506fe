import { describe, expect, it } from 'vitest';
import { hasChangedOwner, isReassignable, type ChannelIdentity } from './identity.ts';

const username: ChannelIdentity = { kind: 'username', value: 'rita.lima' };
const bsuid = (value: string, scope = 'w1'): ChannelIdentity => ({ kind: 'bsuid', value, scope });
const igsid = (value: string, scope = 'i1'): ChannelIdentity => ({ kind: 'igsid', value, scope });
const phone: ChannelIdentity = { kind: 'phone', value: '550011112222' };

describe('a user name', () => {
  const cases: [string, ChannelIdentity[], ChannelIdentity[], boolean][] = [
    ['alone is still theirs', [username], [username], false],
    ['with the same id is still theirs', [bsuid('A'), username], [bsuid('A'), username], false],
    ['with an id where none was known is still theirs', [bsuid('A'), username], [username], false],
    ['with another id of the kind is somebody else’s now', [bsuid('B'), username], [bsuid('A'), username], true],
    ['with an id of another account says nothing', [bsuid('B', 'w2'), username], [bsuid('A', 'w1'), username], false],
    ['with an id of another kind says nothing', [igsid('1'), username], [bsuid('A'), username], false],
    ['with a number says nothing: a number passes on too', [phone, username], [bsuid('A'), username], false],
    ['of somebody with two ids is theirs by either', [bsuid('B'), username], [bsuid('A'), bsuid('B'), username], false],
  ];
  it.each(cases)('%s', (_, identities, holder, expected) => expect(hasChangedOwner(identities, holder)).toBe(expected));
});

it('numbers and user names pass on, ids of a channel do not', () => {
  const kinds = ['phone', 'username', 'lid', 'bsuid', 'psid', 'igsid', 'group'];
  expect(kinds.filter((kind) => isReassignable({ kind, value: 'x' }))).toEqual(['phone', 'username']);
});
