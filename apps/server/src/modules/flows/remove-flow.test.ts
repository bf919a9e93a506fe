import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createFlow, docOfNodes, menu, message, release } from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const waitAtMenu = async (companyId: number, flowId: number, versionId: number) =>
  (
    await server.asOwner.query<{ id: string }>(
      `with person as (insert into contacts (company_id, name) values ($1, 'Ana') returning id),
            talk as (insert into tickets (company_id, contact_id, channel, status)
              select $1, id, 'whatsapp', 'pending' from person returning id)
       insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node, wait, wake_at)
       select $1, id, $2, $3, $3, 'phrase', jsonb_build_object('vars', '{}'::jsonb, 'flowId', $2::int, 'versionId', $3::int, 'stack', '[]'::jsonb, 'seq', 1),
              'menu', 'answer', now() + interval '1 day' from talk returning id`,
      [companyId, flowId, versionId],
    )
  ).rows[0]!.id;
const runOf = async (id: string) =>
  (
    await server.asOwner.query<{ endReason: string | null; versionId: number; wakeAt: Date | null }>(
      'select end_reason as "endReason", version_id as "versionId", wake_at as "wakeAt" from flow_runs where id = $1',
      [id],
    )
  ).rows[0]!;

it('a deleted flow ends its conversations with a reason; a new version receives those whose node still exists', async () => {
  const admin = await server.createAdmin();
  const { id } = await createFlow(admin);
  const first = await release(admin, id, docOfNodes([menu('menu', ['Comprar'])]));
  const run = await waitAtMenu(admin.companyId, id, first.published.id);
  const second = await release(admin, id, docOfNodes([menu('menu', ['Vender'])]));
  // Unless it is moved, the conversation stays on its version.
  expect(second.staying).toEqual([{ number: 1, conversations: 1 }]);
  expect((await runOf(run)).versionId).toBe(first.published.id);
  expect((await admin.request('POST', `/flowbuilder/${id}/bring`)).json()).toEqual({ moved: 1, stayed: 0 });
  expect((await runOf(run)).versionId).toBe(second.published.id);
  await release(admin, id, docOfNodes([message('ola', 'Olá!')]));
  expect((await admin.request('POST', `/flowbuilder/${id}/bring`)).json()).toEqual({ moved: 0, stayed: 1 });

  const removed = await admin.request('DELETE', `/flowbuilder/${id}`);
  expect(removed.statusCode, removed.body).toBe(200);
  expect(removed.json<{ endedRuns: number }>().endedRuns).toBe(1);
  expect(await runOf(run)).toMatchObject({ endReason: 'flowRemoved', wakeAt: null });
});
