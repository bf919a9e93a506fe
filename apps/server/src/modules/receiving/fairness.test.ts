import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, incomingText, ofNumber, startMetaServer, type Linked } from '../../../test/meta-server.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createChannelEventHandler } from './channel-event-handler.ts';

// One company's webhooks must not delay those of the others, whatever it sends.

const own = () => ({ appSecret: randomUUID(), verifyToken: randomUUID() });
const emptyItems = (to: Linked, count: number) =>
  delivery('whatsappapi', ofNumber(to, { messages: Array.from({ length: count }, () => 0) }));

describe('a payload with far more items than a channel sends', () => {
  let meta: Awaited<ReturnType<typeof startMetaServer>>;
  beforeAll(async () => {
    meta = await startMetaServer({ open: true });
    await meta.server.work();
  });
  afterAll(() => meta.server.stop());
  const sendFrom = (to: Linked, payload: unknown) =>
    meta.sendWebhook(to.own, payload, { secret: to.secrets['appSecret']! });

  it('is refused before it is expanded, and another company goes on [F-A1]', async () => {
    const hostile = await meta.createAccount('whatsappapi', undefined, own());
    const other = await meta.createAccount('whatsappapi', undefined, own());
    const answers = await Promise.all([
      sendFrom(hostile, emptyItems(hostile, 300_000)),
      sendFrom(hostile, { object: 'whatsapp_business_account', entry: Array.from({ length: 300_000 }, () => 0) }),
      sendFrom(other, delivery('whatsappapi', incomingText(other, 'Bom dia'))),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 413, 200]);
    await meta.until(
      () => meta.bodies(other),
      (bodies) => bodies.length === 1,
    );
    expect(await meta.rows('select id from inbox where company_id = $1', [hostile.companyId])).toEqual([]);
  });

  it('is set aside with its reason when it is stored already, and another company goes on [F-A1]', async () => {
    const hostile = await meta.createAccount('whatsappapi', undefined, own());
    const other = await meta.createAccount('whatsappapi', undefined, own());
    const body = Buffer.from(JSON.stringify(emptyItems(hostile, 300_000)));
    await meta.rows('insert into inbox (company_id, connection_id, digest, body) values ($1, $2, $3, $4)', [
      hostile.companyId,
      hostile.connectionId,
      createHash('sha256').update(body).digest(),
      body,
    ]);
    expect((await sendFrom(other, delivery('whatsappapi', incomingText(other, 'Boa tarde')))).statusCode).toBe(200);
    await meta.until(
      () => meta.bodies(other),
      (bodies) => bodies.length === 1,
    );
    const setAside = await meta.until(
      () => meta.rows('select kind, reason from quarantine where company_id = $1', [hostile.companyId]),
      (rows) => rows.length > 0,
    );
    expect(setAside).toEqual([{ kind: 'delivery', reason: 'too-many-items' }]);
    expect(await meta.rows('select id from inbox where company_id = $1', [hostile.companyId])).toEqual([]);
  });

  it('is parsed in portions that leave the process to others when it is within the bound [F-A1]', async () => {
    const hostile = await meta.createAccount('whatsappapi', undefined, own());
    const other = await meta.createAccount('whatsappapi', undefined, own());
    const ITEMS = 4500;
    let turnsOfLoop = 0;
    let isOver = false;
    const countTurns = () => void (turnsOfLoop++, isOver || setImmediate(countTurns));
    await sendFrom(hostile, emptyItems(hostile, ITEMS));
    countTurns();
    await sendFrom(other, delivery('whatsappapi', incomingText(other, 'Boa noite')));
    const progress = () =>
      meta.rows(
        `select (select parsed_events from inbox where company_id = $1) as parsed,
                (select count(*)::int from signals where company_id = $1)
                  + (select count(*)::int from messages where company_id = $1) as queued,
                (select count(*)::int from messages where company_id = $2) as other`,
        [hostile.companyId, other.companyId],
      );
    const seen = new Set<number>();
    await meta.until(
      async () => {
        const [row] = await progress();
        if (row.parsed !== null) seen.add(row.parsed);
        return row;
      },
      ({ other: stored }) => stored === 1,
    );
    // Other companies are served while most of the payload is still to come.
    expect(await meta.bodies(other)).toEqual(['Boa noite']);
    await meta.until(progress, ([row]) => row.parsed === null);
    isOver = true;
    expect(turnsOfLoop).toBeGreaterThan(ITEMS / 100);
    const [{ queued }] = await progress();
    expect(queued).toBeGreaterThan(ITEMS / 2);
    // The messages of the hostile company need not be processed to the end.
    await meta.rows('delete from signals where company_id = $1', [hostile.companyId]);
  });
});

