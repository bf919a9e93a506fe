import { describe, expect, it } from 'vitest';
import { addressKey, addressKeysOf } from './address.ts';

describe('key of an address', () => {
  it('is the same for both forms of a Brazilian mobile number', () => {
    const keys = ['5511987654321', '551187654321'].map((value) => addressKey({ kind: 'phone', value }));
    expect(keys).toEqual(['551187654321', '551187654321']);
  });
  it('separates ids by kind and account', () => {
    expect(addressKey({ kind: 'psid', scope: 'p1', value: '7' })).toBe('psid:p1:7');
    expect(addressKey({ kind: 'psid', scope: 'p2', value: '7' })).not.toBe(
      addressKey({ kind: 'psid', scope: 'p1', value: '7' }),
    );
  });
  it('lists the phone first and omits groups', () => {
    const identities = [
      { kind: 'group', value: 'g1' },
      { kind: 'lid', value: '9' },
      { kind: 'phone', value: '5511987654321' },
    ];
    expect(addressKeysOf(identities)).toEqual(['551187654321', 'lid::9']);
  });
});
