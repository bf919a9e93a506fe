import type { FlowConflict, FlowErrors, FlowPublished, FlowVersion } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import {
  createFlow,
  docOfNodes,
  errorOf,
  menu,
  message,
  publish,
  readDraft,
  release,
  saveDraft,
  toQueue,
} from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const versions = async (caller: Caller, id: number, query = '') =>
  (await caller.request('GET', `/flowbuilder/${id}/versions?${query}`)).json<{
    versions: FlowVersion[];
    hasMore: boolean;
  }>();
const greeting = (text: string): FlowDoc => docOfNodes([message('ola', text)]);
const liveDoc = async (companyId: number, id: number) =>
  (
    await server.asOwner.query<{ doc: FlowDoc }>(
      'select v.doc from flows f join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id where f.company_id = $1 and f.id = $2',
      [companyId, id],
    )
  ).rows[0]?.doc;

describe('the draft of a flow', () => {
  it('starts with the start node, saves itself and changes nothing for customers', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const first = await readDraft(admin, id);
    expect(first).toMatchObject({ rev: 1, published: null, hasChanges: true, by: { id: admin.user.id } });
    expect(first.doc.nodes).toEqual([expect.objectContaining({ type: 'start', name: 'Inicio do fluxo' })]);
    expect(first.doc.nodes[0]!.id).toMatch(/^[a-zA-Z]{30}$/);
    const saved = await saveDraft(admin, id, 1, greeting('Olá!'));
    expect(saved.json()).toMatchObject({ rev: 2, hasChanges: true });
    expect((await readDraft(admin, id)).doc).toEqual(greeting('Olá!'));
    expect(await liveDoc(admin.companyId, id)).toBeUndefined();
  });

  it('is not overwritten by an editor who has not seen the last save, and names the colleague [FL-15]', async () => {
    const admin = await server.createAdmin();
    const colleague = await server.createAgent(admin.companyId, { profile: 'admin', name: 'Bia' });
    const { id } = await createFlow(admin);
    expect((await saveDraft(colleague, id, 1, greeting('Da Bia'))).statusCode).toBe(200);
    const stale = await saveDraft(admin, id, 1, greeting('Do outro'));
    expect(errorOf(stale)).toEqual([409, 'ERR_FLOW_CHANGED']);
    expect(JSON.parse(stale.json().error) as FlowConflict).toMatchObject({
      rev: 2,
      by: { id: colleague.user.id, name: 'Bia' },
    });
    expect(errorOf(await publish(admin, id, 1))).toEqual([409, 'ERR_FLOW_CHANGED']);
    expect((await readDraft(admin, id)).doc).toEqual(greeting('Da Bia'));
    // Exactly one of two saves at once is stored.
    const both = await Promise.all(
      [admin, colleague].map((caller, index) => saveDraft(caller, id, 2, greeting(String(index)))),
    );
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    const winner = both.findIndex(({ statusCode }) => statusCode === 200);
    expect((await readDraft(admin, id)).doc).toEqual(greeting(String(winner)));
  });

  it('refuses forged edges, ports, node types and sizes [FL-21]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const doc = docOfNodes([menu('menu', ['Vendas'])], ['menu a1 menu']);
    const forged: object[] = [
      { ...doc, edges: [{ ...doc.edges[0]!, target: 'nobody' }] },
      { ...doc, edges: [{ ...doc.edges[0]!, port: 'a7' }] },
      { ...doc, edges: [doc.edges[0]!, { ...doc.edges[0]!, id: 'twice' }] },
      { ...doc, edges: [{ ...doc.edges[0]!, source: '../../etc' }] },
      { ...doc, nodes: [...doc.nodes, { id: 'x', type: 'shell', position: { x: 0, y: 0 }, data: {} }] },
      { ...doc, nodes: [...doc.nodes, { ...doc.nodes[1]!, id: '__proto__ ' }] },
      { ...doc, nodes: [...doc.nodes, { ...message('x', 'a'.repeat(4097)) }] },
      { ...doc, nodes: Array.from({ length: 1001 }, (_, n) => message(`m${n}`, 'oi')) },
      { ...doc, schema: 2 },
    ];
    for (const [index, broken] of forged.entries())
      expect((await saveDraft(admin, id, 1, broken as FlowDoc)).statusCode, String(index)).toBe(400);
    expect((await readDraft(admin, id)).rev).toBe(1);
  });
});

