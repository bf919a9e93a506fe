import { describe, expect, it } from 'vitest';
import type { FlowNode } from '../document.ts';
import { flow, menu, message, node, photo, song } from '../flow.fixture.ts';
import { newNode } from '../new-node.ts';
import { parseWireFlow } from './parse.ts';
import { presentWireFlow } from './present.ts';

const position = { x: 1, y: 2 };

describe('flows of other programs', () => {
  const { doc, report, keys } = parseWireFlow({
    nodes: [
      { id: 'start node', type: 'start', position, data: { label: 'Inicio do fluxo' } },
      {
        id: 'content',
        type: 'singleBlock',
        position,
        data: {
          seq: ['message1', 'interval1', 'img1', 'audio1'],
          elements: [
            { number: 'img1', type: 'img', value: 'a.png', original: 'Foto.png' },
            { number: 'message1', type: 'text', value: 'Oi {{nome}}' },
            { number: 'interval1', type: 'interval', value: '500' },
            { number: 'audio1', type: 'audio', value: 'a.ogg', original: 'a.ogg', record: false },
          ],
        },
      },
      { id: 'q', type: 'question', position, data: { typebotIntegration: { message: 'Nome?', answerKey: 'nome' } } },
      { id: 'c', type: 'condition', position, data: { key: 'nome', condition: 5, value: 'x' } },
      { id: 'm', type: 'menu', position, data: { message: 'E?', arrayOption: [{ number: 1, value: 'A' }] } },
      { id: 't', type: 'ticket', position, data: { data: { id: 3, name: 'Vendas' } } },
      {
        id: 'ai',
        type: 'openai',
        position,
        data: { typebotIntegration: { name: 'IA', prompt: 'p', apiKey: 'sk-secret', maxTokens: 100 } },
      },
      { id: 'z', type: 'teleport', position, data: {} },
    ],
    connections: [
      { source: 'start node', sourceHandle: 'a', target: 'content' },
      { source: 'content', sourceHandle: 'a', target: 'q' },
      { source: 'm', sourceHandle: 'a1', target: 't' },
      { source: 'm', sourceHandle: 'a7', target: 't' },
      { source: 'ai', sourceHandle: 'a', target: 't' },
      { source: 'q', sourceHandle: 'a', target: 'z' },
    ],
  });
  it('typed keys are apart from the document', () => {
    expect(keys).toEqual([{ nodeId: 'ai', field: 'apiKeyRef', value: 'sk-secret' }]);
  });
  const data = (id: string) => doc.nodes.find((candidate) => candidate.id === id)?.data;
  it('are read with their irregular data', () => {
    expect(data('content')).toEqual({
      blocks: [
        { id: 'message1', type: 'text', text: 'Oi {{nome}}' },
        { id: 'interval1', type: 'interval', seconds: 120 },
        { id: 'img1', type: 'image', file: { name: 'a.png', original: 'Foto.png' }, caption: '' },
        { id: 'audio1', type: 'audio', file: { name: 'a.ogg', original: 'a.ogg' }, record: false },
      ],
    });
    expect(data('q')).toMatchObject({ message: 'Nome?', answerKey: 'nome', kind: 'text', tries: 3 });
    expect(data('c')).toEqual({ match: 'all', rules: [{ subject: 'nome', operator: 'greater', value: 'x' }] });
    expect(data('t')).toEqual({ queueId: 3 });
    expect(doc.edges.map(({ source, port, target }) => `${source} ${port} ${target}`)).toEqual([
      'start_node-1 a content',
      'content a q',
      'm a1 t',
      'ai done t',
    ]);
  });
  it('the report names what was renamed, removed, changed or will now run; keys are gone', () => {
    expect(report.map(({ kind, nodeId, subject }) => `${kind} ${nodeId} ${subject}`)).toEqual([
      'renamed start_node-1 start node',
      'valueChanged content value',
      'willRun c condition',
      'keyRemoved ai apiKey',
      'unknownType null teleport',
      'edgeRemoved m a7',
      'edgeRemoved q a',
    ]);
    expect(JSON.stringify(doc)).not.toContain('sk-secret');
  });
});

