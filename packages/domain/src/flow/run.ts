import type { MenuForm } from '../bot/option-types.ts';
import type { OpeningHours } from '../hours/hours.ts';
import type { IntegrationType } from '../integration/integration-types.ts';
import type { TemplateText } from '../message/template.ts';
import type { MessageVariables } from '../message/variables.ts';
import type { DefaultCountry } from '../phone/countries.ts';
import type { FlowDoc, FlowFile, HoursOwner, TypebotFields } from './document.ts';
import type { References } from './references.ts';
import {
  callFailures,
  type CallAction,
  type CallKind,
  type CallReply,
  type CallRequest,
  type CallResult,
  type CallSession,
} from './service-call.ts';

/** The state of one conversation in a flow. Plain JSON: stored as it is. */
export interface Run {
  v: 1;
  /** The flow and version of the current node: a sub-flow while the run is inside one. */
  flowId: number;
  versionId: number;
  /** The current node; null before the start and after the end. */
  node: string | null;
  /** Index of the next block inside the current node. */
  part: number;
  /** Callers of the current sub-flow, outermost first. */
  stack: Frame[];
  /** Read and changed by `variables.ts` only, which refuses names such as `__proto__`. */
  vars: Record<string, string>;
  seed: number;
  /** Number of trace entries so far; each step starts with this number. */
  seq: number;
  /** Answers that the current node did not accept. */
  tries: number;
  wait: Wait | null;
  /** Node visits so far. */
  spent: number;
  startedAt: string;
  /** The last nodes visited, oldest first. */
  path: string[];
  /** The customer's last text. */
  lastText: string;
  /** The session with the external bot of the current node. */
  session?: CallSession | null;
  /** What the customer wrote since the last call of the current node. Empty: an audio that is not a text yet. */
  pendingTexts?: string[];
  /** The audios among them, in the same order. */
  pendingAudio?: string[];
  /** Answers that the bot of the current node offers. */
  choices?: string[];
  /** Calls of the current node for an answer to the customer. */
  turns?: number;
  /** What the service of the current node answered and was not sent yet. */
  answer?: PendingAnswer | null;
  /** The conversation waits for an agent; the flow may still send, but asks nothing. */
  isHandedOver: boolean;
  ended: EndReason | null;
}
export interface PendingAnswer {
  replies: CallReply[];
  /** Performed after the replies. */
  action: CallAction | null;
  isOver: boolean;
}
/** Where a called flow returns to. */
export interface Frame {
  flowId: number;
  versionId: number;
  node: string;
}
export interface Wait {
  for: 'answer' | 'time' | 'debounce' | 'call';
  /** When the server must call `step` with the input `time`. */
  until: string | null;
  /** When the first message of a debounce arrived. */
  since?: string;
  callId?: string;
  callKind?: CallKind;
  /** The customer saw the exit words with this question. */
  hasExit?: true;
}

export type Input =
  /** `text`: the message that triggered the flow. It is not an answer. */
  | { type: 'start'; text?: string }
  | {
      type: 'message';
      /** The text or the transcript of an audio. Empty for media without a caption. */
      text: string;
      /** Id of the entry tapped in a list or of a button. */
      choiceId?: string;
      media?: {
        type: 'image' | 'audio' | 'video' | 'document' | 'sticker';
        name: string;
        /** Names the stored file in a call. */
        ref?: string;
      };
    }
  | { type: 'time' }
  | { type: 'callResult'; callId: string; result: CallResult };
/** What a send effect sends. Texts are final: they must not be searched for variables again. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'list' | 'buttons'; text: string; choices: readonly { id: string; title: string }[] }
  | { type: 'image' | 'video'; file: FlowFile; caption: string }
  | { type: 'audio'; file: FlowFile; isVoice: boolean }
  /** A file that a service answered with. */
  | { type: 'media'; reply: Extract<CallReply, { type: 'media' }> }
  /** `isTextOnly`: the channel has no files; the text of the list and the captions of its files are sent. */
  | { type: 'fileList'; fileListId: number; isTextOnly?: true }
  | { type: 'template'; templateId: number; values: Record<string, string> };

/** What the server performs in the transaction that saves the run. */
export type Effect =
  | { type: 'send'; nodeId: string; content: Content }
  | { type: 'typing'; seconds: number }
  /** A call outside the transaction. Its result is the input `callResult`, except for a webhook, which is not awaited. */
  | { type: 'call'; callId: string; nodeId: string; request: CallRequest }
  /** The ticket waits in this queue or for this agent, as if the customer had chosen it in the menu. */
  | { type: 'assign'; queueId: number | null; userId: number | null; reason: AssignReason }
  | { type: 'tag'; add: number[]; remove: number[] }
  | { type: 'lane'; laneId: number }
  | { type: 'field'; field: 'name' | 'email'; value: string }
  | { type: 'extraField'; key: string; value: string }
  /** An internal note. */
  | { type: 'note'; text: string }
  | { type: 'close'; mode: 'farewell' | 'rating' | 'silent'; by: 'bot' | 'customer' }
  | { type: 'log'; reason: 'queueChosen' | 'agentChosen' | 'fellBack' | 'customerLeft' | 'gaveUp' | 'closed' }
  | { type: 'end'; reason: EndReason };
