import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { tags } from './schema/tags.ts';
import { createPool, type Tx } from './tx.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const aTag = (tx: Tx, name: string) => tx.orm.insert(tags).values({ companyId: tx.companyId, name, color: '#abcdef' });
const namesOf = async (companyId: number) =>
  (await server.asOwner.query('select name from tags where company_id = $1 order by name', [companyId])).rows.map(
    (row) => row.name as string,
  );

const insertTag = {
  name: 'tx-test.insert-tag',
  text: `insert into tags (company_id, name, color) values ($1, $2, '#ffffff')`,
};
const selectTags = { name: 'tx-test.select-tags', text: 'select name from tags where company_id = $1' };

describe('a transaction', () => {
  it('commits its rows and events together, or neither', async () => {
    const { companyId } = await server.createCompany();
    const work = (name: string, fails: boolean) =>
      server.db.inCompany(companyId, async (tx) => {
        await aTag(tx, name);
        tx.emit({ type: 'tag.saved', tagId: 1, isNew: true });
        if (fails) throw new Error('aborted on purpose');
      });
    await expect(work('Nunca', true)).rejects.toThrow('aborted on purpose');
    await work('Sempre', false);
    expect(await namesOf(companyId)).toEqual(['Sempre']);
    const { rows } = await server.asOwner.query(
      `select kind from event_log where company_id = $1 and kind like 'tag.%'`,
      [companyId],
    );
    expect(rows).toEqual([{ kind: 'tag.saved' }]);
  });

  it.each([
    ['by the database: no json of it contains a NUL', '\0', { code: '22P05' }],
    ['as JSON', 1n, { name: 'TypeError' }],
  ])('is rolled back if an event cannot be stored %s, and fails with its error', async (_, tagId, error) => {
    const { companyId } = await server.createCompany();
    const work = server.db.inCompany(companyId, async (tx) => {
      await aTag(tx, 'Sem evento');
      tx.emit({ type: 'tag.saved', tagId: tagId as never, isNew: true });
    });
    await expect(work).rejects.toMatchObject(error);
    expect(await namesOf(companyId)).toEqual([]);
    expect(await server.db.inCompany(companyId, async () => 'usable')).toBe('usable');
  });

  it('commits a statement that is not awaited, and shows its effect to later ones', async () => {
    const { companyId } = await server.createCompany();
    const seen = await server.db.inCompany(companyId, async (tx) => {
      tx.write(insertTag, [companyId, 'Sem espera']);
      return tx.query(selectTags, [companyId]);
    });
    expect(seen).toEqual([{ name: 'Sem espera' }]);
    expect(await namesOf(companyId)).toEqual(['Sem espera']);
  });

  it.each([
    ['nothing', async () => {}],
    ['another statement', (tx: Tx) => tx.query(selectTags, [tx.companyId])],
    ['an event', async (tx: Tx) => tx.emit({ type: 'tag.saved', tagId: 1, isNew: true })],
  ])('fails with the error of a statement that is not awaited, before %s', async (_, then) => {
    const { companyId } = await server.createCompany();
    const work = server.db.inCompany(companyId, async (tx) => {
      tx.write(insertTag, [companyId, 'Perdida']);
      tx.write({ name: 'tx-test.fail', text: 'select 1 / $1::int' }, [0]);
      await then(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await namesOf(companyId)).toEqual([]);
    expect(await server.db.inCompany(companyId, (tx) => tx.query(selectTags, [companyId]))).toEqual([]);
  });

  it('without a statement sends nothing to the database', async () => {
    const { companyId } = await server.createCompany();
    const client = await server.db.pool.connect();
    const sent = vi.spyOn(Object.getPrototypeOf(client), 'query');
    client.release();
    expect(await server.db.inCompany(companyId, async () => 'done')).toBe('done');
    await expect(
      server.db.readCompany(companyId, async () => Promise.reject(new Error('aborted on purpose'))),
    ).rejects.toThrow('aborted on purpose');
    const begun = () =>
      sent.mock.calls.filter(([text]) => String(text).endsWith(`app.company = '${companyId}'`)).length;
    expect(begun()).toBe(0);
    await server.db.inCompany(companyId, async (tx) => tx.emit({ type: 'tag.saved', tagId: 1, isNew: true }));
    expect(begun()).toBe(1);
    sent.mockRestore();
  });

  it('that is read-only cannot write', async () => {
    const { companyId } = await server.createCompany();
    await expect(server.db.readCompany(companyId, (tx) => aTag(tx, 'Escondida'))).rejects.toMatchObject({
      cause: { code: '25006' },
    });
    await expect(
      server.db.readCompany(companyId, async (tx) => tx.emit({ type: 'tag.removed', tagId: 1 })),
    ).rejects.toMatchObject({ code: '25006' });
    expect(await namesOf(companyId)).toEqual([]);
  });

  it('refuses a nested transaction or query at once, because it would need a second connection', async () => {
    const { companyId } = await server.createCompany();
    const inside = (work: () => Promise<unknown>) => server.db.inCompany(companyId, async () => work());
    await expect(inside(() => server.db.readCompany(companyId, async () => {}))).rejects.toThrow('second connection');
    await expect(inside(() => server.db.onPlatform(async () => {}))).rejects.toThrow('second connection');
    await expect(inside(() => server.db.query({ name: 'tx-test.one', text: 'select 1 as n' }, []))).rejects.toThrow(
      'second connection',
    );
    // After the transaction, also in its continuation, queries are accepted again.
    expect(
      await server.db
        .inCompany(companyId, async () => 'done')
        .then(() => server.db.query({ name: 'tx-test.one', text: 'select 1 as n' }, [])),
    ).toEqual([{ n: 1 }]);
  });

  it('that swallowed a database error is rejected and rolled back', async () => {
    const { companyId } = await server.createCompany();
    const work = server.db.inCompany(companyId, async (tx) => {
      await aTag(tx, 'Perdida');
      await tx.orm.execute(sql`select 1 / 0`).catch(() => {});
      return 'done';
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await namesOf(companyId)).toEqual([]);
  });

  it('accepts only a valid company id and leaves no company set on its connection', async () => {
    const { companyId } = await server.createCompany();
    for (const no of [
      0,
      -1,
      1.5,
      Number.NaN,
      Infinity,
      '1; drop table tags' as unknown as number,
      undefined as unknown as number,
    ]) {
      await expect(server.db.inCompany(no, async () => 'in')).rejects.toThrow('Not a company id');
    }
    for (let n = 0; n < 20; n++) {
      await server.db
        .inCompany(companyId, async (tx) => {
          if (n % 2) throw new Error('undone');
          await aTag(tx, `Tag ${n}`);
        })
        .catch(() => {});
      const { rows } = await server.db.pool.query(
        `select count(*)::int as seen, current_setting('app.company', true) as company from tags`,
      );
      expect(rows).toEqual([{ seen: 0, company: expect.toBeOneOf(['', null]) }]);
    }
    expect(await namesOf(companyId)).toHaveLength(10);
  });

  it('that exceeds a timeout is ended, and its connection can be used again', async () => {
    const { companyId } = await server.createCompany();
    const bounds = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
      async (name) => (await server.db.pool.query(`show ${name}`)).rows[0][name],
    );
    expect(await Promise.all(bounds)).toEqual(['5s', '2s', '10s']);
    const slow = server.db.inCompany(companyId, async (tx) => {
      await tx.orm.execute(sql`set local statement_timeout = 100`);
      await tx.orm.execute(sql`select pg_sleep(5)`);
    });
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
    expect(
      await server.db.inCompany(companyId, async (tx) => (await tx.orm.execute(sql`select 1 as one`)).rows),
    ).toEqual([{ one: 1 }]);
  });

  it('that wrote and stays open for more than a second is counted; one that only reads is not [F-C2]', async () => {
    const { companyId } = await server.createCompany();
    const counted = async () =>
      (await server.metrics.text()).split('\n').find((line) => line.startsWith('db_long_write_transactions '));
    await server.db.readCompany(companyId, (tx) => tx.orm.execute(sql`select pg_sleep(1.1)`));
    expect(await counted()).toBe('db_long_write_transactions 0');
    const [slept, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = server.db.inCompany(companyId, async (tx) => {
      await aTag(tx, 'Demorada');
      await tx.orm.execute(sql`select pg_sleep(1.1)`);
      slept.resolve();
      await read.promise;
    });
    await slept.promise;
    const oldest = (await server.metrics.text())
      .split('\n')
      .find((line) => line.startsWith('db_oldest_write_transaction_seconds '));
    expect(Number(oldest?.split(' ')[1])).toBeGreaterThan(1);
    read.resolve();
    await writing;
    expect(await counted()).toBe('db_long_write_transactions 1');
  });
});

it.each([
  [true, 0],
  [false, 1],
])('a pool prepares no statement behind a pooler (%s: %s)', async (isPooled, prepared) => {
  const pool = createPool(server.appUrl, 1, () => {}, { isPooled });
  try {
    await pool.query({ name: 'tx-test.one', text: 'select $1::int as n', values: [1] });
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements');
    expect(rows).toEqual([{ n: prepared }]);
  } finally {
    await pool.end();
  }
});

describe('a transaction of several companies', () => {
  const eventsOf = async (companyIds: number[]) =>
    (
      await server.asOwner.query(
        `select company_id as "companyId", data->>'tagId' as "tagId" from event_log
          where company_id = any($1) and kind = 'tag.saved' order by company_id`,
        [companyIds],
      )
    ).rows;

  it('commits the rows and events of all of them together, or none', async () => {
    const [first, second] = [await server.createCompany(), await server.createCompany()];
    const work = (name: string, fails: boolean) =>
      server.db.inCompanies(async (inStep) => {
        for (const { companyId } of [first, second])
          await inStep(companyId, async (tx) => {
            tx.write(insertTag, [companyId, name]);
            tx.emit({ type: 'tag.saved', tagId: companyId, isNew: true });
          });
        if (fails) throw new Error('aborted on purpose');
      });
    await expect(work('Nunca', true)).rejects.toThrow('aborted on purpose');
    await work('Sempre', false);
    const ids = [first.companyId, second.companyId];
    for (const id of ids) expect(await namesOf(id)).toEqual(['Sempre']);
    expect(await eventsOf(ids)).toEqual(ids.map((id) => ({ companyId: id, tagId: String(id) })));
  });

  it('shows each step the rows of its company only, and refuses rows of another [TI-14]', async () => {
    const [first, second] = [await server.createCompany(), await server.createCompany()];
    await server.db.inCompany(first.companyId, (tx) => aTag(tx, 'Alheia'));
    const work = server.db.inCompanies(async (inStep) => {
      expect(await inStep(first.companyId, (tx) => tx.query(selectTags, [first.companyId]))).toHaveLength(1);
      await inStep(second.companyId, async (tx) => {
        expect(await tx.query(selectTags, [first.companyId])).toEqual([]);
        await tx.query(insertTag, [first.companyId, 'Intrusa']);
      });
    });
    await expect(work).rejects.toMatchObject({ code: '42501' });
    expect(await namesOf(first.companyId)).toEqual(['Alheia']);
    // The connection returns to the pool without a company.
    expect(await server.db.query(selectTags, [second.companyId])).toEqual([]);
  });

  it('refuses a step inside another, and a handle whose step is over', async () => {
    const [first, second] = [await server.createCompany(), await server.createCompany()];
    const nested = server.db.inCompanies((inStep) =>
      inStep(first.companyId, () => inStep(second.companyId, async () => undefined)),
    );
    await expect(nested).rejects.toThrow('one after the other');
    const late = server.db.inCompanies(async (inStep) => {
      const tx = await inStep(first.companyId, async (handle) => handle);
      await inStep(second.companyId, (other) => other.query(selectTags, [second.companyId]));
      return tx.query(selectTags, [first.companyId]);
    });
    await expect(late).rejects.toThrow('is over');
  });

  it('commits nothing when a step failed, also if its caller goes on', async () => {
    const [first, second] = [await server.createCompany(), await server.createCompany()];
    const work = server.db.inCompanies(async (inStep) => {
      await inStep(first.companyId, async (tx) => {
        await tx.query(insertTag, [first.companyId, 'Metade']);
        throw new Error('failed halfway');
      }).catch(() => {});
      await inStep(second.companyId, (tx) => tx.query(insertTag, [second.companyId, 'Sozinha']));
    });
    await expect(work).rejects.toThrow('failed halfway');
    expect([...(await namesOf(first.companyId)), ...(await namesOf(second.companyId))]).toEqual([]);
  });

  it('fails with the error of a statement that is not awaited', async () => {
    const { companyId } = await server.createCompany();
    const work = server.db.inCompanies((inStep) =>
      inStep(companyId, async (tx) => {
        tx.write(insertTag, [companyId, null]);
      }),
    );
    await expect(work).rejects.toMatchObject({ code: '23502' });
    expect(await namesOf(companyId)).toEqual([]);
  });
});
