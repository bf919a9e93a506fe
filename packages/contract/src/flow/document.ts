import { menuForms } from '@balcao/domain/bot/option-types';
import {
  MAX_BLOCKS,
  MAX_DOC_BYTES,
  MAX_EDGES,
  MAX_ENTRIES,
  MAX_HEADERS,
  MAX_INTERVAL_SECONDS,
  MAX_JSON_LENGTH,
  MAX_KEY_LENGTH,
  MAX_MENU_OPTIONS,
  MAX_NAME_LENGTH,
  MAX_NODES,
  MAX_OPTION_LENGTH,
  MAX_POINTER_LENGTH,
  MAX_POSITION,
  MAX_RULES,
  MAX_SELECTIONS,
  MAX_TAGS,
  MAX_TEMPLATE_VALUES,
  MAX_TEXT_LENGTH,
  MAX_TRIES,
  MAX_URL_LENGTH,
  MAX_WAIT_MINUTES,
  NODE_ID,
} from '@balcao/domain/flow/bounds';
import { answerKinds, hoursOwners, operators, type NodeData, type NodeType } from '@balcao/domain/flow/document';
import { structureProblems } from '@balcao/domain/flow/structure';
import { httpMethods } from '@balcao/domain/integration/http-call';
import { z } from 'zod';

const MAX_ID = 2_147_483_647;
const MAX_REFERENCE_LENGTH = 120;
const nodeId = z.string().regex(NODE_ID);
/** The id of a record of the company; null until one is chosen. */
const chosenId = z.int().min(1).max(MAX_ID).nullable();
const text = z.string().max(MAX_TEXT_LENGTH);
const shortText = z.string().max(MAX_REFERENCE_LENGTH);
const key = z.string().max(MAX_KEY_LENGTH);
const file = z.strictObject({ name: z.string().max(255), original: z.string().max(255) });
const seconds = z.int().min(0).max(MAX_INTERVAL_SECONDS);
const minutes = z.int().min(1).max(MAX_WAIT_MINUTES);
const tries = z.int().min(1).max(MAX_TRIES);

const block = z.discriminatedUnion('type', [
  z.strictObject({ id: nodeId, type: z.literal('text'), text }),
  z.strictObject({ id: nodeId, type: z.literal('interval'), seconds }),
  z.strictObject({ id: nodeId, type: z.literal('image'), file, caption: text }),
  z.strictObject({ id: nodeId, type: z.literal('audio'), file, record: z.boolean() }),
  z.strictObject({ id: nodeId, type: z.literal('video'), file, caption: text }),
]);
const dataEntry = z.discriminatedUnion('target', [
  z.strictObject({ target: z.literal('variable'), key, value: text }),
  z.strictObject({ target: z.literal('contact'), field: z.enum(['name', 'email']), value: text }),
  z.strictObject({ target: z.literal('extra'), key, value: text }),
]);
const templateChoice = z.strictObject({
  templateId: chosenId,
  values: z
    .record(z.string().max(MAX_REFERENCE_LENGTH), text)
    .refine((values) => Object.keys(values).length <= MAX_TEMPLATE_VALUES),
});
/** A key is never part of the document, only its name. */
const header = z.union([
  z.strictObject({ name: shortText, value: text }),
  z.strictObject({ name: shortText, keyRef: z.string().regex(/^[\w-]{0,40}$/) }),
]);
const inQueue = z.strictObject({ queueId: chosenId });

