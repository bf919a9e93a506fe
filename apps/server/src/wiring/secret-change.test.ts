import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../test/channel.ts';
import { cloneDatabase, TEST_SECRET } from '../../test/database.ts';
import { serverUrl, startTestServer, type TestServer } from '../../test/server.ts';
import { readConfig } from '../infrastructure/config.ts';
import { prepareDatabase } from '../infrastructure/db/prepare.ts';
import { deriveKey } from '../infrastructure/secrets/derive-key.ts';
import { createVault } from '../infrastructure/secrets/secrets.ts';
import { createQrHost } from './qr-host.ts';
import { assertSecretsKnown, UnknownSecret } from './secret-change.ts';

const OLD = TEST_SECRET;
const NEW = 'the secret after the change, of more than thirty-two characters';
const KEYS = {
  accessToken: 'EAAG-canary-of-the-account',
  phoneNumberId: '10600001',
  wabaId: '10200001',
  appSecret: 'app-canary',
};

let ownerUrl: string;
let servers: TestServer[] = [];
beforeAll(async () => {
  ownerUrl = await cloneDatabase(serverUrl(), `secrets_${process.pid}`);
  await prepareDatabase(ownerUrl, NEW, () => {});
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});

/** A server on the same database. Restarting means stopping the ones before. */
async function restart(env: Record<string, string>): Promise<TestServer> {
  for (const server of servers) await server.stop();
  const { channel } = createTestChannel();
  channel.newSecrets = () => ({ webhookKey: `key-${Math.random()}`, verifyToken: 'said-by-meta' });
  const channels = { of: () => channel, close: async () => {} };
  const server = await startTestServer({ ownerUrl, env, open: true, channels });
  servers = [server];
  return server;
}
const secretsOf = ({ config }: TestServer) => ({ current: config.secret, previous: config.oldSecret });
const keysOf = async (server: TestServer, companyId: number, id: number) => {
  const connection = (await server.modules.connections.find(companyId, id))!;
  return server.modules.connections.accountOf(connection).secrets;
};
const qrStateOf = (server: TestServer) =>
  createQrHost({
    db: server.db,
    secrets: secretsOf(server),
    node: 'test',
    getModules: () => server.modules,
    isBlocked: () => false,
    onError: () => {},
  }).state;

/** More than are sealed again in one transaction. */
const CALLS = 450;
const CALL_CONTENT = JSON.stringify({ request: 'GET /pedidos/42', response: 'pronto' });
/** Contents of calls of a flow, one of them sealed with a secret of long ago. */
async function addCallContents(server: TestServer, companyId: number, connectionId: number): Promise<void> {
  const { rows } = await server.asOwner.query<{ id: number }>(
    `with contact as (insert into contacts (company_id, name) values ($1, 'Ana') returning id)
     insert into tickets (company_id, contact_id, connection_id, channel, status)
     select $1, id, $2, 'whatsappapi', 'open' from contact returning id`,
    [companyId, connectionId],
  );
  const sealedFor = { company: companyId, table: 'flow_calls', field: 'content' };
  const [known, lost] = [OLD, 'a secret of long ago, of more than thirty-two characters'].map((current) =>
    createVault({ current }).seal(CALL_CONTENT, sealedFor),
  );
  await server.asOwner.query(
    `insert into flow_calls (company_id, call_id, ticket_id, node, kind, account, state, finished_at, content)
     select $1, n::text, $2, 'http', 'http', 'http:example.com', 'done', now(), case when n <= $3 then $4 else $5 end
       from generate_series(1, $3 + 1) n`,
    [companyId, rows[0]!.id, CALLS, known, lost],
  );
}

