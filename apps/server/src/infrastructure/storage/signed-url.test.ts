import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signMedia, verifyMedia } from './signed-url.ts';
import { BadStorageKey, newStorageKey } from './storage.ts';

const secret = 'm'.repeat(40);
const older = 'o'.repeat(40);
const key = `7/media/${'0123456789abcdef'.repeat(2)}`;
const noon = new Date('2026-01-05T12:00:00Z');
const at = (time: string) => new Date(`2026-01-05T${time}Z`);

const parseUrl = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return { key: pathname.replace('/media/', ''), query: Object.fromEntries(searchParams) };
};
const check = (url: string, options: { secrets?: string[]; now?: Date } = {}) => {
  const { key: requestedKey, query } = parseUrl(url);
  return verifyMedia(requestedKey, query, { secrets: [secret], now: noon, ...options });
};

describe('a signed media link', () => {
  const url = signMedia(key, { secret, expiresAt: at('13:20:00') });

  it('contains the key, the expiry and the signature', () => {
    expect(url).toMatch(new RegExp(`^/media/${key}\\?e=\\d{10}&s=[\\w-]{43}$`));
  });

  it.each([
    ['is good at once', at('12:00:00'), 'good'],
    ['is good a second before the rounded expiry', at('13:59:59'), 'good'],
    ['is expired at the rounded expiry', at('14:00:00'), 'expired'],
    ['is expired a day later', new Date('2026-01-06T12:00:00Z'), 'expired'],
  ])('%s', (_, now, expected) => expect(check(url, { now })).toBe(expected));

  it('is the same for the whole hour, so that the browser can cache the file', () => {
    const links = ['13:00:01', '13:20:00', '13:59:59', '14:00:00'].map((time) =>
      signMedia(key, { secret, expiresAt: at(time) }),
    );
    expect(new Set(links).size).toBe(1);
    expect(signMedia(key, { secret, expiresAt: at('14:00:01') })).not.toBe(url);
  });

  it('is not valid for another file, company or kind', () => {
    const { query } = parseUrl(url);
    for (const other of [
      newStorageKey({ companyId: 7, kind: 'media' }),
      key.replace('7/', '8/'),
      key.replace('media', 'export'),
    ]) {
      expect(verifyMedia(other, query, { secrets: [secret], now: noon })).toBe('forged');
    }
  });

  it('is forged when its expiry was changed', () => {
    const { query } = parseUrl(url);
    for (const e of [
      `${Number(query.e) + 3600}`,
      `0${query.e}`,
      `+${query.e}`,
      ` ${query.e}`,
      `${query.e}.0`,
      '9'.repeat(30),
      'Infinity',
      '-1',
      '',
    ]) {
      expect(verifyMedia(key, { ...query, e }, { secrets: [secret], now: noon })).toBe('forged');
    }
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['no signature', { e: '1767625200' }],
    ['an empty signature', { e: '1767625200', s: '' }],
    ['lists', { e: ['1767625200'], s: ['x'] }],
    ['numbers', { e: 1767625200, s: 0 }],
    ['null', { e: null, s: null }],
  ])('with %s in the query is forged', (_, query) =>
    expect(verifyMedia(key, query, { secrets: [secret], now: noon })).toBe('forged'),
  );

  it('is forged when one character of its signature was changed', () => {
    const { query } = parseUrl(url);
    const s = query.s!;
    fc.assert(
      fc.property(fc.nat(s.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (index, letter) => {
        fc.pre(s[index] !== letter);
        const changed = s.slice(0, index) + letter + s.slice(index + 1);
        expect(verifyMedia(key, { ...query, s: changed }, { secrets: [secret], now: noon })).toBe('forged');
      }),
      { numRuns: 1_000 },
    );
  });

  it('stays valid after a change of the secret while the previous one is accepted', () => {
    const old = signMedia(key, { secret: older, expiresAt: at('13:00:00') });
    expect(check(old, { secrets: [secret, older] })).toBe('good');
    expect(check(url, { secrets: [secret, older] })).toBe('good');
    expect(check(old, { secrets: [secret] })).toBe('forged');
  });

  it('is never signed for an invalid key or with a short secret', () => {
    expect(() => signMedia('../../etc/passwd', { secret, expiresAt: noon })).toThrow(BadStorageKey);
    expect(verifyMedia('../../etc/passwd', { e: '1', s: '1' }, { secrets: [secret], now: noon })).toBe('forged');
    expect(() => signMedia(key, { secret: 'short', expiresAt: noon })).toThrow();
  });
});
