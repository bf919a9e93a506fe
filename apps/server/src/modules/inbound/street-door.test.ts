import { afterAll, beforeAll, expect, it } from 'vitest';
import { aService } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

const ms = (wait: number) => new Promise((done) => setTimeout(done, wait));

it('everyone who rings is answered, also those who ring while others are being kept', async () => {
  const counter = await service.aCounter();
  const ring = async (n: number) => {
    await ms(n * 3);
    return (await counter.ring([counter.says('5511990000777', `toque ${n}`)])).statusCode;
  };
  // Three milliseconds apart: some fall into a gathering, some into a commit, some between both.
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ring(n)));
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(await ring(0)).toBe(200);
  const kept = await service.until(counter.messages, (rows) => rows.length === 61);
  expect(new Set(kept.map((row) => row.body)).size).toBe(60);
});

it('what an adapter of ours lays down is as safe as what was rung in: there before it is answered, once', async () => {
  const counter = await service.aCounter();
  const { lay } = service.house.modules.streetDoor;
  const body = Buffer.from(JSON.stringify([counter.says('5511990000778', 'pelo lado de dentro')]));
  await Promise.all([
    lay(counter.companyId, counter.connectionId, body),
    lay(counter.companyId, counter.connectionId, body),
  ]);
  await lay(counter.companyId, counter.connectionId, body);
  await service.until(counter.messages, (rows) => rows.length === 1);
  await counter.ring([counter.says('5511990000778', 'depois')]);
  const kept = await service.until(counter.messages, (rows) => rows.length >= 2);
  expect(kept.map((row) => row.body)).toEqual(['pelo lado de dentro', 'depois']);
  const tooLarge = Buffer.alloc(8 * 1024 * 1024 + 1);
  await expect(lay(counter.companyId, counter.connectionId, tooLarge)).rejects.toMatchObject({
    code: 'ERR_BODY_TOO_LARGE',
  });
});
