import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, keyIdOf } from '../secrets/derive-key.ts';
import { createAccessTokens } from './access-token.ts';
import type { AccessClaims } from './access-token.ts';

const current = 'c'.repeat(40);
const previous = 'p'.repeat(40);
const claims: AccessClaims = { id: 7, profile: 'admin', companyId: 3, sid: '4f9c2f5e-session', ver: 2 };
const noon = Date.UTC(2026, 0, 5, 12);

function issuer(secrets: { current: string; previous?: string } = { current }) {
  const clock = { at: noon };
  return { clock, tokens: createAccessTokens({ ...secrets, now: () => clock.at }) };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (content: string, key: Buffer | string) =>
  `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
const ourHeader = { alg: 'HS256', typ: 'at+jwt', kid: keyIdOf(current, 'access-token') };
const ourKey = deriveKey(current, 'access-token');
const body = { ...claims, iat: noon / 1000, exp: noon / 1000 + 600 };

describe('an access token', () => {
  it('returns exactly its claims', () => {
    const { tokens } = issuer();
    const extra = { ...claims, super: true } as AccessClaims;
    expect(tokens.verify(tokens.sign(extra))).toEqual(claims);
  });

  it('of support access names the access and its company, and has its own lifetime', () => {
    const { clock, tokens } = issuer();
    const support = { access: '0198-access', home: 1 };
    const token = tokens.sign({ ...claims, support }, 900);
    clock.at += 899_000;
    expect(tokens.verify(token)).toEqual({ ...claims, support });
    clock.at += 1000;
    expect(tokens.verify(token)).toBe('expired');
  });

  it.each([null, true, 'access', {}, { access: 7, home: 1 }, { access: 'a' }, { access: 'a', home: 1.5 }])(
    'with the malformed support claim %j is invalid',
    (support) => {
      const { tokens } = issuer();
      const content = `${base64(ourHeader)}.${base64({ ...body, support })}`;
      expect(tokens.verify(signed(content, ourKey))).toBe('invalid');
    },
  );

  it.each([
    ['is valid at once', 0, claims],
    ['is valid one second before ten minutes', 599, claims],
    ['is expired at ten minutes', 600, 'expired'],
    ['is expired at ten minutes and a second', 601, 'expired'],
    ['is valid on a node 59 s behind the issuer', -59, claims],
    ['is invalid on a node two minutes behind the issuer', -120, 'invalid'],
  ])('%s', (_, seconds, expected) => {
    const { clock, tokens } = issuer();
    const token = tokens.sign(claims);
    clock.at += seconds * 1000;
    expect(tokens.verify(token)).toEqual(expected);
  });

  it('built by the test with the real key and header is accepted, so that the forgeries below prove something', () => {
    expect(issuer().tokens.verify(signed(`${base64(ourHeader)}.${base64(body)}`, ourKey))).toEqual(claims);
  });

  it.each<[string, string]>([
    ['alg none, no signature', `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(body)}.`],
    ['alg none with our kid', `${base64({ ...ourHeader, alg: 'none' })}.${base64(body)}.`],
    ['alg none, signed anyway', signed(`${base64({ ...ourHeader, alg: 'none' })}.${base64(body)}`, ourKey)],
    ['alg RS256', signed(`${base64({ ...ourHeader, alg: 'RS256' })}.${base64(body)}`, ourKey)],
    ['alg HS512', signed(`${base64({ ...ourHeader, alg: 'HS512' })}.${base64(body)}`, ourKey)],
    ['alg in lower case', signed(`${base64({ ...ourHeader, alg: 'hs256' })}.${base64(body)}`, ourKey)],
    ['another typ', signed(`${base64({ ...ourHeader, typ: 'JWT' })}.${base64(body)}`, ourKey)],
    ['a kid that is a path', signed(`${base64({ ...ourHeader, kid: '../../dev/null' })}.${base64(body)}`, '')],
    [
      'a header with its own key',
      signed(`${base64({ ...ourHeader, jwk: { kty: 'oct', k: 'AA' } })}.${base64(body)}`, ourKey),
    ],
    [
      'header members in another order',
      signed(`${base64({ typ: 'at+jwt', alg: 'HS256', kid: ourHeader.kid })}.${base64(body)}`, ourKey),
    ],
    ['an empty key', signed(`${base64(ourHeader)}.${base64(body)}`, '')],
    ['the secret itself as key', signed(`${base64(ourHeader)}.${base64(body)}`, current)],
    ['the key of another purpose', signed(`${base64(ourHeader)}.${base64(body)}`, deriveKey(current, 'vault'))],
    ['no signature', `${base64(ourHeader)}.${base64(body)}`],
    ['an empty signature', `${base64(ourHeader)}.${base64(body)}.`],
    ['only a header', `${base64(ourHeader)}.`],
    ['a padded signature', `${signed(`${base64(ourHeader)}.${base64(body)}`, ourKey)}=`],
    ['a signed body that is no object', signed(`${base64(ourHeader)}.${base64(null)}`, ourKey)],
    [
      'a signed body without a company',
      signed(`${base64(ourHeader)}.${base64({ ...body, companyId: undefined })}`, ourKey),
    ],
    ['a signed id that is a text', signed(`${base64(ourHeader)}.${base64({ ...body, id: '7' })}`, ourKey)],
    ['a signed unknown profile', signed(`${base64(ourHeader)}.${base64({ ...body, profile: 'super' })}`, ourKey)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['an empty token', ''],
  ])('refuses %s', (_, token) => expect(issuer().tokens.verify(token)).toBe('invalid'));

  it('refuses values that are not text', () => {
    for (const odd of [undefined, null, 7, {}, ['a.b.c']])
      expect(issuer().tokens.verify(odd as string)).toBe('invalid');
  });

  it('refuses every change of one character', () => {
    const { tokens } = issuer();
    const token = tokens.sign(claims);
    for (let at = 0; at < token.length; at += 1) {
      for (const letter of ['A', 'B', 'Q', 'g', 'w', '_', '-', '.', '=', '\0', 'é']) {
        if (token[at] === letter) continue;
        expect(tokens.verify(token.slice(0, at) + letter + token.slice(at + 1))).toBe('invalid');
      }
    }
  });

  it('refuses a changed, lost or added byte, for any claims', () => {
    const { tokens } = issuer();
    const anyClaims = fc.record<AccessClaims>({
      id: fc.integer({ min: 1 }),
      profile: fc.constantFrom('user', 'admin'),
      companyId: fc.integer({ min: 1 }),
      sid: fc.uuid(),
      ver: fc.nat(),
    });
    fc.assert(
      fc.property(
        anyClaims,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        (label, where, flip) => {
          const bytes = Buffer.from(tokens.sign(label));
          expect(tokens.verify(bytes.toString('latin1'))).toEqual(label);
          const at = Math.floor(where * bytes.length);
          const flipped = Buffer.from(bytes);
          flipped[at]! ^= flip;
          const lost = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
          const added = Buffer.concat([bytes.subarray(0, at), Buffer.from([flip]), bytes.subarray(at)]);
          for (const changed of [flipped, lost, added])
            expect(tokens.verify(changed.toString('latin1'))).toBe('invalid');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('changing the secret', () => {
  it('accepts tokens of the previous key and signs with the new key', () => {
    const old = issuer({ current: previous }).tokens.sign(claims);
    const { tokens } = issuer({ current, previous });
    expect(tokens.verify(old)).toEqual(claims);
    expect(issuer({ current: previous }).tokens.verify(tokens.sign(claims))).toBe('invalid');
    expect(issuer({ current }).tokens.verify(old)).toBe('invalid');
  });

  it('accepts the previous key for one hour', () => {
    const { clock, tokens } = issuer({ current, previous });
    const thief = issuer({ current: previous });
    clock.at = thief.clock.at = noon + 3_600_000;
    expect(tokens.verify(thief.tokens.sign(claims))).toEqual(claims);
    clock.at = thief.clock.at = noon + 3_601_000;
    expect(tokens.verify(thief.tokens.sign(claims))).toBe('invalid');
    expect(tokens.verify(tokens.sign(claims))).toEqual(claims);
  });

  it('refuses the kid of one key with the signature of the other', () => {
    const { tokens } = issuer({ current, previous });
    const crossed = signed(
      `${base64({ ...ourHeader, kid: keyIdOf(previous, 'access-token') })}.${base64(body)}`,
      ourKey,
    );
    expect(tokens.verify(crossed)).toBe('invalid');
  });

  it.each([
    ['missing', { current: '' }],
    ['short', { current: 'secret' }],
    ['equal', { current, previous: current }],
  ])('refuses %s secrets', (_, secrets) => expect(() => issuer(secrets)).toThrow());
});
