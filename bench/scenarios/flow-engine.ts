import type { FlowDoc } from '@balcao/domain/flow/document';
import { newNode, emptyDoc } from '@balcao/domain/flow/new-node';
import { newRun, type Facts, type Input, type Run } from '@balcao/domain/flow/run';
import { step } from '@balcao/domain/flow/step';
import { atLeastValue, median, type Figure } from '../figures.ts';

const ROUNDS = 9;
const CONVERSATIONS = 2000;
const ANSWERS = 8;

/** Node visits per second of the pure engine on one core. */
export async function flowEngine(_open: unknown, log: (line: string) => void): Promise<Figure[]> {
  const doc = circle();
  const facts = factsOf(doc);
  const perSecond: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begin = process.cpuUsage();
    const visits = Array.from({ length: CONVERSATIONS }, (_, seed) => converse(doc, facts, seed)).reduce(
      (sum, spent) => sum + spent,
      0,
    );
    const { user, system } = process.cpuUsage(begin);
    // The first round warms up.
    if (round > 0) perSecond.push((visits / (user + system)) * 1_000_000);
  }
  log(`${perSecond.length} rounds of ${CONVERSATIONS} conversations`);
  return [
    atLeastValue(
      'flow-engine: node visits per second',
      median(perSecond),
      (value) => Math.round(value).toLocaleString('en'),
      'CPU time of one core',
    ),
  ];
}

function converse(doc: FlowDoc, facts: Facts, seed: number): number {
  let run: Run = newRun({ flowId: 1, versionId: 1, seed, now: facts.now });
  const answer: Input = { type: 'message', text: '1' };
  run = step(doc, run, { type: 'start' }, facts).run;
  for (let n = 0; n < ANSWERS; n += 1) run = step(doc, run, answer, facts).run;
  return run.spent;
}

/** Message, data, condition, randomizer and menu in a circle: each answer «1» leads around it once. */
export function circle(): FlowDoc {
  const at = { x: 0, y: 0 };
  const edge = (source: string, port: string, target: string) => ({ id: `${source}-${port}`, source, port, target });
  const nodes = (['message', 'data', 'condition', 'randomizer', 'menu'] as const).map((type) =>
    newNode(type, type, at),
  );
  for (const node of nodes) {
    if (node.type === 'message') node.data = { text: 'Olá, {{firstName}}! Número {{valor}}.' };
    if (node.type === 'data') node.data = { entries: [{ target: 'variable', key: 'valor', value: '12,5' }] };
    if (node.type === 'condition')
      node.data = { match: 'all', rules: [{ subject: 'valor', operator: 'greater', value: '10' }] };
    if (node.type === 'menu')
      node.data = { ...node.data, message: 'E agora?', options: [{ number: 1, value: 'De novo' }] };
  }
  const doc = emptyDoc('start');
  return {
    ...doc,
    nodes: [...doc.nodes, ...nodes],
    edges: [
      edge('start', 'a', 'message'),
      edge('message', 'a', 'data'),
      edge('data', 'a', 'condition'),
      edge('condition', 'a', 'randomizer'),
      edge('condition', 'b', 'menu'),
      edge('randomizer', 'a', 'menu'),
      edge('randomizer', 'b', 'menu'),
      edge('menu', 'a1', 'message'),
    ],
  };
}

const none: ReadonlySet<never> = new Set();
const factsOf = (doc: FlowDoc): Facts => ({
  now: new Date('2026-11-13T14:00:00Z'),
  variables: {
    contactName: 'Maria Souza',
    userName: '',
    queueName: '',
    connectionName: 'Loja',
    ticketId: 1,
    protocol: '1',
    timeZone: 'America/Sao_Paulo',
  },
  settings: { exitWords: ['sair'], form: 'text' },
  country: 'BR',
  hoursOf: () => undefined,
  channel: {
    kind: 'whatsapp',
    draws: { list: true, buttons: true },
    sends: { media: true, template: true, typing: true },
    replyWindowHours: null,
    lastInboundAt: null,
  },
  contact: { number: '', email: '', tags: [], isNew: true, extra: {}, accountOwner: null },
  references: {
    queues: none,
    users: none,
    tags: none,
    lanes: none,
    fileLists: none,
    templates: none,
    flows: none,
    prompts: none,
    integrations: new Map(),
    files: none,
  },
  integration: () => undefined,
  canTranscribe: false,
  transcribingPrompts: new Set<number>(),
  canShareNumber: false,
  template: () => undefined,
  flow: () => undefined,
  version: () => doc,
});
