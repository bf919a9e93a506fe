import { describe, expect, it } from 'vitest';
import { hasPassedOn, isPassing, type Named } from './identity.ts';

const name: Named = { kind: 'username', value: 'rita.lima' };
const bsuid = (value: string, scope = 'w1'): Named => ({ kind: 'bsuid', value, scope });
const igsid = (value: string, scope = 'i1'): Named => ({ kind: 'igsid', value, scope });
const phone: Named = { kind: 'phone', value: '550011112222' };

describe('a user name', () => {
  const cases: [string, Named[], Named[], boolean][] = [
    ['alone is still theirs', [name], [name], false],
    ['with the same id is still theirs', [bsuid('A'), name], [bsuid('A'), name], false],
    ['with an id where none was known is still theirs', [bsuid('A'), name], [name], false],
    ['with another id of the kind is somebody else’s now', [bsuid('B'), name], [bsuid('A'), name], true],
    ['with an id of another account says nothing', [bsuid('B', 'w2'), name], [bsuid('A', 'w1'), name], false],
    ['with an id of another kind says nothing', [igsid('1'), name], [bsuid('A'), name], false],
    ['with a number says nothing: a number passes on too', [phone, name], [bsuid('A'), name], false],
    ['of somebody with two ids is theirs by either', [bsuid('B'), name], [bsuid('A'), bsuid('B'), name], false],
  ];
  it.each(cases)('%s', (_, names, holder, isSo) => expect(hasPassedOn(names, holder)).toBe(isSo));
});

it('numbers and user names pass on, ids of a channel do not', () => {
  const kinds = ['phone', 'username', 'lid', 'bsuid', 'psid', 'igsid', 'group'];
  expect(kinds.filter((kind) => isPassing({ kind, value: 'x' }))).toEqual(['phone', 'username']);
});
