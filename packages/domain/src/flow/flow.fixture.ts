import { instantOf, type DayHours } from '../hours/hours.ts';
import { office, ZONE, FRIDAY_NOON } from '../bot/turn.fixture.ts';
import type { TemplateText } from '../message/template.ts';
import type { FlowDoc, FlowNode, FlowSettings, NodeData, NodeType } from './document.ts';
import { defaultSettings } from './new-node.ts';
import { nodeKinds } from './nodes/index.ts';
import type { CheckFacts, References } from './references.ts';
import {
  newRun,
  type BotFields,
  type Content,
  type Effect,
  type Facts,
  type Input,
  type Run,
  type StepResult,
} from './run.ts';
import { doneResult, type CallRequest, type CallResult } from './service-call.ts';
import { step } from './step.ts';

/** Monday to Friday; closed at the weekend. */
export const week: DayHours[] = [
  ...office,
  ...(['saturday', 'sunday'] as const).map((weekdayEn) => ({
    weekdayEn,
    startTimeA: '',
    endTimeA: '',
    startTimeB: '',
    endTimeB: '',
  })),
];
export const photo = { name: 'photo.png', original: 'Foto.png' };
export const song = { name: 'song.ogg', original: 'Voz.ogg' };
export const welcomeTemplate: TemplateText = {
  header: null,
  body: 'Olá {{1}}, seu pedido saiu.',
  footer: '',
  buttons: [],
};

export const node = <Type extends NodeType>(id: string, type: Type, data: NodeData[Type], name?: string): FlowNode =>
  ({ id, type, position: { x: 0, y: 0 }, data, ...(name !== undefined && { name }) }) as FlowNode;
export const message = (id: string, text: string) => node(id, 'message', { text });
export const menu = (id: string, values: string[], more: Partial<NodeData['menu']> = {}) =>
  node(id, 'menu', {
    message: 'Escolha:',
    options: values.map((value, index) => ({ number: index + 1, value })),
    form: null,
    tries: 3,
    timeoutMinutes: null,
    showsExit: false,
    ...more,
  });
export const question = (id: string, answerKey: string, more: Partial<NodeData['question']> = {}) =>
  node(id, 'question', {
    message: `Qual é ${answerKey}?`,
    answerKey,
    kind: 'text',
    tries: 3,
    timeoutMinutes: null,
    retryMessage: '',
    showsExit: false,
    ...more,
  });

/** Edges are written «source port target». The start leads to the first node. */
export function flow(nodes: FlowNode[], edges: string[] = [], settings: Partial<FlowSettings> = {}): FlowDoc {
  const [first] = nodes;
  const written = [...(first ? [`start a ${first.id}`] : []), ...edges];
  return {
    schema: 1,
    nodes: [node('start', 'start', {}), ...nodes],
    edges: written.map((edge) => {
      const [source = '', port = '', target = ''] = edge.split(' ');
      return { id: `${source}-${port}-${target}`, source, port, target };
    }),
    settings: { ...defaultSettings(), ...settings },
  };
}

export const typebot = (id: string, more: Partial<NodeData['typebot']> = {}) =>
  node(id, 'typebot', {
    ...nodeKinds.typebot.defaults(),
    name: 'Bot',
    url: 'https://bot.example',
    slug: 'promo',
    delayMs: 0,
    ...more,
  });
export const openai = (id: string, more: Partial<NodeData['openai']> = {}) =>
  node(id, 'openai', { ...nodeKinds.openai.defaults(), promptId: 61, ...more });
export const http = (id: string, more: Partial<NodeData['http']> = {}) =>
  node(id, 'http', { ...nodeKinds.http.defaults(), url: 'https://api.example/orders', ...more });
const botFields: BotFields = {
  delayMs: 0,
  expiresMinutes: 0,
  keywordFinish: '',
  keywordRestart: '',
  restartMessage: '',
  unknownMessage: '',
};

export const everything: References = {
  queues: new Set([1, 2]),
  users: new Set([5, 6]),
  tags: new Set([11, 12]),
  lanes: new Set([21]),
  fileLists: new Set([31]),
  templates: new Set([41]),
  flows: new Set([51, 52]),
  prompts: new Set([61]),
  integrations: new Map([
    [71, 'typebot'],
    [72, 'dialogflow'],
    [73, 'n8n'],
    [74, 'flowbuilder'],
  ]),
  files: new Set([photo.name, song.name, 'clip.mp4']),
};
export const checkFacts = (more: Partial<CheckFacts> = {}): CheckFacts => ({
  references: everything,
  exitWords: ['sair'],
  variables: ['firstName', 'name'],
  channels: [],
  ...more,
});

