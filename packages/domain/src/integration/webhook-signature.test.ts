import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSignature, signatureHeader, signedText } from './webhook-signature.ts';

/** Any UTF-16 units, halves of characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const at = (seconds: number) => new Date(seconds * 1000);
const digest = (text: string, secret = 'segredo') => createHmac('sha256', secret).update(text).digest('hex');
const sign = (seconds: number, body: string, secret?: string) =>
  signatureHeader(seconds, digest(signedText(seconds, body), secret));
const T = 1_790_000_000;

describe('the signature of a webhook [IG-03]', () => {
  it('is an HMAC over the time and the body', () => {
    expect(sign(T, '{"a":1}')).toBe('t=1790000000,v1=' + digest('1790000000.{"a":1}'));
    expect(checkSignature(sign(T, '{"a":1}'), '{"a":1}', at(T + 299), digest)).toBe('valid');
  });

  it.each([
    ['an altered body', sign(T, '{}'), T, 'wrong'],
    ['another secret', sign(T, '{"a":1}', 'outro'), T, 'wrong'],
    ['an altered time', sign(T, '{"a":1}').replace('t=1790000000', 't=1790000001'), T, 'wrong'],
    ['a replay', sign(T, '{"a":1}'), T + 301, 'tooOld'],
    ['a time in the future', sign(T, '{"a":1}'), T - 301, 'tooOld'],
    ['nothing', '', T, 'malformed'],
    ['two signatures', `${sign(T, '{"a":1}')},v1=00`, T, 'malformed'],
  ])('%s is recognized', (_, header, now, expected) =>
    expect(checkSignature(header, '{"a":1}', at(now), digest)).toBe(expected),
  );

  it('fits its own body only', () => {
    fc.assert(
      fc.property(anyText, anyText, (body, other) => {
        const isSame = Buffer.from(body).equals(Buffer.from(other));
        expect(checkSignature(sign(T, body), other, at(T), digest)).toBe(isSame ? 'valid' : 'wrong');
      }),
    );
  });
});
