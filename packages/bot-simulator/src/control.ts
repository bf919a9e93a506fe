/**
 * Control of the simulated models and bots. The same interface works in the simulator's process and, over HTTP, from
 * another one (`connectControl`): each method returns a promise and takes JSON.
 */
export interface BotControl {
  /** What the models and Dialogflow answer; the first rule that matches counts. Without a match they repeat the input. */
  script(rules: ScriptRule[]): Promise<void>;
  /** What the transcription returns for any audio. */
  setTranscript(transcript: { text: string; seconds: number }): Promise<void>;
  /** What `GET /http/json` and other methods return. */
  setJson(json: unknown): Promise<void>;
  /** Sets the fault of a service; null ends it. */
  fault(service: ServiceName, fault: Fault | null): Promise<void>;
  /** Calls that reached a service, in order of arrival. */
  received(service?: ServiceName): Promise<ReceivedCall[]>;
  /** What the webhook receiver got, with the result of its checks. */
  deliveries(): Promise<ReceivedDelivery[]>;
  /** Ends the sessions of Typebot, as a long silence does. */
  dropSessions(): Promise<void>;
  /** Removes script, faults, sessions and records. */
  reset(): Promise<void>;
}

export const serviceNames = [
  'openai',
  'gemini',
  'anthropic',
  'transcription',
  'speech',
  'token',
  'dialogflow',
  'typebot',
  'webhook',
  'http',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface ScriptRule {
  /** Compared with the last text of the customer, without regard to case. */
  contains: string;
  reply: string;
  /** A function call of the model; a model without functions ignores it. */
  action?: { name: string; args: Record<string, unknown> };
  /** Dialogflow ends the conversation; `diagnostic` only by its older flag. */
  ends?: 'intent' | 'diagnostic';
}

export interface Fault {
  type:
    | 'busy'
    | 'quota'
    | 'key'
    | 'down'
    /** The connection breaks before the request is read, or after it was carried out. */
    | 'resetBefore'
    | 'resetAfter'
    | 'slow'
    /** An answer of five megabytes. */
    | 'large'
    | 'html'
    | 'badJson'
    /** The reply contains a link to another host. */
    | 'foreignLink'
    /** Every reply asks for another one. */
    | 'loop'
    | 'empty'
    /** The model reaches its limit of tokens. */
    | 'cut'
    | 'filtered';
  /** How many calls are affected; all without it. */
  times?: number;
  /** Delay of a slow service. */
  delayMs?: number;
  /** Value of `Retry-After` of a busy service. */
  retryAfterSeconds?: number;
}

export interface ReceivedCall {
  service: ServiceName;
  method: string;
  path: string;
  /** Parsed JSON, or the text. */
  body: unknown;
  headers: Record<string, string>;
  /** 0 while there is no answer. */
  status: number;
}
export interface ReceivedDelivery {
  id: string;
  body: unknown;
  result: 'valid' | 'unsigned' | 'wrong' | 'stale' | 'repeated' | 'wrongHeader';
}

/** The host of the link that a model with the fault `foreignLink` writes. */
export const FOREIGN_LINK = 'https://premio.example.net/resgate';
