import type { FlowDraft, FlowImported } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { nodeKinds } from '@balcao/domain/flow/nodes/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createForm } from '../../../test/form.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { createPrompt } from '../ai/ai.fixture.ts';
import { createIntegration } from '../integrations/integrations.fixture.ts';
import { referencesOf } from './flow-documents.ts';
import { createFlow, docOfNodes, errorOf, message, readDraft, release, saveDraft, toQueue } from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sendFile = (caller: Caller, path: string, field: string, name: string, bytes: Buffer) => {
  const form = createForm([], [{ field, name, bytes }]);
  return server.app.inject({
    method: 'POST',
    url: `/api/flowbuilder/${path}`,
    headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
    payload: form.payload,
  });
};
const importFile = (caller: Caller, name: string, bytes: Buffer) => sendFile(caller, 'import', 'file', name, bytes);
const importJson = (caller: Caller, content: unknown) =>
  importFile(caller, 'fluxo.json', Buffer.from(JSON.stringify(content)));
const imported = async (caller: Caller, answer: Awaited<ReturnType<typeof importFile>>) => {
  expect(answer.statusCode, answer.body).toBe(200);
  const result = answer.json<FlowImported>();
  return { ...result, draft: await readDraft(caller, result.flow.id) };
};
async function zipOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
const createQueue = async (caller: Caller, name: string) =>
  (await caller.request('POST', '/queue', { name, color: '#123456' })).json<{ id: number }>().id;
