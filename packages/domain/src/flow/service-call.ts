import type { HttpCall } from '../integration/http-call.ts';
import type { OpenAiFields } from './document.ts';

/** Kinds of calls to external services. The server has one handler for each. */
export const callKinds = ['http', 'bot', 'webhook', 'model', 'transcription'] as const;
export type CallKind = (typeof callKinds)[number];

/** What a call asks of a service. Plain JSON, stored until the call is done. Keys are named, never written. */
export type CallRequest =
  | { kind: 'http'; call: HttpCall }
  | {
      kind: 'bot';
      /** An integration of type typebot or dialogflow; null: the address of the node. */
      integrationId: number | null;
      typebot: { url: string; slug: string } | null;
      /** Null starts a session. */
      session: CallSession | null;
      /** Given to the bot when a session starts. */
      variables: Readonly<Record<string, string>>;
      text: string;
    }
  /** Is delivered up to three times and never awaited. */
  | { kind: 'webhook'; integrationId: number; text: string }
  | {
      kind: 'model';
      promptId: number | null;
      /** The node's own settings; null with a prompt. */
      fields: ModelFields | null;
      /** What the customer wrote since the last turn. */
      text: string;
    }
  /** The stored message with an audio; the result is its text, as a reply. */
  /** `promptId`: its key is used where the platform has none. */
  | { kind: 'transcription'; ref: string; promptId?: number };
/** The text is as it was drawn: values of its variables are redacted before they are inserted. */
export type ModelFields = Omit<OpenAiFields, 'promptId' | 'maxTurns'> & {
  /** Every variable of the text and its value. */
  inserted?: Readonly<Record<string, string>>;
};

/** A conversation with an external bot, as `BotSession` of the gateway. */
export interface CallSession {
  key: string;
  id: string | null;
  variables: Readonly<Record<string, string>>;
  /** When the last reply arrived. */
  at: string;
}

export type CallReply =
  | { type: 'text'; text: string }
  /** A file that the server has stored. */
  | {
      type: 'media';
      media: 'image' | 'video' | 'audio';
      file: { key: string; mime: string; fileName: string; bytes: number };
      isVoice: boolean;
    };
/** What a model or bot orders. Ids are checked: they exist in the company and are allowed to the prompt. */
export type CallAction =
  | { type: 'transfer'; queueId: number; userId: number | null }
  | { type: 'tag'; tagId: number }
  | { type: 'close' }
  /** The bot stops; a human goes on. */
  | { type: 'stop' };

/** Why a call failed. Shown in the trace and in the note for the agent. */
export const callFailures = [
  'address',
  'unreachable',
  'tooSlow',
  'busy',
  'down',
  'quota',
  'key',
  'request',
  'tooLarge',
  'unreadable',
  /** The integration, prompt or key is missing, or the plan does not include it. */
  'notConfigured',
  'ceilingReached',
  /** The service failed repeatedly and is not called for a while. */
  'breakerOpen',
  /** The process ended during a call that must not be repeated. */
  'interrupted',
] as const;
export type CallFailure = (typeof callFailures)[number];

export type CallResult =
  | {
      type: 'done';
      replies: readonly CallReply[];
      /** Answers that the bot offers; the chosen text is sent back. */
      choices: readonly string[];
      /** Values of an HTTP answer by variable. */
      values: Readonly<Record<string, string>>;
      action: CallAction | null;
      session: CallSession | null;
      /** The service expects no further message. */
      isOver: boolean;
      /** The bot did not understand. */
      isUnknown: boolean;
      /** HTTP status of the service. */
      status?: number;
    }
  | { type: 'failed'; reason: CallFailure; status?: number };

export type DoneResult = Extract<CallResult, { type: 'done' }>;

/** The result of a call that went well. What is not given is empty. */
export const doneResult = (own: Partial<DoneResult> = {}): DoneResult => ({
  type: 'done',
  replies: [],
  choices: [],
  values: {},
  action: null,
  session: null,
  isOver: false,
  isUnknown: false,
  ...own,
});

/** A call as its handler gets it. */
export interface ServiceCall<Kind extends CallKind = CallKind> {
  companyId: number;
  /** Stays the same over attempts: the id of a webhook's delivery. */
  id: string;
  callId: string;
  request: Extract<CallRequest, { kind: Kind }>;
  ticketId: number;
  runId: number | null;
  /** Null for a prompt or integration without a flow. */
  flowId: number | null;
  nodeId: string;
  /** From 1. */
  attempt: number;
}
/** Makes one attempt. A service that fails is a result, not an exception. */
export type CallHandler<Kind extends CallKind = CallKind> = (
  call: ServiceCall<Kind>,
  signal: AbortSignal,
) => Promise<CallResult>;