describe('publishing', () => {
  it('makes the draft the live version; the same content makes no second one', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const first = await release(admin, id, greeting('Um'));
    expect(first).toMatchObject({ isNew: true, published: { number: 1, by: { id: admin.user.id } }, staying: [] });
    expect((await readDraft(admin, id)).hasChanges).toBe(false);
    expect((await publish(admin, id, 2)).json<FlowPublished>()).toMatchObject({
      isNew: false,
      published: { number: 1 },
    });
    await saveDraft(admin, id, 2, greeting('Dois'));
    const second = await publish(admin, id, 3, 'Texto novo');
    expect(second.json<FlowPublished>()).toMatchObject({ isNew: true, published: { number: 2, note: 'Texto novo' } });
    expect(await liveDoc(admin.companyId, id)).toEqual(greeting('Dois'));
    expect((await versions(admin, id)).versions.map(({ number, isLive }) => [number, isLive])).toEqual([
      [2, true],
      [1, false],
    ]);
    const old = await admin.request('GET', `/flowbuilder/${id}/versions/1`);
    expect(old.json<FlowVersion & { doc: FlowDoc }>().doc).toEqual(greeting('Um'));
  });

  it('is refused with the errors of the draft: missing fields, and what other companies own [FL-16]', async () => {
    const [admin, otherCompanyAdmin] = [await server.createAdmin(), await server.createAdmin()];
    const foreign = (await otherCompanyAdmin.request('POST', '/queue', { name: 'Deles', color: '#111111' })).json<{
      id: number;
    }>();
    const { id } = await createFlow(admin);
    const refused = async (doc: FlowDoc) => {
      const { rev } = await readDraft(admin, id);
      expect((await saveDraft(admin, id, rev, doc)).statusCode).toBe(200);
      const answer = await publish(admin, id, rev + 1);
      expect(errorOf(answer)).toEqual([400, 'ERR_FLOW_HAS_ERRORS']);
      return (JSON.parse(answer.json().error) as FlowErrors).problems;
    };
    expect(await refused(docOfNodes([toQueue('fila', foreign.id)]))).toMatchObject([
      { code: 'unknownQueue', severity: 'error', nodeId: 'fila' },
    ]);
    expect(await refused(docOfNodes([message('vazia', ' ')]))).toMatchObject([{ code: 'required', nodeId: 'vazia' }]);
    expect(await liveDoc(admin.companyId, id)).toBeUndefined();
    const flow = (await admin.request('GET', `/flowbuilder/${id}`)).json<{ flow: { problems: object } }>().flow;
    expect(flow.problems).toMatchObject({ errors: 1 });
  });

  it('can be taken back: a version fills the draft or is published again', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    await release(admin, id, greeting('Um'));
    await release(admin, id, greeting('Dois'));
    const { rev } = await readDraft(admin, id);
    const restored = await admin.request('POST', `/flowbuilder/${id}/restore`, { number: 1, rev });
    expect(restored.json()).toMatchObject({ rev: rev + 1, hasChanges: true, doc: greeting('Um') });
    expect(await liveDoc(admin.companyId, id)).toEqual(greeting('Dois'));
    const back = await admin.request('POST', `/flowbuilder/${id}/rollback`, { number: 1 });
    expect(back.json<FlowPublished>()).toMatchObject({ isNew: true, published: { number: 3 } });
    expect(await liveDoc(admin.companyId, id)).toEqual(greeting('Um'));
    expect(await readDraft(admin, id)).toMatchObject({ hasChanges: false, published: { number: 3 } });
    expect(errorOf(await admin.request('POST', `/flowbuilder/${id}/rollback`, { number: 9 }))).toEqual([
      404,
      'ERR_NO_FLOW_VERSION_FOUND',
    ]);
    const { rows } = await server.asOwner.query<{ action: string }>(
      `select act as action from audit_log where company_id = $1 and act like 'flow.%' order by id`,
      [admin.companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'flow.published',
      'flow.published',
      'flow.restored',
      'flow.published',
    ]);
  });

  it('lists versions in pages', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    for (let n = 1; n <= 22; n++) await release(admin, id, greeting(`Texto ${n}`));
    const page = await versions(admin, id);
    expect([page.versions.length, page.versions[0]!.number, page.hasMore]).toEqual([20, 22, true]);
    const rest = await versions(admin, id, 'before=3');
    expect([rest.versions.map(({ number }) => number), rest.hasMore]).toEqual([[2, 1], false]);
  });
});
