import { describe, expect, it } from 'vitest';
import { hasChangedOwner, isReassignable, type ChannelIdentity } from './identity.ts';

const username: ChannelIdentity = { kind: 'username', value: 'rita.lima' };
const bsuid = (value: string, scope = 'w1'): ChannelIdentity => ({ kind: 'bsuid', value, scope });
const igsid = (value: string, scope = 'i1'): ChannelIdentity => ({ kind: 'igsid', value, scope });
const phone: ChannelIdentity = { kind: 'phone', value: '550011112222' };

describe('user name', () => {
  const cases: [string, ChannelIdentity[], ChannelIdentity[], boolean][] = [
    ['without an id has the same owner', [username], [username], false],
    ['with the same id has the same owner', [bsuid('A'), username], [bsuid('A'), username], false],
    ['with the first known id has the same owner', [bsuid('A'), username], [username], false],
    ['with another id of the same kind has a new owner', [bsuid('B'), username], [bsuid('A'), username], true],
    [
      'with an id of another account has the same owner',
      [bsuid('B', 'w2'), username],
      [bsuid('A', 'w1'), username],
      false,
    ],
    ['with an id of another kind has the same owner', [igsid('1'), username], [bsuid('A'), username], false],
    [
      'with a number has the same owner, because numbers are reassigned too',
      [phone, username],
      [bsuid('A'), username],
      false,
    ],
    [
      'of a contact with two ids has the same owner with either id',
      [bsuid('B'), username],
      [bsuid('A'), bsuid('B'), username],
      false,
    ],
  ];
  it.each(cases)('%s', (_, identities, holder, expected) => expect(hasChangedOwner(identities, holder)).toBe(expected));
});

it('numbers and user names can be reassigned, ids of a channel cannot', () => {
  const kinds = ['phone', 'username', 'lid', 'bsuid', 'psid', 'igsid', 'group'];
  expect(kinds.filter((kind) => isReassignable({ kind, value: 'x' }))).toEqual(['phone', 'username']);
});
