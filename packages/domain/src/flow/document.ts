import type { MenuForm } from '../bot/option-types.ts';
import type { HeaderTemplate, HttpMethod, Selection } from '../integration/http-call.ts';

/** The drawing of a conversation: nodes, the edges between them and how the conversation ends when something goes wrong. */
export interface FlowDoc {
  schema: 1;
  nodes: FlowNode[];
  edges: Edge[];
  settings: FlowSettings;
}

export interface FlowSettings {
  /** What an exit word does. */
  exit: 'human' | 'close';
  /** How long a question or a menu without a time limit of its own waits. */
  giveUpMinutes: number;
  /** What happens when the customer does not answer: a human, the end of the conversation, or nothing. */
  onGiveUp: 'human' | 'close' | 'leave';
  /** Queue for conversations that cannot continue; null means waiting without a queue. */
  fallbackQueueId: number | null;
}

/** One edge per source and port. */
export interface Edge {
  id: string;
  source: string;
  port: string;
  target: string;
}

/** Node types in the order of the palette. */
export const nodeTypes = [
  'start',
  'singleBlock',
  'message',
  'img',
  'audio',
  'video',
  'interval',
  'wait',
  'menu',
  'question',
  'condition',
  'randomizer',
  'ticket',
  'queue',
  'agent',
  'tag',
  'lane',
  'data',
  'hours',
  'files',
  'template',
  'flow',
  'note',
  'close',
  'http',
  'webhook',
  'typebot',
  'openai',
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** An uploaded file: its name in the storage and the name the user gave it. An empty name means: not uploaded yet. */
export interface FlowFile {
  name: string;
  original: string;
}

/** The content of a `singleBlock`. Ids are those of the API: message1, interval2, img1, audio1, video1. */
export type Block =
  | { id: string; type: 'text'; text: string }
  | { id: string; type: 'interval'; seconds: number }
  | { id: string; type: 'image'; file: FlowFile; caption: string }
  /** `record`: sent as if it had been recorded on the spot. */
  | { id: string; type: 'audio'; file: FlowFile; record: boolean }
  | { id: string; type: 'video'; file: FlowFile; caption: string };
export type BlockType = Block['type'];

/** What a question accepts as an answer. */
export const answerKinds = ['text', 'number', 'email', 'phone', 'document', 'date', 'file'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Operators of conditions. The API has codes 1 to 5 for the first five. */
export const operators = [
  'equal',
  'atLeast',
  'atMost',
  'less',
  'greater',
  'notEqual',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'empty',
  'notEmpty',
] as const;
export type Operator = (typeof operators)[number];
export interface Rule {
  /** The name of a variable, or one of `subjects`; anything else is empty. */
  subject: string;
  operator: Operator;
  value: string;
}
/** What a condition can compare besides variables. The dot keeps them apart from the names of variables. */
export const subjects = [
  'contact.name',
  'contact.firstName',
  'contact.number',
  'contact.email',
  /** Names of the contact's tags; a comparison holds if it holds for one of them. */
  'contact.tag',
  /** «1» for a contact without an earlier conversation, «0» otherwise. */
  'contact.isNew',
  'connection.name',
  'connection.channel',
  'message.text',
  /** YYYY-MM-DD, HH:mm, 1 (Monday) to 7, in the company's time zone. */
  'now.date',
  'now.time',
  'now.weekday',
] as const;
export type Subject = (typeof subjects)[number];

/** Whose business hours. */
export const hoursOwners = ['company', 'connection', 'queue'] as const;
export type HoursOwner = (typeof hoursOwners)[number];

/** Fields of a contact that a flow can set; any other key is an extra field of the contact. */
export type DataEntry =
  | { target: 'variable'; key: string; value: string }
  | { target: 'contact'; field: 'name' | 'email'; value: string }
  | { target: 'extra'; key: string; value: string };

/** An approved template and the values of its placeholders by key: body.1, header.1, button.0. Values may contain variables. */
export interface TemplateChoice {
  templateId: number | null;
  values: Record<string, string>;
}

/** A call to a service of the company. Texts may contain variables, the host may not. */
export interface HttpFields {
  method: HttpMethod;
  url: string;
  /** An empty `keyRef`: the key is not written yet. */
  headers: HeaderTemplate[];
  /** JSON text; empty sends no body. Variables stand inside its texts. */
  body: string;
  select: Selection[];
  /** An answer of the service as JSON text, for tests of the flow. */
  sample: string;
}

/** Settings of an external Typebot, as the API names them. */
export interface TypebotFields {
  /** An integration of type typebot or dialogflow; with it the other fields do not apply. */
  integrationId: number | null;
  name: string;
  url: string;
  slug: string;
  delayMs: number;
  expiresMinutes: number;
  keywordFinish: string;
  keywordRestart: string;
  restartMessage: string;
  unknownMessage: string;
}
/** Settings of a model. Keys are stored apart and named by reference. */
export interface OpenAiFields {
  /** A prompt of the company; with it the other fields do not apply. */
  promptId: number | null;
  name: string;
  prompt: string;
  voice: string;
  voiceRegion: string;
  voiceKeyRef: string | null;
  apiKeyRef: string | null;
  maxTokens: number;
  temperature: number;
  maxMessages: number;
  queueId: number | null;
  maxTurns: number;
}

/** The data of every node type. */
export interface NodeData {
  start: Record<string, never>;
  singleBlock: { blocks: Block[] };
  message: { text: string };
  img: { file: FlowFile; caption: string };
  audio: { file: FlowFile; record: boolean };
  video: { file: FlowFile; caption: string };
  interval: { seconds: number };
  /**
   * `minutes` counts only business hours if `onlyInHours`. `template` is sent if the reply window is closed when the wait
   * ends; without one the conversation leaves through `failed`.
   */
  wait: {
    until: 'minutes' | 'opening';
    minutes: number;
    onlyInHours: boolean;
    hours: HoursOwner;
    queueId: number | null;
    template: TemplateChoice | null;
  };
  menu: {
    message: string;
    /** Numbered from 1 without gaps; option n leaves through port `a{n}`. */
    options: { number: number; value: string }[];
    /** Null: the form of the company's settings. */
    form: MenuForm | null;
    tries: number;
    /** Null: `settings.giveUpMinutes`. */
    timeoutMinutes: number | null;
    showsExit: boolean;
  };
  question: {
    message: string;
    answerKey: string;
    kind: AnswerKind;
    tries: number;
    /** Null: `settings.giveUpMinutes`. */
    timeoutMinutes: number | null;
    /** Sent after an answer of another kind; empty: a built-in text. */
    retryMessage: string;
    showsExit: boolean;
  };
  condition: { match: 'all' | 'any'; rules: Rule[] };
  randomizer: { percent: number };
  ticket: { queueId: number | null };
  queue: { queueId: number | null };
  agent: { to: 'user' | 'accountOwner'; userId: number | null; queueId: number | null };
  tag: { add: number[]; remove: number[] };
  lane: { laneId: number | null };
  data: { entries: DataEntry[] };
  hours: { of: HoursOwner; queueId: number | null };
  files: { fileListId: number | null };
  template: TemplateChoice;
  /** `jump` does not return; `call` returns to port `done`. */
  flow: { flowId: number | null; mode: 'jump' | 'call' };
  note: { text: string };
  close: { mode: 'farewell' | 'rating' | 'silent' };
  http: HttpFields;
  /** An integration of type n8n or webhook. */
  webhook: { integrationId: number | null };
  typebot: TypebotFields;
  openai: OpenAiFields;
}

/** A node with its position on the canvas. `name` is the title that the user gave it. */
export interface NodeOf<Type extends NodeType> {
  id: string;
  type: Type;
  position: { x: number; y: number };
  name?: string | undefined;
  data: NodeData[Type];
}
export type FlowNode = { [Type in NodeType]: NodeOf<Type> }[NodeType];

export const portKinds = ['next', 'choice', 'yes', 'no', 'answered', 'timeout', 'failed', 'done'] as const;
export type PortKind = (typeof portKinds)[number];
/** An exit of a node. `label` is the text of a menu option; other ports are named by their kind and id. */
export interface Port {
  id: string;
  kind: PortKind;
  label?: string;
}