describe('a company that sends fifty times as much as the others', () => {
  let service: Awaited<ReturnType<typeof startConnectedServer>>;
  beforeAll(async () => {
    service = await startConnectedServer();
  });
  afterAll(() => service.server.stop());

  it('delays another company by at most one batch per slot [F-H6] [RL-06]', async () => {
    const noisy = await service.createConnectedCompany();
    const quiet = await service.createConnectedCompany();
    const many = Array.from({ length: 1500 }, (_, n) =>
      noisy.customerMessage(`55119955${String(n % 90).padStart(5, '0')}`, `barulho ${n}`),
    );
    for (let from = 0; from < many.length; from += 300) await noisy.sendWebhook(many.slice(from, from + 300));
    const storedOf = async (companyId: number) =>
      Number(
        (await service.server.asOwner.query('select count(*) as n from messages where company_id = $1', [companyId]))
          .rows[0].n,
      );
    await service.until(
      () => storedOf(noisy.companyId),
      (n) => n > 0,
    );
    const before = await storedOf(noisy.companyId);
    await quiet.sendWebhook([quiet.customerMessage('5511995500000', 'Bom dia')]);
    const [message] = await service.until(quiet.messages, (rows) => rows.length === 1);
    const { rows } = await service.server.asOwner.query(
      'select count(*)::int as n from messages where company_id = $1 and id < $2',
      [noisy.companyId, message.id],
    );
    // Three running batches of the noisy company, and one more turn of each of its three shards.
    expect(rows[0].n - before).toBeLessThanOrEqual(6 * 60);
    expect(before).toBeLessThan(many.length);
    await service.server.asOwner.query('delete from signals where company_id = $1', [noisy.companyId]);
  });

  it('keeps its transactions short: what does not fit into the time stays queued, in order [RL-06]', async () => {
    const { modules, db } = service.server;
    const company = await service.createConnectedCompany();
    // Each look at the clock is a second later: there is only time for the least number of events.
    let time = 0;
    const handler = createChannelEventHandler({
      ...modules,
      incoming: modules.incomingMessages,
      pictures: modules.contactPictures,
      moveOnBoard: modules.lanes.returnToLane,
      answer: modules.autoMessages.sendText,
      onReply: (tx, replies) =>
        modules.schedules.inTx.cancelOnReply(
          tx,
          replies.map(({ contactId }) => contactId),
        ),
      now: () => (time += 1000),
    });
    const events = Array.from({ length: 7 }, (_, id) => ({
      id,
      companyId: company.companyId,
      connectionId: company.connectionId,
      event: company.customerMessage(`551199550001${id % 2}`, `linha ${id}`),
      tries: 0,
      transientFailures: 0,
    }));
    const limits = await handler.limits();
    const handledOf = (from: number) =>
      db.inCompany(company.companyId, (tx) => handler.handle(tx, events.slice(from), limits));
    expect(await handledOf(0)).toEqual({ handled: events.slice(0, 5), unresolved: [] });
    expect(await handledOf(5)).toEqual({ handled: events.slice(5), unresolved: [] });
    expect((await company.messages()).map(({ body }) => body)).toEqual(events.map(({ id }) => `linha ${id}`));
  });

  it('uses up its own share of the inbox only [F-H6]', async () => {
    const noisy = await service.createConnectedCompany();
    const quiet = await service.createConnectedCompany();
    const { asOwner } = service.server;
    // A lease of another node: nothing of the noisy company is parsed.
    await asOwner.query(`insert into work_leases values ($1, gen_random_uuid(), 'infinity')`, [
      `inbox ${noisy.companyId}`,
    ]);
    await asOwner.query(
      `insert into inbox (company_id, connection_id, digest, body)
       select $1, $2, sha256(n::text::bytea), '[]' from generate_series(1, 50000) n`,
      [noisy.companyId, noisy.connectionId],
    );
    await service.until(
      async () => (await noisy.sendWebhook([noisy.customerMessage('5511995500001', randomUUID())])).statusCode,
      (status) => status === 503,
    );
    expect((await quiet.sendWebhook([quiet.customerMessage('5511995500002', 'cabe')])).statusCode).toBe(200);
    await service.until(quiet.messages, (rows) => rows.length === 1);
    await asOwner.query('delete from inbox where company_id = $1', [noisy.companyId]);
    await asOwner.query('delete from work_leases');
    await service.until(
      async () => (await noisy.sendWebhook([noisy.customerMessage('5511995500003', 'de novo')])).statusCode,
      (status) => status === 200,
    );
  });
});
