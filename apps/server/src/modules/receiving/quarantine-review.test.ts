import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';

// Passing trouble of the database sets nothing aside; what is set aside is shown and waits for a decision.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
  // Fails with the SQLSTATE that the text of the message names.
  await service.server.asOwner.query(
    `create function fail_as_told() returns trigger language plpgsql as $$
     begin raise exception 'told to fail' using errcode = substr(new.body, 8, 5); end $$;
     create trigger fail_as_told before insert on messages for each row when (new.body like 'errcode%') execute function fail_as_told()`,
  );
});
afterAll(() => service.server.stop());

type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;
const rows = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;
const waiting = ({ companyId }: Company) =>
  rows('select tries, transient_failures as failures from signals where company_id = $1', [companyId]);
const setAside = ({ companyId }: Company) =>
  rows('select id::float8 as id, kind, reason from quarantine where company_id = $1 order by id', [companyId]);
/** Retries the waiting event until the condition holds, without its waits; `tries` as if it had failed so often. */
const retryUntil = <T>(company: Company, poll: () => Promise<T>, isDone: (state: T) => boolean, tries = 0) =>
  service.until(async () => {
    await rows('update signals set next_try_at = now(), tries = $2 where company_id = $1', [company.companyId, tries]);
    return poll();
  }, isDone);

/** A company with one event that was set aside. */
async function withSetAside(text = 'errcodeP0001') {
  const company = await service.createConnectedCompany();
  await company.sendWebhook([company.customerMessage('5511990009001', text)]);
  const [item] = await retryUntil(
    company,
    () => setAside(company),
    (all) => all.length === 1,
    6,
  );
  return { company, id: item.id as number };
}

describe('an event that meets a lock or a timeout', () => {
  it.each(['55P03', '40P01', '40001', '57014'])(
    'is not set aside for %s, however often; another conversation goes on [F-H1]',
    async (code) => {
      const company = await service.createConnectedCompany();
      await company.sendWebhook([
        company.customerMessage('5511990009002', `errcode${code}`),
        company.customerMessage('5511990009003', 'outra conversa'),
      ]);
      await service.until(company.messages, (all) => all.length === 1);
      const [event] = await retryUntil(
        company,
        () => waiting(company),
        ([first]) => first?.failures >= 2,
      );
      expect(event.tries).toBe(0);
      expect(await setAside(company)).toEqual([]);
      await rows(`delete from signals where company_id = $1`, [company.companyId]);
    },
  );

  it('waits longer each time, up to ten minutes, and is set aside after hours [F-H1]', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([company.customerMessage('5511990009004', 'errcode55P03')]);
    await service.until(
      () => waiting(company),
      ([first]) => first?.failures >= 1,
    );
    await rows('update signals set transient_failures = 30, next_try_at = now() where company_id = $1', [
      company.companyId,
    ]);
    const [{ seconds }] = await service.until(
      () =>
        rows(
          `select extract(epoch from next_try_at - now())::float8 as seconds from signals
            where company_id = $1 and transient_failures = 31`,
          [company.companyId],
        ),
      (found) => found.length === 1,
    );
    expect(seconds).toBeGreaterThan(590);
    await rows('update signals set transient_failures = 45, next_try_at = now() where company_id = $1', [
      company.companyId,
    ]);
    expect(
      await service.until(
        () => setAside(company),
        (all) => all.length > 0,
      ),
    ).toMatchObject([{ kind: 'message', reason: 'database' }]);
  });
});

