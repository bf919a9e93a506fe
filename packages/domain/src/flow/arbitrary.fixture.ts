import fc from 'fast-check';
import { menuForms } from '../bot/option-types.ts';
import { httpMethods } from '../integration/http-call.ts';
import {
  answerKinds,
  hoursOwners,
  nodeTypes,
  operators,
  subjects,
  type FlowDoc,
  type FlowNode,
  type NodeData,
  type NodeType,
} from './document.ts';
import { portsOf } from './ports.ts';
import type { Input } from './run.ts';
import { doneResult, callFailures, type CallResult } from './service-call.ts';

const oneOf = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  oneOf([
    '',
    '{{nome}}',
    '{{{{nome}}}} $& {{ constructor }}',
    '={{7*7}}',
    'Olá {{firstName}}',
    '1',
    'sair',
    '💥'.repeat(9),
  ]),
);
const key = oneOf(['nome', 'cidade', '__proto__', 'constructor', 'valor', '', 'x y']);
const id = oneOf([null, 1, 2, 5, 11, 21, 31, 41, 51, 61, 71, 72, 73, 99]);
const headerName = oneOf(['X-Key', 'Host', 'a b', '']);
const file = fc.record({ name: oneOf(['photo.png', 'song.ogg', 'gone', '']), original: text });
const minutes = fc.integer({ min: 1, max: 43_200 });
const asked = { tries: fc.integer({ min: 1, max: 10 }), timeoutMinutes: fc.option(minutes), showsExit: fc.boolean() };
const templateChoice = fc.record({ templateId: id, values: fc.dictionary(oneOf(['body.1', 'header.1', 'x~']), text) });
const captioned = fc.record({ file, caption: text });
const toQueue = fc.record({ queueId: id });
const ids = fc.array(oneOf([11, 12, 99]), { maxLength: 3 });
const blockOf = (at: number) =>
  fc.oneof(
    fc.record({ id: fc.constant(`message${at}`), type: fc.constant('text' as const), text }),
    fc.record({
      id: fc.constant(`interval${at}`),
      type: fc.constant('interval' as const),
      seconds: fc.integer({ min: 0, max: 120 }),
    }),
    fc.record({ id: fc.constant(`img${at}`), type: fc.constant('image' as const), file, caption: text }),
    fc.record({ id: fc.constant(`audio${at}`), type: fc.constant('audio' as const), file, record: fc.boolean() }),
    fc.record({ id: fc.constant(`video${at}`), type: fc.constant('video' as const), file, caption: text }),
  );

const dataOf: { [Type in NodeType]: fc.Arbitrary<NodeData[Type]> } = {
  start: fc.constant({}),
  singleBlock: fc.record({
    blocks: fc
      .integer({ min: 0, max: 25 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => blockOf(at)))),
  }),
  message: fc.record({ text }),
  img: captioned,
  audio: fc.record({ file, record: fc.boolean() }),
  video: captioned,
  interval: fc.record({ seconds: fc.integer({ min: 0, max: 120 }) }),
  wait: fc.record({
    until: oneOf(['minutes', 'opening'] as const),
    minutes,
    onlyInHours: fc.boolean(),
    hours: oneOf(hoursOwners),
    queueId: id,
    template: fc.option(templateChoice),
  }),
  menu: fc.record({
    message: text,
    options: fc
      .array(text, { maxLength: 12 })
      .map((values) => values.map((value, index) => ({ number: index + 1, value: value.slice(0, 72) }))),
    form: fc.option(oneOf(menuForms)),
    ...asked,
  }),
  question: fc.record({ message: text, answerKey: key, kind: oneOf(answerKinds), retryMessage: text, ...asked }),
  condition: fc.record({
    match: oneOf(['all', 'any'] as const),
    rules: fc.array(
      fc.record({ subject: oneOf([...subjects, 'nome', '__proto__']), operator: oneOf(operators), value: text }),
      {
        maxLength: 4,
      },
    ),
  }),
  randomizer: fc.record({ percent: fc.integer({ min: 0, max: 10 }).map((tens) => tens * 10) }),
  ticket: toQueue,
  queue: toQueue,
  agent: fc.record({ to: oneOf(['user', 'accountOwner'] as const), userId: id, queueId: id }),
  tag: fc.record({ add: ids, remove: ids }),
  lane: fc.record({ laneId: id }),
  data: fc.record({
    entries: fc.array(
      fc.oneof(
        fc.record({ target: fc.constant('variable' as const), key, value: text }),
        fc.record({ target: fc.constant('contact' as const), field: oneOf(['name', 'email'] as const), value: text }),
        fc.record({ target: fc.constant('extra' as const), key, value: text }),
      ),
      { maxLength: 4 },
    ),
  }),
  hours: fc.record({ of: oneOf(hoursOwners), queueId: id }),
  files: fc.record({ fileListId: id }),
  template: templateChoice,
  flow: fc.record({ flowId: oneOf([null, 50, 51, 99]), mode: oneOf(['jump', 'call'] as const) }),
  note: fc.record({ text }),
  close: fc.record({ mode: oneOf(['farewell', 'rating', 'silent'] as const) }),
  http: fc.record({
    method: oneOf(httpMethods),
    url: oneOf(['', 'https://api.example/{{nome}}', 'ftp://api.example', 'https://{{nome}}.example']),
    headers: fc.array(
      fc.oneof(
        fc.record({ name: headerName, value: text }),
        fc.record({ name: headerName, keyRef: oneOf(['', 'key-3']) }),
      ),
      { maxLength: 3 },
    ),
    body: oneOf(['', '{"a":"{{nome}}"}', '{', '[[[1]]]']),
    select: fc.array(fc.record({ name: key, pointer: oneOf(['', '/a/0', 'a', '/~2']) }), { maxLength: 3 }),
    sample: oneOf(['', '{"a":1}']),
  }),
  webhook: fc.record({ integrationId: id }),
  typebot: fc.record({
    integrationId: id,
    name: text,
    url: text,
    slug: text,
    delayMs: fc.integer({ min: 0, max: 60_000 }),
    expiresMinutes: fc.integer({ min: 0, max: 43_200 }),
    keywordFinish: text,
    keywordRestart: text,
    restartMessage: text,
    unknownMessage: text,
  }),
  openai: fc.record({
    promptId: id,
    name: text,
    prompt: text,
    voice: oneOf(['texto', 'pt-BR-FranciscaNeural']),
    voiceRegion: text,
    voiceKeyRef: oneOf([null, 'key-1']),
    apiKeyRef: oneOf([null, 'key-2']),
    maxTokens: fc.integer({ min: 1, max: 8192 }),
    temperature: fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10),
    maxMessages: fc.integer({ min: 1, max: 100 }),
    queueId: id,
    maxTurns: fc.integer({ min: 1, max: 20 }),
  }),
};

