import { expect } from 'vitest';
import type { Flow, FlowDraft, FlowPublished } from '@balcao/contract/endpoints/flows';
import type { Edge, FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import type { Caller } from '../../../test/users.ts';

let flowCount = 0;
export const createFlow = async (caller: Caller, name = `Fluxo ${++flowCount}`) => {
  const answer = await caller.request('POST', '/flowbuilder', { name });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Flow>();
};
export const readDraft = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/flowbuilder/${id}/draft`)).json<FlowDraft>();
export const saveDraft = (caller: Caller, id: number, rev: number, doc: FlowDoc) =>
  caller.request('PUT', `/flowbuilder/${id}/draft`, { rev, doc });
export const publish = (caller: Caller, id: number, rev: number, note = '') =>
  caller.request('POST', `/flowbuilder/${id}/publish`, { rev, note });
/** Saves the document on top of the draft and publishes it. */
export async function release(caller: Caller, id: number, doc: FlowDoc): Promise<FlowPublished> {
  const { rev } = await readDraft(caller, id);
  const saved = await saveDraft(caller, id, rev, doc);
  expect(saved.statusCode, saved.body).toBe(200);
  const answer = await publish(caller, id, saved.json<{ rev: number }>().rev);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FlowPublished>();
}
export const errorOf = (answer: { statusCode: number; json(): { error: string; code?: string } }) => [
  answer.statusCode,
  answer.json().code ?? answer.json().error,
];

const at = { x: 0, y: 0 };
const start: FlowNode = { id: 'start', type: 'start', position: at, data: {} };
const edge = (source: string, port: string, target: string): Edge => ({
  id: `${source}-${port}`,
  source,
  port,
  target,
});
/** The nodes in a row behind the start; further edges as `source port target`. */
export const docOfNodes = (nodes: FlowNode[], edges: string[] = []): FlowDoc => ({
  schema: 1,
  nodes: [start, ...nodes],
  edges: [
    ...(nodes[0] ? [edge('start', 'a', nodes[0].id)] : []),
    ...edges.map((text) => {
      const [source, port, target] = text.split(' ') as [string, string, string];
      return edge(source, port, target);
    }),
  ],
  settings: { exit: 'human', giveUpMinutes: 1440, onGiveUp: 'human', fallbackQueueId: null },
});
export const message = (id: string, text: string): FlowNode => ({ id, type: 'message', position: at, data: { text } });
export const toQueue = (id: string, queueId: number | null): FlowNode => ({
  id,
  type: 'ticket',
  position: at,
  data: { queueId },
});
export const toFlow = (id: string, flowId: number): FlowNode => ({
  id,
  type: 'flow',
  position: at,
  data: { flowId, mode: 'jump' },
});
export const menu = (id: string, values: string[]): FlowNode => ({
  id,
  type: 'menu',
  position: at,
  data: {
    message: 'Como podemos ajudar?',
    options: values.map((value, index) => ({ number: index + 1, value })),
    form: 'text',
    tries: 3,
    timeoutMinutes: null,
    showsExit: false,
  },
});
export const question = (id: string, answerKey: string): FlowNode => ({
  id,
  type: 'question',
  position: at,
  data: {
    message: 'Qual é o seu nome?',
    answerKey,
    kind: 'text',
    tries: 3,
    timeoutMinutes: 10,
    retryMessage: '',
    showsExit: false,
  },
});