describe('a change of APP_SECRET', () => {
  it('seals everything again, after which the former secret is not needed [F-H2] [F-E5]', async () => {
    const before = await restart({});
    const owner = await before.createSuperUser();
    const admin = await before.createAdmin();
    const created = await admin.request('POST', '/whatsapp', {
      name: 'Oficial',
      channel: 'whatsappapi',
      provider: 'official',
      linking: KEYS,
    });
    expect(created.statusCode, created.body).toBe(200);
    const { id } = created.json();
    const device = { companyId: admin.companyId, connectionId: id };
    const names = Array.from({ length: 1_200 }, (_, n) => `55119${n}`);
    await qrStateOf(before).set(
      device,
      names.map((name) => ({ kind: 'session', name, value: `state of ${name}` })),
    );
    expect((await owner.request('PUT', '/settings/mpaccesstoken', { value: 'short' })).statusCode).toBe(200);
    const vapid = (await before.modules.settings.ownSecret('vapid', () => 'keys of push')).reveal();
    await before.asOwner.query(
      `insert into channel_links (company_id, user_id, session_id, state_hash, link_hash, token, ends_at)
       values ($1, $2, 's', 'a', 'b', $3, now() + interval '1 hour')`,
      [
        admin.companyId,
        admin.user.id,
        createVault({ current: OLD }).seal('token of a page', {
          company: admin.companyId,
          table: 'channel_links',
          field: 'token',
        }),
      ],
    );
    await before.db.inCompany(admin.companyId, (tx) =>
      before.modules.queueMail(tx, {
        kind: 'address-in-use',
        about: 'a',
        companyId: admin.companyId,
        address: 'a@example.com',
        language: 'pt',
        data: { url: 'https://desk.example.com/login' },
      }),
    );
    await addCallContents(before, admin.companyId, id);
    // Without the former secret the start refuses.
    const unknown = { current: NEW };
    await expect(assertSecretsKnown(before.db, unknown)).rejects.toThrow(UnknownSecret);
    await expect(assertSecretsKnown(before.db, unknown)).rejects.toThrow(/OLD_APP_SECRET/);

    const during = await restart({ APP_SECRET: NEW, OLD_APP_SECRET: OLD });
    await assertSecretsKnown(during.db, secretsOf(during));
    // Sessions survive a change that names the former secret.
    expect((await during.withToken(admin.token)('GET', '/auth/me')).statusCode).toBe(200);
    expect((await keysOf(during, admin.companyId, id))['accessToken']).toBe(KEYS.accessToken);
    await during.reseal();
    expect(await during.modules.connections.companiesToReseal()).toEqual([]);

    const after = await restart({ APP_SECRET: NEW });
    await assertSecretsKnown(after.db, secretsOf(after));
    expect(await keysOf(after, admin.companyId, id)).toMatchObject(KEYS);
    const state = await qrStateOf(after).get(device, 'session', names);
    expect(Object.entries(state)).toHaveLength(names.length);
    expect(state[names[7]!]).toBe(`state of ${names[7]}`);
    await qrStateOf(after).set(device, [{ kind: 'session', name: names[0]!, value: 'newer' }]);
    expect((await qrStateOf(after).all(device, 'session')).length).toBe(names.length);
    expect((await after.modules.settings.secret('mpaccesstoken'))?.reveal()).toBe('short');
    const mails = await after.asOwner.query<{ content: Buffer }>('select content from mails');
    const mailVault = createVault({ current: NEW });
    const sealedFor = { company: admin.companyId, table: 'mails', field: 'content' };
    expect(mails.rows.map(({ content }) => mailVault.open(content.toString(), sealedFor).reveal())).toEqual([
      expect.stringContaining('https://desk.example.com/login'),
    ]);
    expect((await after.modules.settings.ownSecret('vapid', () => 'others')).reveal()).toBe(vapid);
    // One that no known secret opens is gone.
    const callContents = await after.asOwner.query<{ content: string }>(
      'select content from flow_calls where company_id = $1 and content is not null',
      [admin.companyId],
    );
    const contentsFor = { company: admin.companyId, table: 'flow_calls', field: 'content' };
    const contents = callContents.rows.map(({ content }) => mailVault.open(content, contentsFor).reveal());
    expect(contents).toEqual(Array.from({ length: CALLS }, () => CALL_CONTENT));
    const { rows } = await after.asOwner.query('select token from channel_links where company_id = $1', [
      admin.companyId,
    ]);
    const opened = createVault({ current: NEW }).open(rows[0].token, {
      company: admin.companyId,
      table: 'channel_links',
      field: 'token',
    });
    expect(opened.reveal()).toBe('token of a page');
  });

  it('with the former secret lost marks connections, and linking them again works [F-A7]', async () => {
    const before = await restart({ APP_SECRET: NEW });
    const admin = await before.createAdmin();
    const draft = { name: 'Oficial', channel: 'whatsappapi', provider: 'official', linking: KEYS };
    const { id } = (await admin.request('POST', '/whatsapp', draft)).json();
    await before.db.inCompany(admin.companyId, async (tx) => {
      await tx.query({ name: 'test.connected', text: `update connections set status = 'CONNECTED' where id = $1` }, [
        id,
      ]);
    });
    const lost = 'another secret that nothing was sealed with until now';
    await prepareDatabase(ownerUrl, lost, () => {});
    const after = await restart({ APP_SECRET: lost, OLD_APP_SECRET: 'lost', SIGNING_SECRET: NEW });
    const request = after.withToken(admin.token);
    await after.reseal();
    expect((await request('GET', `/whatsapp/${id}?session=0`)).json()).toMatchObject({
      status: 'DISCONNECTED',
      pausedBecause: 'ERR_CONNECTION_KEYS',
    });
    const shown = await request('GET', `/whatsapp/${id}/linking`);
    expect([shown.statusCode, shown.json().fields.some((field: { isSet: boolean }) => field.isSet)]).toEqual([
      200,
      false,
    ]);
    expect((await request('POST', `/whatsapp/${id}/check`)).json().error).toBe('ERR_CONNECTION_KEYS');
    const { accessToken, ...ids } = KEYS;
    const saved = await request('PUT', `/whatsapp/${id}`, { linking: { accessToken: `${accessToken}-2`, ...ids } });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await keysOf(after, admin.companyId, id)).toMatchObject({ ...ids, accessToken: `${accessToken}-2` });
    expect((await keysOf(after, admin.companyId, id))['webhookKey']).toMatch(/^key-/);
    expect((await request('DELETE', `/whatsapp/${id}`)).statusCode).toBe(200);
  });
});

