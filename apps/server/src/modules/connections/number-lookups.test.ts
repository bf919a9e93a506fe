import { expect, it } from 'vitest';
import { createNumberLookups } from './number-lookups.ts';

const TWO_FORMS = { '5511987654321': '551187654321' } as Record<string, string>;

it('looks numbers up in order, takes the channel’s form of the same phone, and ends where it cannot', async () => {
  const findAll = createNumberLookups(async (_, number) =>
    number === '1' ? 'unknown' : number === '2' ? 'unchecked' : { number: TWO_FORMS[number] ?? '5521999999999' },
  );
  expect(await findAll(1, ['1', '5511987654321', '5511912345678', '2', '1'])).toEqual([
    { exists: false, number: '1' },
    { exists: true, number: '551187654321' },
    { exists: true, number: '5511912345678' },
  ]);
});

it('of one company wait for each other, also after an error; those of another do not', async () => {
  const asked: string[] = [];
  const first = Promise.withResolvers<'unknown'>();
  const findAll = createNumberLookups((companyId, number) => {
    asked.push(`${companyId} ${number}`);
    return number === 'first' ? first.promise : Promise.resolve('unknown');
  });
  const failing = findAll(1, ['first']);
  const behind = findAll(1, ['second']);
  await findAll(2, ['other']);
  expect(asked).toEqual(['1 first', '2 other']);
  first.reject(new Error('the channel broke'));
  await expect(failing).rejects.toThrow('the channel broke');
  expect(await behind).toEqual([{ exists: false, number: 'second' }]);
});
