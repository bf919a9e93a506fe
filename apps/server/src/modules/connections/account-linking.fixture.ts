import { startGraphSimulator, type GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';

/** The platform's Meta app in the simulator. */
export const app = {
  id: '424200000001',
  secret: 'secret-of-the-platforms-app',
  verifyToken: 'what-the-platform-typed-in',
};

async function startMetaServer(): Promise<{ graph: GraphSimulator; server: TestServer }> {
  const graph = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: app.verifyToken });
  const server = await startTestServer({
    open: true,
    env: {
      META_APP_ID: app.id,
      META_APP_SECRET: app.secret,
      META_VERIFY_TOKEN: app.verifyToken,
      META_GRAPH_URL: graph.url,
      META_DIALOG_URL: graph.url,
    },
  });
  await server.work();
  await graph.control.platformWebhook(`${server.url}/webhooks/meta`);
  return { graph, server };
}
/** Starts the Graph simulator and a server that uses it before the tests of a file, and stops them after it. */
export function shareMetaServer(use: (started: { graph: GraphSimulator; server: TestServer }) => void): void {
  let started: Awaited<ReturnType<typeof startMetaServer>> | undefined;
  beforeAll(async () => {
    started = await startMetaServer();
    use(started);
  });
  afterAll(async () => {
    await started?.server.stop();
    await started?.graph.close();
  });
}

let sequence = 0;
export const nextSequence = () => ++sequence;
export const nextNumber = () => String(880_000_000_000 + ++sequence);
export const errorOf = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];
/** Requests with the host name of the test server, as a browser does. */
export const getWithHost = (server: TestServer, admin: Caller, path: string) =>
  admin.request('GET', path, undefined, { host: new URL(server.url!).host });
export const ownersOf = async (server: TestServer, kind: string, id: string) =>
  (
    await server.asOwner.query<{ company_id: number; row_id: string }>(
      "select company_id, row_id from directory where kind = 'meta-account' and key_hash = $1",
      [hashKey(`${kind}:${id}`)],
    )
  ).rows.map((row) => [row.company_id, Number(row.row_id)]);

/** Polls until the value is truthy; fails with the last value after ten seconds. */
export async function eventually<T>(poll: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + 10_000;
  for (;;) {
    const value = await poll();
    if (value) return value;
    if (Date.now() > end) throw new Error(`still ${String(value)}`);
    await new Promise((done) => setTimeout(done, 15));
  }
}

type Account = Parameters<GraphSimulator['control']['addWhatsApp']>[0];
/** A linked official number with one template. */
export async function linkOfficialNumber({ control }: GraphSimulator, admin: Caller, more: Partial<Account> = {}) {
  const keys = { phoneNumberId: nextNumber(), wabaId: nextNumber(), accessToken: `EAAtoken${nextNumber()}` };
  await control.addWhatsApp({
    ...keys,
    token: keys.accessToken,
    displayNumber: `+55 00 9${nextNumber().slice(-8)}`,
    isSubscribed: true,
    hasWindow: true,
    templates: [{ name: 'retomar', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}' }] }],
    ...more,
  });
  const linking = { ...keys, ...(more.wabaId && { wabaId: more.wabaId }) };
  const draft = { name: `Oficial ${nextSequence()}`, channel: 'whatsappapi', provider: 'official', linking };
  const answer = await admin.request('POST', '/whatsapp', draft);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const { id, name, status } = answer.json<{ id: number; name: string; status: string }>();
  if (status !== 'CONNECTED') throw new Error(`the number is ${status}`);
  const { templates } = await eventually(async () => {
    const listed = (await admin.request('GET', `/templates?whatsappId=${id}`)).json<{ templates: { id: number }[] }>();
    return listed.templates.length > 0 ? listed : undefined;
  });
  return { id, name, accountId: keys.phoneNumberId, wabaId: linking.wabaId, templateId: templates[0]!.id };
}
export type OfficialNumber = Awaited<ReturnType<typeof linkOfficialNumber>>;
