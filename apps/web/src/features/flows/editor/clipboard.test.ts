import type { FlowNode } from '@balcao/domain/flow/document';
import { describe, expect, it } from 'vitest';
import { aMenu, aNode, someReferences } from '../../../testing/flows.ts';
import { checkFacts } from './check-facts.ts';
import { readClip } from './clipboard.ts';
import { MARK, writeClip } from './copied-nodes.ts';

const photo = { name: 'a1b2.png', original: 'Vitrine.png' };
const stored = { url: '', mime: 'image/png', bytes: 1 };
/** Queues 1 and 2, user 1, tag 3, and one file, template and prompt. */
const { references } = checkFacts(
  someReferences({
    templates: [{ id: 41, name: 'novidades', whatsappId: 1, language: 'pt_BR' }],
    prompts: [{ id: 61, name: 'Vendas' }],
    files: [{ ...photo, ...stored }],
  }),
);
const clipOf = (nodes: object[], edges: object[] = []): string => JSON.stringify({ type: MARK, nodes, edges });
const pasted = (node: FlowNode) => readClip(clipOf([node]), references)?.nodes[0]?.data;
const foreignFile = { name: 'z9.png', original: 'Alheia.png' };
const empty = { name: '', original: '' };

describe('copied nodes', () => {
  it('are pasted as they were copied, with the edges between them', () => {
    const nodes = [
      aMenu(),
      aNode('tag', 't', { add: [3] }),
      aNode('queue', 'q', { queueId: 2 }),
      aNode('agent', 'a', { userId: 1 }),
      aNode('template', 'm', { templateId: 41, values: { 'body.1': '{{name}}' } }),
      aNode('singleBlock', 'c', { blocks: [{ id: 'img1', type: 'image', file: photo, caption: 'Nova' }] }),
      aNode('openai', 'p', { promptId: 61 }),
    ];
    const edges = [{ id: 'e', source: 'menu', port: 'a1', target: 'q' }];
    expect(readClip(writeClip({ nodes, edges }), references)).toEqual({ nodes, edges });
  });

  it.each<[string, FlowNode, object]>([
    ['queue', aNode('queue', 'n', { queueId: 9 }), { queueId: null }],
    ['queue of the hours', aNode('hours', 'n', { of: 'queue', queueId: 9 }), { of: 'queue', queueId: null }],
    ['user', aNode('agent', 'n', { to: 'user', userId: 9, queueId: 1 }), { userId: null, queueId: 1 }],
    ['tags of a list', aNode('tag', 'n', { add: [9, 3, 8], remove: [3, 7] }), { add: [3], remove: [3] }],
    ['lane', aNode('lane', 'n', { laneId: 9 }), { laneId: null }],
    ['file list', aNode('files', 'n', { fileListId: 9 }), { fileListId: null }],
    ['flow', aNode('flow', 'n', { flowId: 9 }), { flowId: null }],
    ['prompt', aNode('openai', 'n', { promptId: 9 }), { promptId: null }],
    ['integration', aNode('webhook', 'n', { integrationId: 9 }), { integrationId: null }],
    ['file', aNode('img', 'n', { file: foreignFile, caption: 'Nova' }), { file: empty, caption: 'Nova' }],
    [
      'file of a block',
      aNode('singleBlock', 'n', {
        blocks: [
          { id: 'img1', type: 'image', file: photo, caption: '' },
          { id: 'img2', type: 'image', file: foreignFile, caption: 'Nova' },
        ],
      }),
      {
        blocks: [
          { id: 'img1', type: 'image', file: photo, caption: '' },
          { id: 'img2', type: 'image', file: empty, caption: 'Nova' },
        ],
      },
    ],
    ['template', aNode('template', 'n', { templateId: 9, values: {} }), { templateId: null }],
    [
      'template of a wait',
      aNode('wait', 'n', { minutes: 2000, template: { templateId: 9, values: { 'body.1': 'Oi' } } }),
      { minutes: 2000, template: { templateId: null, values: { 'body.1': 'Oi' } } },
    ],
    [
      'key of a model',
      aNode('openai', 'n', { apiKeyRef: 'k1', voiceKeyRef: 'k2' }),
      { apiKeyRef: null, voiceKeyRef: null },
    ],
    [
      'key of a header',
      aNode('http', 'n', {
        headers: [
          { name: 'Authorization', keyRef: 'k1' },
          { name: 'Accept', value: 'text/plain' },
        ],
      }),
      {
        headers: [
          { name: 'Authorization', keyRef: '' },
          { name: 'Accept', value: 'text/plain' },
        ],
      },
    ],
  ])('lose a foreign %s [FL-16]', (_, node, expected) => {
    expect(pasted(node)).toMatchObject(expected);
  });

  it('leave their keys behind when they are copied [FL-20]', () => {
    const text = writeClip({
      nodes: [
        aNode('openai', 'o', { apiKeyRef: 'secretOne', voiceKeyRef: 'secretTwo' }),
        aNode('http', 'h', { headers: [{ name: 'Authorization', keyRef: 'secretThree' }] }),
      ],
      edges: [],
    });
    expect(text).not.toContain('secret');
  });

  it.each([
    ['another text', 'Bom dia'],
    ['text that only names the mark', `veja ${MARK}`],
    ['JSON of something else', JSON.stringify({ nodes: [], edges: [], note: MARK })],
    ['a node of an unknown type', clipOf([{ ...aMenu(), type: 'teleport' }])],
    ['a field that the node does not have', clipOf([aNode('queue', 'q', { queueId: 1, companyId: 9 })])],
    ['a forged port', clipOf([aMenu()], [{ id: 'e', source: 'menu', port: '../a', target: 'menu' }])],
    ['more nodes than a flow can have', clipOf(Array.from({ length: 1001 }, (_, at) => aNode('close', `n${at}`)))],
  ])('are not %s', (_, text) => {
    expect(readClip(text, references)).toBeUndefined();
  });
});
