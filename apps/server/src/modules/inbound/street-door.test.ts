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
