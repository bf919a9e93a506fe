import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, Signal } from '../../channels/port.ts';
import { aService, person } from '../../../test/service.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';

// One delivery that nobody can work off must hold up nobody else's: all companies share one inbox.

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

describe('the inbox goes on', () => {
  it('past words that the database cannot hold', async () => {
    const [odd, other] = [await service.aCounter(), await service.aCounter()];
    await odd.ring([odd.says('5511990003001', 'antes\0depois \ud800 fim')]);
    await other.ring([other.says('5511990003002', 'Bom dia')]);
    await service.until(other.messages, (rows) => rows.length === 1);
    const [kept] = await service.until(odd.messages, (rows) => rows.length === 1);
    expect(kept.body).toBe('antesdepois \ufffd fim');
  });

  it('past a connection whose keys cannot be opened any more, and keeps what it said for a person', async () => {
    const [shut, other] = [await service.aCounter(), await service.aCounter()];
    const { asOwner } = service.house;
    await asOwner.query(`update connections set secrets = 'verdorben' where id = $1`, [shut.connectionId]);
    await asOwner.query(`insert into inbox (company_id, connection_id, digest, body) values ($1, $2, '\\x01', '[]')`, [
      shut.companyId,
      shut.connectionId,
    ]);
    await other.ring([other.says('5511990003003', 'Bom dia')]);
    await service.until(other.messages, (rows) => rows.length === 1);
    const { rows } = await asOwner.query('select kind, connection_id from quarantine where company_id = $1', [
      shut.companyId,
    ]);
    expect(rows).toEqual([{ kind: 'delivery', connection_id: shut.connectionId }]);
  });
});

describe('what is told about messages', () => {
  const about = (n: number, number: string): Signal => ({
    is: 'receipt',
    wid: `de outro programa ${n}`,
    peer: person(number),
    told: 'delivered',
    at: new Date().toISOString(),
  });

  it('that nobody here knows holds up no customer, however much of it comes', async () => {
    const counter = await service.aCounter();
    const number = '5511990003006';
    await counter.ring(Array.from({ length: 700 }, (_, n) => about(n, number)));
    const { asOwner } = service.house;
    const tried = async () =>
      (await asOwner.query('select min(tries) as n from signals where company_id = $1', [counter.companyId])).rows[0].n;
    await service.until(tried, (n) => n !== null && n > 0);
    await counter.ring([counter.says(number, 'Tem alguém aí?')]);
    const start = Date.now();
    await service.until(counter.messages, (rows) => rows.length === 1);
    expect(Date.now() - start).toBeLessThan(5000);
  });

  it('waits for its message, however many wait before that', async () => {
    const counter = await service.aCounter();
    const number = '5511990003007';
    const words = Array.from({ length: 300 }, (_, n) => counter.says(number, `linha ${n}`));
    const last = words.at(-1)! as Extract<Signal, { is: 'message' }>;
    await counter.ring([...words, { is: 'edited', wid: last.wid, peer: last.peer, text: 'corrigida', at: last.at }]);
    const rows = await service.until(counter.messages, (seen) => seen.some((one) => one.is_edited));
    expect(rows.find((one) => one.is_edited)).toMatchObject({ body: 'corrigida', seq: '300' });
    expect(rows.map((one) => Number(one.seq))).toEqual(words.map((_, n) => n + 1));
  });
});

describe('an hour that has not come yet', () => {
  it('opens no window beyond a day from now', async () => {
    const counter = await service.aCounter();
    const at = '2099-01-01T00:00:00.000Z';
    await counter.ring([counter.says('5511990003004', 'do futuro', { at })]);
    await counter.ring([counter.says('5511990003005', { kind: 'reaction', to: 'x', emoji: '👍' }, { at })]);
    const rows = await service.until(
      counter.tickets,
      (seen) => seen.length === 2 && seen.every((one) => one.unread === 1),
    );
    for (const { last_inbound_at } of rows) expect(+last_inbound_at).toBeLessThan(Date.now() + 60_000);
  });
});

describe('groups in which the same people write', () => {
  it('are worked off side by side: nobody has to be tried again', async () => {
    const counter = await service.aCounter();
    await service.house.asOwner.query('update connections set allow_group = true where id = $1', [
      counter.connectionId,
    ]);
    const people = Array.from({ length: 12 }, (_, n) => `55119900040${String(n).padStart(2, '0')}`);
    const group = (n: number): Peer => ({
      identities: [{ kind: 'group', value: `g${n}` }],
      name: `G${n}`,
      isGroup: true,
    });
    await counter.ring(people.map((number) => counter.says(number, 'oi')));
    await service.until(counter.messages, (rows) => rows.length === people.length);
    const words = Array.from({ length: 400 }, (_, n) =>
      n % 2 === 0
        ? counter.says('x', `grupo ${n}`, { peer: group(n % 7), author: person(people[(n * 5) % 12]!) })
        : counter.says(people[(n * 7) % 12]!, `só ${n}`),
    );
    const deadlocks = async () =>
      Number(
        (await service.house.asOwner.query('select deadlocks from pg_stat_database where datname = current_database()'))
          .rows[0].deadlocks,
      );
    const before = await deadlocks();
    for (let from = 0; from < words.length; from += 100) await counter.ring(words.slice(from, from + 100));
    await service.until(counter.messages, (rows) => rows.length === people.length + words.length);
    expect((await deadlocks()) - before).toBe(0);
  });
});

it('what was set aside is kept for eight days, for a person to look at, and then forgotten [LG-08]', async () => {
  const { companyId, connectionId } = await service.aCounter();
  const neighbour = await service.aCounter();
  const { house } = service;
  for (const [company, days] of [
    [companyId, 9],
    [companyId, 7],
    [neighbour.companyId, 9],
  ])
    await house.asOwner.query(
      `insert into quarantine (company_id, connection_id, kind, content, fault, at)
       values ($1, $2, 'delivery', '{"body":"x"}', 'unreadable', now() - make_interval(days => $3))`,
      [company, connectionId, days],
    );
  const left = async () =>
    (
      await house.asOwner.query(
        `select company_id = $1 as own, round(extract(epoch from now() - at) / 86400)::int as days from quarantine
          where company_id in ($1, $2) order by 2`,
        [companyId, neighbour.companyId],
      )
    ).rows;
  expect(await left()).toHaveLength(3);
  await jobHandlers(house.modules, house)['delivery.forget']({});
  expect(await left()).toEqual([{ own: true, days: 7 }]);
});
