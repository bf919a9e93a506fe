import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const sleep = (wait: number) => new Promise((done) => setTimeout(done, wait));

it('answers all requests, also those that arrive during a commit', async () => {
  const company = await service.createConnectedCompany();
  const sendWebhook = async (n: number) => {
    await sleep(n * 3);
    return (await company.sendWebhook([company.customerMessage('5511990000777', `toque ${n}`)])).statusCode;
  };
  // Three milliseconds apart: before, during and between commits.
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => sendWebhook(n)));
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(await sendWebhook(0)).toBe(200);
  const messages = await service.until(company.messages, (rows) => rows.length === 61);
  expect(new Set(messages.map((row) => row.body)).size).toBe(60);
});

it('stores payloads of our own adapters before it resolves, once each, up to their size limit', async () => {
  const company = await service.createConnectedCompany();
  const { enqueue } = service.server.modules.webhookReceiver;
  const body = Buffer.from(JSON.stringify([company.customerMessage('5511990000778', 'pelo lado de dentro')]));
  await Promise.all([
    enqueue(company.companyId, company.connectionId, body),
    enqueue(company.companyId, company.connectionId, body),
  ]);
  await enqueue(company.companyId, company.connectionId, body);
  await service.until(company.messages, (rows) => rows.length === 1);
  await company.sendWebhook([company.customerMessage('5511990000778', 'depois')]);
  const messages = await service.until(company.messages, (rows) => rows.length >= 2);
  expect(messages.map((row) => row.body)).toEqual(['pelo lado de dentro', 'depois']);
  const tooLarge = Buffer.alloc(8 * 1024 * 1024 + 1);
  await expect(enqueue(company.companyId, company.connectionId, tooLarge)).rejects.toMatchObject({
    code: 'ERR_BODY_TOO_LARGE',
  });
});