const picture = (name: string): FlowDoc['nodes'][number] => ({
  id: 'foto',
  type: 'img',
  position: { x: 0, y: 0 },
  data: { file: { name, original: 'loja.png' }, caption: 'Nossa loja' },
});
const wireFlow = {
  nodes: [
    { id: '1', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Inicio do fluxo' } },
    { id: '2', type: 'message', position: { x: 200, y: 0 }, data: { label: 'Olá, {{name}}' } },
    { id: '3', type: 'ticket', position: { x: 400, y: 0 }, data: { data: { id: 7, name: 'Vendas' } } },
  ],
  connections: [
    { source: '1', sourceHandle: 'a', target: '2' },
    { source: '2', sourceHandle: 'a', target: '3' },
  ],
};

describe('an exported flow', () => {
  it('carries its files and becomes a flow of another company, with what that one has under the same names', async () => {
    const [admin, otherCompanyAdmin] = [await server.createAdmin(), await server.createAdmin()];
    const vendas = await createQueue(admin, 'Vendas');
    const file = (await sendFile(admin, 'img', 'medias', 'loja.png', onePixelPicture())).json<{ name: string }>();
    const { id } = await createFlow(admin, 'Boas-vindas');
    await release(admin, id, docOfNodes([picture(file.name), toQueue('fila', vendas)], ['foto a fila']));
    const answer = await admin.request('POST', `/flowbuilder/${id}/export`);
    const { url, fileName } = answer.json<{ url: string; fileName: string }>();
    expect(fileName).toBe('Boas-vindas.zip');
    const zip = (await server.app.inject(url)).rawPayload;

    const unmapped = await imported(otherCompanyAdmin, await importFile(otherCompanyAdmin, fileName, zip));
    expect(unmapped).toMatchObject({
      flow: { name: 'Boas-vindas' },
      report: { nodes: 3, files: 1, notes: [{ kind: 'unknownReference', nodeId: 'fila', subject: 'Vendas' }] },
    });
    const own = await createQueue(otherCompanyAdmin, 'vendas');
    const mapped = await imported(otherCompanyAdmin, await importFile(otherCompanyAdmin, fileName, zip));
    expect(mapped.report.notes).toEqual([{ kind: 'mapped', nodeId: 'fila', subject: 'Vendas' }]);
    expect(mapped.flow.name).toBe('Boas-vindas 2');
    const nodes = new Map(mapped.draft.doc.nodes.map((node) => [node.id, node.data]));
    expect(nodes.get('fila')).toEqual({ queueId: own });
    // The file is the company's own copy.
    const [copy] = mapped.draft.files;
    expect(nodes.get('foto')).toMatchObject({ file: { name: copy!.name, original: 'loja.png' } });
    expect(copy!.name).not.toBe(file.name);
    expect((await server.app.inject(copy!.url)).rawPayload.equals(onePixelPicture())).toBe(true);
  });

  it('says at the import which prompts, integrations and keys it left behind', async () => {
    const admin = await server.createAdmin();
    const { id: promptId } = await createPrompt(admin, {
      name: 'Vendedora',
      provider: 'openai',
      apiKey: 'sk-canary-4712',
    });
    const { id: integrationId } = await createIntegration(admin, { type: 'flowbuilder', name: 'Recepção' });
    const { id } = await createFlow(admin);
    const keys = { name: 'IA', prompt: 'Responda', apiKey: 'sk-canary-4712', voiceKey: 'sk-canary-4712' };
    const nodes = [
      { id: 'ia', type: 'openai', position: { x: 0, y: 0 }, data: { typebotIntegration: keys } },
      { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
    ];
    const connections = [{ source: 'start', sourceHandle: 'a', target: 'ia' }];
    const saved = await admin.request('POST', '/flowbuilder/flow', { idFlow: id, nodes, connections });
    expect(saved.statusCode, saved.body).toBe(200);
    const { rev, doc } = await readDraft(admin, id);
    const [openai] = doc.nodes;
    const { apiKeyRef } = openai!.data as { apiKeyRef: string };
    const at = { position: { x: 0, y: 0 } };
    const http = { ...nodeKinds.http.defaults(), headers: [{ name: 'X-Token', keyRef: apiKeyRef }] };
    const drawn: FlowDoc['nodes'] = [
      { id: 'modelo', type: 'openai', ...at, data: { ...nodeKinds.openai.defaults(), promptId } },
      { id: 'aviso', type: 'webhook', ...at, data: { integrationId } },
      { id: 'pedido', type: 'http', ...at, data: http },
    ];
    const changed = await saveDraft(admin, id, rev, { ...doc, nodes: [...doc.nodes, ...drawn] });
    expect(changed.statusCode, changed.body).toBe(200);
    const { url } = (await admin.request('POST', `/flowbuilder/${id}/export`)).json<{ url: string }>();
    const zip = (await server.app.inject(url)).rawPayload;

    const { report, draft } = await imported(admin, await importFile(admin, 'fluxo.zip', zip));
    const left = [
      { kind: 'keyRemoved', nodeId: 'ia', subject: 'apiKey' },
      { kind: 'keyRemoved', nodeId: 'ia', subject: 'voiceKey' },
      { kind: 'keyRemoved', nodeId: 'pedido', subject: 'X-Token' },
      { kind: 'unknownReference', nodeId: 'modelo', subject: 'Vendedora' },
      { kind: 'unknownReference', nodeId: 'aviso', subject: 'Recepção' },
    ];
    expect(report.notes).toEqual(left);
    expect(referencesOf(draft.doc)).toMatchObject({ prompts: [], integrations: [] });
    expect(JSON.stringify(draft.doc)).not.toContain(apiKeyRef);
    // A file that names them itself: it was not written by an export.
    const forged = {
      format: 'balcao-flow',
      name: 'Fora',
      doc: { ...doc, nodes: [...doc.nodes, ...drawn] },
      removed: 7,
    };
    const foreign = await imported(admin, await importJson(admin, forged));
    expect(foreign.report.notes).toEqual([
      ...left.slice(0, 3),
      { kind: 'unknownReference', nodeId: 'modelo', subject: `prompts ${promptId}` },
      { kind: 'unknownReference', nodeId: 'aviso', subject: `integrations ${integrationId}` },
    ]);
  });
});

describe('an imported flow', () => {
  it('may be a document of this API, alone or with its name, and takes over no id and no key [FL-16]', async () => {
    const admin = await server.createAdmin();
    await createQueue(admin, 'Suporte');
    const alone = await imported(admin, await importJson(admin, wireFlow));
    expect(alone.draft.doc.nodes.map(({ type }) => type)).toEqual(['start', 'message', 'ticket']);
    expect(alone.draft.doc.edges).toHaveLength(2);
    expect(alone.draft.doc.nodes[2]!.data).toEqual({ queueId: null });
    expect(alone.report.notes).toContainEqual(expect.objectContaining({ kind: 'unknownReference', nodeId: '3' }));
    const secret = 'sk-canary-4711';
    const openai = {
      id: '4',
      type: 'openai',
      position: { x: 0, y: 0 },
      data: { typebotIntegration: { name: 'IA', prompt: 'Responda', apiKey: secret, voiceKey: secret } },
    };
    const named = await importJson(admin, {
      id: 99,
      name: 'De fora',
      flow: { nodes: [...wireFlow.nodes, openai], connections: wireFlow.connections },
    });
    expect((await imported(admin, named)).flow.name).toBe('De fora');
    const { rows } = await server.asOwner.query('select doc::text from flow_drafts where company_id = $1', [
      admin.companyId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const zipped = await zipOf({ 'backup/flow.json': Buffer.from(JSON.stringify(wireFlow)) });
    expect((await imported(admin, await importFile(admin, 'Antigo.zip', zipped))).flow.name).toBe('Antigo');
  });

  it('is refused when it is unreadable, too large or a zip bomb; files that are no media are left out [FL-22]', async () => {
    const admin = await server.createAdmin();
    const flowJson = (doc: FlowDoc) =>
      Buffer.from(JSON.stringify({ format: 'balcao-flow', name: 'Fora', doc, names: {}, files: [] }));
    const json = flowJson(docOfNodes([picture('a.png')]));
    const unreadable = [400, 'ERR_FLOW_IMPORT_UNREADABLE'];
    const tooLarge = [400, 'ERR_FLOW_IMPORT_TOO_LARGE'];
    const bomb = await zipOf({ 'flow.json': json, 'media/a.png': Buffer.alloc(60 * 1_048_576) });
    const traversal = await zipOf({ 'flow.json': json, 'media/a.png': onePixelPicture() });
    const forged = Buffer.from(traversal.toString('latin1').replaceAll('media/a.png', '../../a.png'), 'latin1');
    const million = {
      nodes: Array.from({ length: 100_000 }, (_, n) => ({ id: `n${n}`, type: 'message' })),
      connections: [],
    };
    for (const [what, bytes, expected] of [
      ['text', Buffer.from('não é um fluxo'), unreadable],
      ['list', Buffer.from('[1, 2]'), unreadable],
      ['no flow', Buffer.from('{"a": 1}'), unreadable],
      ['no json', await zipOf({ 'leia-me.txt': Buffer.from('oi') }), unreadable],
      ['half a zip', json.subarray(0, 10), unreadable],
      ['bomb', bomb, unreadable],
      ['traversal', forged, unreadable],
      ['large json', Buffer.from(`"${'x'.repeat(5 * 1_048_576)}"`), tooLarge],
      [
        'many files',
        await zipOf(
          Object.fromEntries([
            ['flow.json', json],
            ...Array.from({ length: 201 }, (_, n) => [`media/${n}.png`, onePixelPicture()] as const),
          ]),
        ),
        tooLarge,
      ],
      [
        'forged document',
        flowJson({ ...docOfNodes([]), edges: [{ id: 'e', source: 'start', port: 'a', target: 'x' }] }),
        unreadable,
      ],
    ] as const)
      expect(errorOf(await importFile(admin, `${what}.zip`, bytes)), what).toEqual(expected);
    expect(errorOf(await importJson(admin, million))).toEqual(tooLarge);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const disguised = await imported(
      admin,
      await importFile(admin, 'svg.zip', await zipOf({ 'flow.json': json, 'media/a.png': svg })),
    );
    expect(disguised.report).toMatchObject({ files: 0, notes: [{ kind: 'missingFile', nodeId: 'foto' }] });
    expect(disguised.draft.files).toEqual([]);
  });
});

describe('the document of the API', () => {
  const read = async (caller: Caller, id: number) =>
    (await caller.request('GET', `/flowbuilder/flow/${id}`)).json<{ flow: { flow: typeof wireFlow } }>().flow.flow;

  it('is read as nodes and connections; saving it publishes it and keeps the settings [M-255]', async () => {
    const admin = await server.createAdmin();
    const queueId = await createQueue(admin, 'Vendas');
    const { id } = await createFlow(admin);
    const first = await readDraft(admin, id);
    await saveDraft(admin, id, first.rev, { ...first.doc, settings: { ...first.doc.settings, giveUpMinutes: 77 } });
    const start = await read(admin, id);
    expect(start.nodes).toHaveLength(1);
    const nodes = wireFlow.nodes.map((node) =>
      node.type === 'ticket' ? { ...node, data: { data: { id: queueId, name: 'Vendas' } } } : node,
    );
    const saved = await admin.request('POST', '/flowbuilder/flow', {
      idFlow: id,
      nodes,
      connections: wireFlow.connections,
    });
    expect([saved.statusCode, saved.json()]).toEqual([200, 'ok']);
    const draft = (await admin.request('GET', `/flowbuilder/${id}/draft`)).json<FlowDraft>();
    expect(draft).toMatchObject({ hasChanges: false, published: { number: 1 } });
    expect(draft.doc.settings.giveUpMinutes).toBe(77);
    const again = await read(admin, id);
    expect(again.connections).toEqual(wireFlow.connections.map((edge) => expect.objectContaining(edge)));
    expect(again.nodes.map(({ id: nodeId, type }) => [nodeId, type])).toEqual([
      ['1', 'start'],
      ['2', 'message'],
      ['3', 'ticket'],
    ]);
  });

  it('refuses forged nodes and connections, and documents with errors [FL-21]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const save = (flow: object) => admin.request('POST', '/flowbuilder/flow', { idFlow: id, ...wireFlow, ...flow });
    const wrong = [
      { nodes: [...wireFlow.nodes, { id: '9', type: 'shell', position: { x: 0, y: 0 }, data: {} }] },
      { connections: [{ source: '1', sourceHandle: 'a', target: '404' }] },
      { connections: [{ source: '1', sourceHandle: 'zzz', target: '2' }] },
    ];
    for (const flow of wrong) expect((await save(flow)).statusCode, JSON.stringify(flow)).toBe(400);
    // The company has no queue 7.
    expect(errorOf(await save({}))).toEqual([400, 'ERR_FLOW_HAS_ERRORS']);
    expect((await readDraft(admin, id)).rev).toBe(1);
  });

  it('is compared with another version field by field', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    await release(admin, id, docOfNodes([message('ola', 'Um')]));
    await release(admin, id, docOfNodes([message('ola', 'Dois'), message('fim', 'Tchau')], ['ola a fim']));
    const changes = await admin.request('GET', `/flowbuilder/${id}/compare?from=1&to=draft`);
    expect(changes.json()).toMatchObject({
      added: [{ id: 'fim' }],
      removed: [],
      changed: [{ nodeId: 'ola', fields: [{ path: 'data.text', before: 'Um', after: 'Dois' }] }],
      edgesAdded: [{ source: 'ola', target: 'fim' }],
    });
  });
});