describe('a change of the signing secret', () => {
  it('signs everybody out and leaves stored keys readable [F-A7]', async () => {
    const before = await restart({ APP_SECRET: NEW });
    const admin = await before.createAdmin();
    const draft = { name: 'Oficial', channel: 'whatsappapi', provider: 'official', linking: KEYS };
    const { id } = (await admin.request('POST', '/whatsapp', draft)).json();
    const after = await restart({ APP_SECRET: NEW, SIGNING_SECRET: 'only signs, of more than thirty-two characters' });
    const renewed = await after.anonymous('POST', '/auth/refresh_token', undefined, {
      cookie: admin.cookie,
      'sec-fetch-site': 'same-origin',
    });
    expect(renewed.statusCode).toBe(401);
    expect(await keysOf(after, admin.companyId, id)).toMatchObject(KEYS);
    expect((await after.signIn(admin.email)).companyId).toBe(admin.companyId);
  });

  it('is a file of its own where no secret is configured; a trial hands its secret over to APP_SECRET [F-A7]', () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-secrets-'));
    try {
      const first = readConfig({ DATA_DIR: dir });
      expect([first.secret, first.signing.current].map((secret) => secret.length >= 32)).toEqual([true, true]);
      expect(first.signing.current).not.toBe(first.secret);
      rmSync(join(dir, 'signing-secret'));
      const second = readConfig({ DATA_DIR: dir });
      expect([second.secret, second.signing.current === first.signing.current]).toEqual([first.secret, false]);
      const inPublic = readConfig({ DATA_DIR: dir, PUBLIC_URL: 'https://desk.example.com', APP_SECRET: NEW });
      expect(inPublic).toMatchObject({
        secret: NEW,
        oldSecret: first.secret,
        signing: { current: NEW, previous: undefined },
      });
      writeFileSync(join(dir, 'signing-secret'), '');
      expect(() => readConfig({ DATA_DIR: dir })).toThrow(/signing-secret is damaged/);
      expect(readFileSync(join(dir, 'secret'), 'utf8')).toBe(first.secret);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('names of device state stay the same keys that former versions derived', async () => {
    const server = await restart({ APP_SECRET: NEW });
    const stored = (await server.modules.settings.ownSecret('qr-names', () => '[]')).reveal();
    expect(JSON.parse(stored)).toContain(deriveKey(OLD, 'qr-names').toString('base64url'));
  });
});
