import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, keyIdOf } from './derive-key.ts';
import { CannotOpen, createVault, last4, Secret } from './secrets.ts';

const current = 'a'.repeat(40);
const previous = 'b'.repeat(40);
const sealedFor = { company: 1, table: 'connection', field: 'token' };
const canary = 'EAAG-canary-7f3a';

describe('a secret is never printed', () => {
  const secret = new Secret(canary);
  const views: [string, unknown][] = [
    ['String', String(secret)],
    ['template', `${secret}`],
    ['concatenation', '' + (secret as unknown as string)],
    ['JSON', JSON.stringify({ deep: [secret] })],
    ['inspect', inspect({ secret }, { showHidden: true, depth: 9 })],
    ['format %s', format('%s', secret)],
    ['format %o', format('%o', secret)],
    ['format %j', format('%j', { secret })],
    ['error text', new Error(`failed with ${secret}`).stack],
    ['own properties', JSON.stringify(Object.getOwnPropertyNames(secret))],
    ['spread', JSON.stringify({ ...secret })],
    ['structured clone', JSON.stringify(structuredClone({ ...secret }))],
  ];
  it.each(views)('%s', (_, view) => expect(view).not.toContain('canary'));

  it('reveal() returns the value', () => expect(secret.reveal()).toBe(canary));
});

describe('the vault', () => {
  it('opens any text that it sealed', () => {
    const vault = createVault({ current });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = vault.seal(text, sealedFor);
        expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
        expect(vault.open(sealed, sealedFor).reveal()).toBe(text);
      }),
    );
  });

  it('seals equal texts to different strings that do not contain the text', () => {
    const vault = createVault({ current });
    const sealed = Array.from({ length: 100 }, () => vault.seal(new Secret(canary), sealedFor));
    expect(new Set(sealed).size).toBe(100);
    const raw = sealed.map((value) => value + Buffer.from(value.split('.')[4]!, 'base64url').toString('latin1')).join();
    expect(raw).not.toContain('canary');
  });

  it.each([
    ['another company', { ...sealedFor, company: 2 }],
    ['another table', { ...sealedFor, table: 'payment' }],
    ['another field', { ...sealedFor, field: 'verifyToken' }],
    ['names whose concatenation is the same', { company: 1, table: 'connectiont', field: 'oken' }],
    ['names with quotes', { company: 1, table: 'connection","token', field: '' }],
  ])('does not open a value moved to %s', (_, elsewhere) => {
    const vault = createVault({ current });
    expect(() => vault.open(vault.seal(canary, sealedFor), elsewhere)).toThrow(CannotOpen);
  });

  it('refuses a value with one changed, missing or added character', () => {
    const vault = createVault({ current });
    const sealed = vault.seal(canary, sealedFor);
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n'];
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...alphabet), (at, letter) => {
        fc.pre(sealed[at] !== letter);
        for (const changed of [
          sealed.slice(0, at) + letter + sealed.slice(at + 1),
          sealed.slice(0, at) + sealed.slice(at + 1),
          sealed.slice(0, at) + letter + sealed.slice(at),
        ]) {
          expect(() => vault.open(changed, sealedFor)).toThrow(CannotOpen);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', 'v1', 'v1....', 'v2.a.b.c.d', canary])('refuses %j, which is not a sealed value', (junk) => {
    expect(() => createVault({ current }).open(junk, sealedFor)).toThrow(CannotOpen);
  });

  it('opens values of the previous key after a rotation, reports them as outdated and seals with the new key', () => {
    const old = createVault({ current: previous }).seal(canary, sealedFor);
    const both = createVault({ current, previous });
    expect(both.open(old, sealedFor).reveal()).toBe(canary);
    expect(both.isOutdated(old)).toBe(true);
    const resealed = both.seal(both.open(old, sealedFor), sealedFor);
    expect(both.isOutdated(resealed)).toBe(false);
    const retired = createVault({ current });
    expect(retired.open(resealed, sealedFor).reveal()).toBe(canary);
    expect(() => retired.open(old, sealedFor)).toThrow(CannotOpen);
  });

  it('does not open a value of the previous key relabelled with the new key id', () => {
    const old = createVault({ current: previous }).seal(canary, sealedFor);
    const relabelled = old.replace(keyIdOf(previous, 'vault'), keyIdOf(current, 'vault'));
    expect(() => createVault({ current, previous }).open(relabelled, sealedFor)).toThrow(CannotOpen);
  });
});

describe('weak secrets are refused', () => {
  it.each([
    ['an empty secret', { current: '' }],
    ['a short secret', { current: 'x'.repeat(31) }],
    ['a short previous secret', { current, previous: 'short' }],
    ['a rotation to the same secret', { current, previous: current }],
  ])('%s', (_, secrets) => expect(() => createVault(secrets)).toThrow());

  it('each purpose has its own key', () => {
    const keys = ['vault', 'access-token', 'vault/id'].map((purpose) => deriveKey(current, purpose).toString('hex'));
    expect(new Set(keys).size).toBe(3);
  });
});

it.each([
  ['EAAGm0PX4ZCpsBA1234', '1234'],
  ['12345678901', ''],
  ['', ''],
])('last4 of %j is %j', (value, visible) => expect(last4(value)).toBe(visible));
