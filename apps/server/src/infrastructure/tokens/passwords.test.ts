import { describe, expect, it } from 'vitest';
import { Busy, createPasswords, hashPassword, PasswordRefused, verifyPassword } from './passwords.ts';

describe('a password', () => {
  it('is stored as salted argon2id with 19 MiB and two passes', async () => {
    const [first, second] = await Promise.all([hashPassword('segredo1'), hashPassword('segredo1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it.each([
    ['itself', 'segredo1', 'segredo1', true],
    ['another', 'segredo1', 'segredo2', false],
    ['itself in capitals', 'segredo1', 'SEGREDO1', false],
    ['itself with a NUL after it', 'segredo1', 'segredo1\0', false],
    ['itself with a space after it', 'segredo1', 'segredo1 ', false],
    ['a Unicode form that looks the same', 'coração', 'corac\u0327a\u0303o', false],
    ['the first 72 bytes of a longer one', 'x'.repeat(100), 'x'.repeat(72), false],
    ['a long one', 'ã'.repeat(512), 'ã'.repeat(512), true],
  ])('is compared with %s', async (_, stored, typed, matches) => {
    expect(await verifyPassword(await hashPassword(stored), typed)).toBe(matches);
  });

  it.each<[string, unknown]>([
    ['empty', ''],
    ['with a NUL', 'segre\0do'],
    ['of 1025 bytes', 'x'.repeat(1025)],
    ['of 600 letters that need two bytes each', 'ã'.repeat(600)],
    ['of a megabyte', 'x'.repeat(1_000_000)],
    ['missing', undefined],
    ['null', null],
    ['a list', ['segredo1']],
    ['an object', { toString: () => 'segredo1' }],
  ])('%s is refused before any hashing', async (_, typed) => {
    const closed = createPasswords({ atOnce: 0, waiting: 0 });
    await expect(closed.hash(typed as string)).rejects.toThrow(PasswordRefused);
    expect(await closed.verify(undefined, typed as string)).toBe(false);
  });

  it.each(['', 'not a hash', '$argon2id$v=19$m=19456,t=2,p=1$short', '$2b$10$abcdefghijklmnopqrstuv'])(
    'does not match the damaged stored hash %j',
    async (stored) => expect(await verifyPassword(stored, 'segredo1')).toBe(false),
  );
});

it('takes as long for an unknown user as for a user with a wrong password', async () => {
  const stored = await hashPassword('segredo1');
  const knownTimes: number[] = [];
  const unknown: number[] = [];
  const timed = async (hash: string | undefined, into: number[]) => {
    const start = performance.now();
    expect(await verifyPassword(hash, 'wrong one')).toBe(false);
    into.push(performance.now() - start);
  };
  for (let round = 0; round < 25; round += 1) {
    await timed(stored, knownTimes);
    await timed(undefined, unknown);
  }
  // Without the dummy hash an unknown user's answer takes microseconds; the bound tolerates a busy machine.
  const ratio = median(unknown) / median(knownTimes);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

it('bounds concurrent sign-ins and refuses the excess at once', async () => {
  const { hash, verify } = createPasswords({ atOnce: 1, waiting: 2 });
  const storm = await Promise.allSettled([
    hash('a1'),
    verify(undefined, 'b1'),
    hash('c1'),
    hash('d1'),
    verify(undefined, 'e1'),
  ]);
  expect(storm.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  for (const result of storm.slice(3)) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(Busy);
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
