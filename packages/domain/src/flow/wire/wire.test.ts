import { describe, expect, it } from 'vitest';
import { flow, menu, node } from '../flow.fixture.ts';
import { parseWireFlow } from './parse.ts';
import { presentWireFlow } from './present.ts';

const position = { x: 1, y: 2 };

describe('flows of other programs', () => {
  const { doc, report } = parseWireFlow({
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
});