export const NOON = instantOf(FRIDAY_NOON, ZONE);
export const minutesAfter = (minutes: number, from = NOON): Date => new Date(+from + minutes * 60_000);

export type FactChanges = Partial<Omit<Facts, 'channel' | 'contact'>> & {
  channel?: Partial<Facts['channel']>;
  contact?: Partial<Facts['contact']>;
  flows?: Record<number, FlowDoc>;
};
/** Versions have the id of their flow. */
export function factsOf({ channel, contact, flows = {}, ...more }: FactChanges = {}): Facts {
  return {
    now: NOON,
    variables: {
      contactName: 'Maria Souza',
      userName: '',
      queueName: '',
      connectionName: 'Loja',
      ticketId: 7,
      protocol: '202611137',
      timeZone: ZONE,
    },
    settings: { exitWords: ['sair'], form: 'text' },
    country: 'BR',
    hoursOf: () => ({ schedules: week, holidays: [], timeZone: ZONE }),
    channel: {
      kind: 'whatsapp',
      draws: { list: true, buttons: true },
      sends: { media: true, template: true, typing: true },
      replyWindowHours: null,
      lastInboundAt: NOON,
      ...channel,
    },
    contact: { number: '5511987654321', email: '', tags: [], isNew: true, extra: {}, accountOwner: null, ...contact },
    references: everything,
    integration: (id) => {
      const type = everything.integrations.get(id);
      return type && { type, name: 'Bot da loja', fields: botFields };
    },
    canTranscribe: false,
    transcribingPrompts: new Set(),
    canShareNumber: false,
    template: (id) => (id === 41 ? welcomeTemplate : undefined),
    flow: (id) => (flows[id] ? { versionId: id, doc: flows[id] } : undefined),
    version: (id) => flows[id],
    ...more,
  };
}

export const startRun = (): Run => newRun({ flowId: 50, versionId: 50, seed: 1, now: NOON });
export const text = (value: string): Input => ({ type: 'message', text: value });
export const time: Input = { type: 'time' };

/** The result of the open call; `runFlow` gives it the id. */
export const result = (more: Partial<Extract<CallResult, { type: 'done' }>> = {}): Input => ({
  type: 'callResult',
  callId: OPEN_CALL,
  result: doneResult(more),
});
export const replied = (...texts: string[]): Input =>
  result({ replies: texts.map((reply) => ({ type: 'text', text: reply })) });
export const failure = (reason: Extract<CallResult, { type: 'failed' }>['reason']): Input => ({
  type: 'callResult',
  callId: OPEN_CALL,
  result: { type: 'failed', reason },
});
const OPEN_CALL = 'open';

/** Runs a flow: the start and then these inputs. The results of all steps, the last one first. */
export function runFlow(doc: FlowDoc, inputs: Input[] = [], changes: FactChanges = {}): StepResult & { all: Effect[] } {
  const flows = { 50: doc, ...changes.flows };
  const facts = factsOf({ ...changes, flows });
  let last = step(doc, startRun(), { type: 'start', text: 'oi' }, facts);
  const all = [...last.effects];
  let { now } = facts;
  for (const given of inputs) {
    const { wait } = last.run;
    if (given.type === 'time' && wait?.until) now = new Date(wait.until);
    const isOpen = given.type === 'callResult' && given.callId === OPEN_CALL;
    const input = isOpen ? { ...given, callId: wait?.callId ?? OPEN_CALL } : given;
    last = step(flows[last.run.versionId as 50] ?? doc, last.run, input, { ...facts, now });
    all.push(...last.effects);
  }
  return { ...last, all };
}
export const contentsOf = (effects: readonly Effect[]): Content[] =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.content] : []));
export const textsOf = (effects: readonly Effect[]): string[] =>
  contentsOf(effects).map((content) => ('text' in content ? content.text : content.type));
export const requestsOf = (effects: readonly Effect[]): CallRequest[] =>
  effects.flatMap((effect) => (effect.type === 'call' ? [effect.request] : []));
export const typesOf = (effects: readonly Effect[]): string[] => effects.map(({ type }) => type);