describe('the API form of a flow [M-259]', () => {
  it('has the types, data and handles of the specification', () => {
    const doc = flow(
      [
        menu('m', ['A', 'B']),
        node('r', 'randomizer', { percent: 30 }),
        node('t', 'ticket', { queueId: 2 }),
        node('c', 'condition', { match: 'all', rules: [{ subject: 'k', operator: 'atMost', value: '9' }] }),
        node('i', 'interval', { seconds: 7 }),
      ],
      ['m a1 r', 'm a2 t', 'r b c', 'c a i', 't done i'],
    );
    const wire = presentWireFlow(doc);
    expect(wire.nodes.map((each) => each['data'])).toEqual([
      { label: 'Inicio do fluxo' },
      expect.objectContaining({
        message: 'Escolha:',
        arrayOption: [
          { number: 1, value: 'A' },
          { number: 2, value: 'B' },
        ],
      }),
      { percent: 30 },
      { data: { id: 2 } },
      { key: 'k', condition: 3, value: '9' },
      { label: 'Intervalo 7 seg.', sec: 7 },
    ]);
    expect(wire.connections.map((each) => each['sourceHandle'])).toEqual(['a', 'a1', 'a2', 'b', 'a', 'a']);
  });

  /** The data of one node in the API form, and what becomes of it when it is read again. */
  const roundTrip = (given: FlowNode) => {
    const wire = presentWireFlow(flow([given]));
    return {
      data: wire.nodes[1]!['data'] as Record<string, unknown>,
      again: parseWireFlow({ nodes: wire.nodes, connections: wire.connections }).doc.nodes[1]?.data,
    };
  };
  it.each<[string, FlowNode, object]>([
    ['interval', node('x', 'interval', { seconds: 90 }), { label: 'Intervalo 90 seg.', sec: 90 }],
    ['message', message('x', 'Olá'), { label: 'Olá' }],
    ['img', node('x', 'img', { file: photo, caption: 'Veja' }), { url: 'photo.png' }],
    ['audio', node('x', 'audio', { file: song, record: false }), { url: 'song.ogg', record: false }],
    ['video', node('x', 'video', { file: { name: 'clip.mp4', original: 'c.mp4' }, caption: '' }), { url: 'clip.mp4' }],
  ])('of %s has the fields of the specification and is read back unchanged [M-267]', (_, given, expected) => {
    const { data, again } = roundTrip(given);
    expect(data).toMatchObject(expected);
    expect(again).toEqual(given.data);
  });

  it('of TypeBot has every specified field, with a delay of 1000 and one minute [M-270]', () => {
    const fresh = newNode('typebot', 'x', position);
    const given = {
      ...fresh,
      data: { ...fresh.data, name: 'Bot', url: 'https://bot.example.com', slug: 'promo' },
    } as FlowNode;
    const { data, again } = roundTrip(given);
    expect(data).toEqual({
      typebotIntegration: {
        type: 'typebot',
        integrationId: null,
        name: 'Bot',
        projectName: '',
        jsonContent: '',
        language: '',
        urlN8N: 'https://bot.example.com',
        typebotSlug: 'promo',
        typebotDelayMessage: 1000,
        typebotExpires: 1,
        typebotKeywordFinish: '',
        typebotKeywordRestart: '',
        typebotRestartMessage: '',
        typebotUnknownMessage: '',
      },
    });
    expect(again).toEqual(given.data);
  });

  it('of OpenAI has every specified field and its defaults; keys are never shown [M-271]', () => {
    const fresh = newNode('openai', 'x', position);
    const given = {
      ...fresh,
      data: { ...fresh.data, name: 'IA', prompt: 'Ajude', queueId: 2, apiKeyRef: 'key-1' },
    } as FlowNode;
    const { data, again } = roundTrip(given);
    expect(data['typebotIntegration']).toMatchObject({
      name: 'IA',
      prompt: 'Ajude',
      voice: 'texto',
      voiceKey: '',
      voiceRegion: '',
      maxTokens: 100,
      temperature: 1,
      apiKey: '',
      queueId: 2,
      maxMessages: 10,
    });
    expect(again).toEqual(given.data);
  });
});