const nodeOf = (nodeId: string): fc.Arbitrary<FlowNode> =>
  oneOf(nodeTypes.filter((type) => type !== 'start')).chain((type) =>
    fc
      .record(
        {
          position: fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }),
          name: fc.string({ maxLength: 20 }),
          data: dataOf[type] as fc.Arbitrary<unknown>,
        },
        { requiredKeys: ['position', 'data'] },
      )
      .map((more) => ({ id: nodeId, type, ...more }) as FlowNode),
  );

const MAX_NODES = 8;
/** Documents with a start and any nodes and edges. `isForged`: edges may leave through ports that do not exist. */
export const docs = ({ isForged = false } = {}): fc.Arbitrary<FlowDoc> =>
  fc
    .tuple(
      fc
        .integer({ min: 0, max: MAX_NODES })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => nodeOf(`n${index}`)))),
      fc.array(fc.tuple(fc.nat(MAX_NODES), fc.nat(8), fc.nat(MAX_NODES)), { maxLength: 24 }),
      fc.record({
        exit: oneOf(['human', 'close'] as const),
        giveUpMinutes: minutes,
        onGiveUp: oneOf(['human', 'close', 'leave'] as const),
        fallbackQueueId: id,
      }),
    )
    .map(([others, links, settings]) => {
      const start = { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} } as FlowNode;
      const nodes = [start, ...others];
      const edges = new Map(
        others.length > 0 ? [['start a', { id: 'e', source: 'start', port: 'a', target: 'n0' }]] : [],
      );
      links.forEach(([from, portIndex, to], index) => {
        const source = nodes[from];
        const target = isForged ? `n${to}` : others[to]?.id;
        const ports = source ? portsOf(source) : [];
        const port = isForged && portIndex > 6 ? 'a9' : ports[portIndex % Math.max(ports.length, 1)]?.id;
        if (!source || target === undefined || port === undefined) return;
        const exit = `${source.id} ${port}`;
        if (!edges.has(exit)) edges.set(exit, { id: `e${index}`, source: source.id, port, target });
      });
      return { schema: 1 as const, nodes, edges: [...edges.values()], settings };
    });

const media: CallResult = {
  ...doneResult(),
  replies: [
    {
      type: 'media',
      media: 'image',
      file: { key: 'k', mime: 'image/png', fileName: 'a.png', bytes: 1 },
      isVoice: false,
    },
  ],
};
/** The id of an open call is replaced where a test knows it. */
export const OPEN_CALL = 'open';
const callResults: fc.Arbitrary<Input> = fc
  .oneof(
    { weight: 1, arbitrary: oneOf(callFailures).map((reason): CallResult => ({ type: 'failed', reason })) },
    { weight: 1, arbitrary: fc.constant(media) },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('done' as const),
        replies: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 25 }),
        choices: fc.array(oneOf(['Sim', 'Não', 'sair', '']), { maxLength: 3 }),
        values: fc.dictionary(oneOf(['nome', 'valor', '__proto__']), text, { maxKeys: 2 }),
        action: oneOf([
          null,
          null,
          { type: 'transfer' as const, queueId: 1, userId: null },
          { type: 'transfer' as const, queueId: 99, userId: 98 },
          { type: 'tag' as const, tagId: 11 },
          { type: 'close' as const },
          { type: 'stop' as const },
        ]),
        session: oneOf([null, { key: 'k', id: 's', variables: {}, at: '2026-11-13T15:00:00.000Z' }]),
        isOver: fc.boolean(),
        isUnknown: fc.boolean(),
      }),
    },
  )
  .chain((result) =>
    oneOf([OPEN_CALL, OPEN_CALL, OPEN_CALL, 'x']).map((callId): Input => ({ type: 'callResult', callId, result })),
  );

export const inputs: fc.Arbitrary<Input[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('message' as const),
        text: oneOf(['1', '2', 'oi', 'sair', '', '{{nome}}', 'ana@example.com', '12,5', '$&']),
      }),
    },
    { weight: 3, arbitrary: fc.constant<Input>({ type: 'time' }) },
    { weight: 1, arbitrary: fc.constant<Input>({ type: 'start' }) },
    {
      weight: 1,
      arbitrary: oneOf<Input>([
        { type: 'message', text: '', media: { type: 'audio', name: 'a.ogg', ref: '9' } },
        { type: 'message', text: '', media: { type: 'image', name: 'a.png' } },
      ]),
    },
    { weight: 4, arbitrary: callResults },
  ),
  { maxLength: 16 },
);