describe('the review of what was set aside', () => {
  it('lists it with its connection, reason and excerpt, newest first [F-H1]', async () => {
    const { company } = await withSetAside();
    await company.sendWebhook('isto não é uma lista 5511987654321' as never);
    await service.until(
      () => setAside(company),
      (all) => all.length === 2,
    );
    const answer = await company.admin.request('GET', '/quarantine');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      count: 2,
      hasMore: false,
      items: [
        { kind: 'delivery', reason: 'unreadable', excerpt: expect.stringContaining('5511987**-**21') },
        {
          kind: 'message',
          reason: 'failed',
          whatsappId: company.connectionId,
          connectionName: 'Matriz',
          contactName: 'Helena Prado',
          excerpt: 'errcodeP0001',
        },
      ],
    });
    const other = await service.server.createAgent(company.companyId);
    expect((await other.request('GET', '/quarantine')).statusCode).toBe(403);
  });

  it('puts all back, also behind more items of a removed connection than a request takes [F-H1]', async () => {
    const { company, id } = await withSetAside();
    await rows(`update quarantine set content = jsonb_set(content, '{content,text}', '"agora sim"') where id = $1`, [
      id,
    ]);
    await rows(
      `insert into quarantine (company_id, connection_id, kind, content, fault)
       select $1, null, 'delivery', '{"body":"W10="}', 'unreadable' from generate_series(1, 520)`,
      [company.companyId],
    );
    // The usable item is the newest.
    await rows(
      `insert into quarantine (company_id, connection_id, kind, content, fault, reason)
       select company_id, connection_id, kind, content, fault, reason from quarantine where id = $1`,
      [id],
    );
    await rows('delete from quarantine where id = $1', [id]);
    const answer = await company.admin.request('POST', '/quarantine/put-back');
    expect(answer.json()).toMatchObject({ count: 1 });
    expect(await service.until(company.messages, (all) => all.length === 1)).toMatchObject([{ body: 'agora sim' }]);
  });

  it('puts one item back: it is processed, once [F-H1]', async () => {
    const { company, id } = await withSetAside();
    await rows(`update quarantine set content = jsonb_set(content, '{content,text}', '"agora sim"') where id = $1`, [
      id,
    ]);
    expect((await company.admin.request('POST', `/quarantine/${id}/put-back`)).statusCode).toBe(200);
    const messages = await service.until(company.messages, (all) => all.length === 1);
    expect(messages).toMatchObject([{ body: 'agora sim' }]);
    expect((await company.admin.request('POST', `/quarantine/${id}/put-back`)).statusCode).toBe(404);
    expect(await setAside(company)).toEqual([]);
    expect(
      await rows(`select subject from audit_log where company_id = $1 and act = 'quarantine.put-back'`, [
        company.companyId,
      ]),
    ).toHaveLength(1);
  });

  it('puts a whole payload back although its digest was seen [F-H1]', async () => {
    const company = await service.createConnectedCompany();
    const [{ secrets }] = await rows('select secrets from connections where id = $1', [company.connectionId]);
    await rows(`update connections set secrets = 'verdorben' where id = $1`, [company.connectionId]);
    service.server.modules.connectionCache.invalidate(company.companyId);
    const body = JSON.stringify([company.customerMessage('5511990009005', 'de volta')]);
    await rows('insert into inbox (company_id, connection_id, digest, body) values ($1, $2, sha256($3), $3)', [
      company.companyId,
      company.connectionId,
      Buffer.from(body),
    ]);
    const [item] = await service.until(
      () => setAside(company),
      (all) => all.length === 1,
    );
    expect(item).toMatchObject({ kind: 'delivery', reason: 'keys' });
    await rows('update connections set secrets = $2 where id = $1', [company.connectionId, secrets]);
    service.server.modules.connectionCache.invalidate(company.companyId);
    const answer = await company.admin.request('POST', '/quarantine/put-back');
    expect(answer.json()).toEqual({ count: 1, left: 0 });
    await service.until(company.messages, (all) => all.some((row) => row.body === 'de volta'));
  });

  it('keeps what cannot be put back, and says so [F-H1]', async () => {
    const company = await service.createConnectedCompany();
    const insert = async (connectionId: number | null, content: object) =>
      (
        await rows(
          `insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, 'message', $3, 'x')
           returning id::float8 as id`,
          [company.companyId, connectionId, JSON.stringify(content)],
        )
      )[0].id;
    const ids = [await insert(company.connectionId, { strange: true }), await insert(null, { is: 'session' })];
    for (const id of ids) {
      const answer = await company.admin.request('POST', `/quarantine/${id}/put-back`);
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'ERR_QUARANTINE_UNUSABLE']);
    }
    expect((await company.admin.request('POST', '/quarantine/put-back')).json()).toEqual({ count: 0, left: 0 });
    expect(await setAside(company)).toHaveLength(2);
  });

  it('discards an item for good, with an entry in the audit log [F-H1]', async () => {
    const { company, id } = await withSetAside();
    expect((await company.admin.request('DELETE', `/quarantine/${id}`)).statusCode).toBe(200);
    expect(await setAside(company)).toEqual([]);
    const [entry] = await rows(
      `select user_id, subject, data from audit_log where company_id = $1 and act = 'quarantine.removed'`,
      [company.companyId],
    );
    expect(entry).toMatchObject({ user_id: company.admin.user.id, data: { kind: 'message', reason: 'failed' } });
    expect((await company.admin.request('DELETE', `/quarantine/${id}`)).statusCode).toBe(404);
  });
});