/** The data of every node type. A draft may have empty fields; `check` reports them before it is published. */
const nodeData = {
  start: z.strictObject({}),
  singleBlock: z.strictObject({ blocks: z.array(block).max(MAX_BLOCKS) }),
  message: z.strictObject({ text }),
  img: z.strictObject({ file, caption: text }),
  audio: z.strictObject({ file, record: z.boolean() }),
  video: z.strictObject({ file, caption: text }),
  interval: z.strictObject({ seconds }),
  wait: z.strictObject({
    until: z.enum(['minutes', 'opening']),
    minutes,
    onlyInHours: z.boolean(),
    hours: z.enum(hoursOwners),
    queueId: chosenId,
    template: templateChoice.nullable(),
  }),
  menu: z.strictObject({
    message: text,
    options: z
      .array(z.strictObject({ number: z.int().min(1).max(MAX_MENU_OPTIONS), value: z.string().max(MAX_OPTION_LENGTH) }))
      .max(MAX_MENU_OPTIONS)
      // The port of an option is made from its number.
      .refine((options) => options.every(({ number }, index) => number === index + 1)),
    form: z.enum(menuForms).nullable(),
    tries,
    timeoutMinutes: minutes.nullable(),
    showsExit: z.boolean(),
  }),
  question: z.strictObject({
    message: text,
    answerKey: key,
    kind: z.enum(answerKinds),
    tries,
    timeoutMinutes: minutes.nullable(),
    retryMessage: text,
    showsExit: z.boolean(),
  }),
  condition: z.strictObject({
    match: z.enum(['all', 'any']),
    rules: z.array(z.strictObject({ subject: key, operator: z.enum(operators), value: text })).max(MAX_RULES),
  }),
  randomizer: z.strictObject({ percent: z.int().min(0).max(100).multipleOf(10) }),
  ticket: inQueue,
  queue: inQueue,
  agent: z.strictObject({ to: z.enum(['user', 'accountOwner']), userId: chosenId, queueId: chosenId }),
  tag: z.strictObject({
    add: z.array(z.int().min(1).max(MAX_ID)).max(MAX_TAGS),
    remove: z.array(z.int().min(1).max(MAX_ID)).max(MAX_TAGS),
  }),
  lane: z.strictObject({ laneId: chosenId }),
  data: z.strictObject({ entries: z.array(dataEntry).max(MAX_ENTRIES) }),
  hours: z.strictObject({ of: z.enum(hoursOwners), queueId: chosenId }),
  files: z.strictObject({ fileListId: chosenId }),
  template: templateChoice,
  flow: z.strictObject({ flowId: chosenId, mode: z.enum(['jump', 'call']) }),
  note: z.strictObject({ text }),
  close: z.strictObject({ mode: z.enum(['farewell', 'rating', 'silent']) }),
  http: z.strictObject({
    method: z.enum(httpMethods),
    url: z.string().max(MAX_URL_LENGTH),
    headers: z.array(header).max(MAX_HEADERS),
    body: z.string().max(MAX_JSON_LENGTH),
    select: z.array(z.strictObject({ name: key, pointer: z.string().max(MAX_POINTER_LENGTH) })).max(MAX_SELECTIONS),
    sample: z.string().max(MAX_JSON_LENGTH),
  }),
  webhook: z.strictObject({ integrationId: chosenId }),
  typebot: z.strictObject({
    integrationId: chosenId,
    name: shortText,
    url: z.string().max(MAX_URL_LENGTH),
    slug: shortText,
    delayMs: z.int().min(0).max(60_000),
    expiresMinutes: z.int().min(0).max(MAX_WAIT_MINUTES),
    keywordFinish: shortText,
    keywordRestart: shortText,
    restartMessage: text,
    unknownMessage: text,
  }),
  openai: z.strictObject({
    promptId: chosenId,
    name: shortText,
    prompt: z.string().max(MAX_TEXT_LENGTH * 4),
    voice: shortText,
    voiceRegion: shortText,
    voiceKeyRef: nodeId.nullable(),
    apiKeyRef: nodeId.nullable(),
    maxTokens: z.int().min(1).max(8192),
    temperature: z.number().min(0).max(2),
    maxMessages: z.int().min(1).max(100),
    queueId: chosenId,
    maxTurns: z.int().min(1).max(20),
  }),
} satisfies { [Type in NodeType]: z.ZodType<NodeData[Type]> };

const coordinate = z.number().min(-MAX_POSITION).max(MAX_POSITION);
const node = <Type extends NodeType>(type: Type) =>
  z.strictObject({
    id: nodeId,
    type: z.literal(type),
    position: z.strictObject({ x: coordinate, y: coordinate }),
    name: z.string().max(MAX_NAME_LENGTH).optional(),
    data: nodeData[type],
  });
export const flowNode = z.discriminatedUnion('type', [
  node('start'),
  node('singleBlock'),
  node('message'),
  node('img'),
  node('audio'),
  node('video'),
  node('interval'),
  node('wait'),
  node('menu'),
  node('question'),
  node('condition'),
  node('randomizer'),
  node('ticket'),
  node('queue'),
  node('agent'),
  node('tag'),
  node('lane'),
  node('data'),
  node('hours'),
  node('files'),
  node('template'),
  node('flow'),
  node('note'),
  node('close'),
  node('http'),
  node('webhook'),
  node('typebot'),
  node('openai'),
]);
export const flowEdge = z.strictObject({
  id: z.string().regex(/^[\w-]{1,80}$/),
  source: nodeId,
  port: nodeId,
  target: nodeId,
});
export const flowSettings = z.strictObject({
  exit: z.enum(['human', 'close']),
  giveUpMinutes: minutes,
  onGiveUp: z.enum(['human', 'close', 'leave']),
  fallbackQueueId: chosenId,
});

/** A draft. Forged ids, edges and ports are refused here; everything else is a problem that `check` reports. */
export const flowDoc = z
  .strictObject({
    schema: z.literal(1),
    nodes: z.array(flowNode).max(MAX_NODES),
    edges: z.array(flowEdge).max(MAX_EDGES),
    settings: flowSettings,
  })
  .superRefine((doc, context) => {
    for (const { code, nodeId: id, edgeId } of structureProblems(doc).slice(0, 10))
      context.addIssue({
        code: 'custom',
        message: code,
        path: edgeId === null ? ['nodes', id ?? ''] : ['edges', edgeId],
      });
    if (new TextEncoder().encode(JSON.stringify(doc)).length > MAX_DOC_BYTES)
      context.addIssue({ code: 'custom', message: 'tooLarge', path: [] });
  });