export type AssignReason = 'node' | 'exitWord' | 'gaveUp' | 'fallback';

/** Why a run ended. The second group is set by the server, never by `step`. */
export const endReasons = [
  'completed',
  'handedOver',
  'closed',
  'exitWord',
  'gaveUp',
  'failed',
  'tooManySteps',
  'tooDeep',
  'tooOld',
  'broken',
  'queueMissing',
  'flowMissing',

  'takenOver',
  'ticketClosed',
  'botOff',
  'redirected',
  'flowRemoved',
  'erased',
] as const;
export type EndReason = (typeof endReasons)[number];
/** What the numbers and the runs of a flow call an error. */
export const failedEnds: readonly EndReason[] = [
  'failed',
  'tooManySteps',
  'tooDeep',
  'tooOld',
  'broken',
  'queueMissing',
  'flowMissing',
];
/** The customer left the flow on the way. */
export const droppedEnds: readonly EndReason[] = ['gaveUp', 'exitWord'];

/** One step of a run for the trace, the numbers on the canvas and the log. It contains no text of the customer. */
export interface TraceEntry {
  seq: number;
  versionId: number;
  nodeId: string;
  event: TraceEvent;
  /** The port the conversation left through; null if it stayed. */
  port: string | null;
  reason: TraceReason | null;
  /** The variable that was set. */
  key?: string;
  at: string;
}
/** `called` and `returned` enter and leave a sub-flow. `waited` and `ignored`: the conversation stays at the node. */
export const traceEvents = [
  'entered',
  'waited',
  'left',
  'repeated',
  'ignored',
  'skipped',
  'called',
  'jumped',
  'returned',
  'variable',
  'ended',
] as const;
export type TraceEvent = (typeof traceEvents)[number];
export const traceReasons = [
  'answer',
  'choice',
  'timeout',
  'notAnOption',
  'notAnAnswer',
  'audioNotUnderstood',
  'triesUsedUp',
  'notAwaited',
  'fileMissing',
  'textInstead',
  'notSupported',
  'tagMissing',
  'laneMissing',
  'fileListMissing',
  'templateMissing',
  'valueMissing',
  'userMissing',
  'windowClosed',
  'variableRefused',
  'tooLate',
  /** The model or bot answered as often as it may. */
  'turnsUsedUp',
  ...callFailures,
  ...endReasons,
] as const;
export type TraceReason = (typeof traceReasons)[number];

/** Everything a step depends on, loaded before it. */
export interface Facts {
  now: Date;
  variables: Omit<MessageVariables, 'now'>;
  settings: { exitWords: readonly string[]; form: MenuForm };
  /** Country of phone numbers without a calling code. */
  country: DefaultCountry;
  /** Undefined for a queue that was removed. */
  hoursOf(owner: HoursOwner, queueId: number | null): OpeningHours | undefined;
  channel: ChannelFacts;
  contact: {
    number: string;
    email: string;
    tags: readonly string[];
    isNew: boolean;
    extra: Readonly<Record<string, string>>;
    accountOwner: { userId: number; queueId: number | null } | null;
  };
  references: References;
  /** Undefined for an integration that was removed. */
  integration(id: number): IntegrationFacts | undefined;
  /** Audio can be turned into text. */
  canTranscribe: boolean;
  /** Prompts with a key of their own that can do it too. */
  transcribingPrompts: ReadonlySet<number>;
  /** External services may get the number of the contact. */
  canShareNumber: boolean;
  template(id: number): TemplateText | undefined;
  /** The published version of an active flow, for a flow that is entered now. */
  flow(flowId: number): LoadedFlow | undefined;
  /** The documents of the versions on the stack and of the current one. */
  version(versionId: number): FlowDoc | undefined;
}
export interface ChannelFacts {
  kind: string;
  draws: { list: boolean; buttons: boolean };
  sends: { media: boolean; template: boolean; typing: boolean };
  replyWindowHours: number | null;
  lastInboundAt: Date | null;
}
export interface IntegrationFacts {
  type: IntegrationType;
  name: string;
  fields: BotFields;
}
/** How a conversation with an external bot goes. */
export type BotFields = Pick<
  TypebotFields,
  'delayMs' | 'expiresMinutes' | 'keywordFinish' | 'keywordRestart' | 'restartMessage' | 'unknownMessage'
>;
export interface LoadedFlow {
  versionId: number;
  doc: FlowDoc;
}

export interface StepResult {
  run: Run;
  effects: Effect[];
  trace: TraceEntry[];
}

/** A run before its first step. The seed decides its random choices. */
export const newRun = (start: { flowId: number; versionId: number; seed: number; now: Date }): Run => ({
  v: 1,
  flowId: start.flowId,
  versionId: start.versionId,
  node: null,
  part: 0,
  stack: [],
  vars: {},
  seed: start.seed,
  seq: 0,
  tries: 0,
  wait: null,
  spent: 0,
  startedAt: start.now.toISOString(),
  path: [],
  lastText: '',
  isHandedOver: false,
  ended: null,
});
