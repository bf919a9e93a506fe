/** What the product asks of external bots, webhooks and HTTP services. Adapters are built in wiring/gateways.ts. */
import type { BotCommand } from '@balcao/domain/integration/bot-command';
import type { HttpCall } from '@balcao/domain/integration/http-call';

export { ServiceError, type ServiceReason } from '../service-error.ts';
export { withinTime } from '../within-time.ts';

interface Key {
  reveal(): string;
}

/** A conversation with a bot. Stored between two messages: plain JSON. */
export interface BotSession {
  /** Our own name of the conversation, never a phone number. */
  key: string;
  /** The service's id; null before the start. */
  id: string | null;
  /** Given to the bot when a session starts. */
  variables: Readonly<Record<string, string>>;
}
export type BotReply = { type: 'text'; text: string } | { type: 'image' | 'video' | 'audio'; url: string };

export interface BotTurn {
  replies: BotReply[];
  /** The bot offers these answers; the chosen text is sent back. */
  choices?: string[];
  /** The bot expects no further message. */
  ended?: true;
  /** The first reply was a command; queues and users are not checked yet. */
  command?: BotCommand;
  /** The bot has no reply, or answered that it did not understand. */
  isUnknown?: true;
  session: BotSession;
}

/** Both methods throw a `ServiceError` if they do not succeed, at the latest after 15 seconds. */
export interface ExternalBot<Account> {
  start(account: Account, session: BotSession, text: string): Promise<BotTurn>;
  /** A session that the service no longer knows is started again, once. */
  next(account: Account, session: BotSession, text: string): Promise<BotTurn>;
}

export interface TypebotAccount {
  /** Address of the viewer, without /api. */
  url: string;
  slug: string;
}
export interface DialogflowAccount {
  project: string;
  language: string;
  /** The service account file as JSON. */
  credentials: Key;
}

export interface Dialogflow extends ExternalBot<DialogflowAccount> {
  /** `client_email` of a service account file; undefined for a file that is no service account of Google. */
  emailOf(credentials: string): string | undefined;
}

export interface WebhookTarget {
  url: string;
  /** Key of the signature. */
  secret: Key;
  /** A header that the receiver asks for. */
  header?: { name: string; value: Key };
}
export interface WebhookDelivery {
  id: string;
  /** JSON text; the signature covers these bytes. */
  body: string;
}
export interface WebhookSender {
  /** One attempt; any status of 200 to 299 counts as received. The answer is not read. */
  deliver(target: WebhookTarget, delivery: WebhookDelivery): Promise<{ status: number }>;
}

export interface HttpCaller {
  /** The selected values of the answer by name. `status` is any below 300; others throw. */
  call(
    call: HttpCall,
    keys: Readonly<Record<string, Key>>,
    /** Gets the text of an answer of any status, before it is judged. */
    onAnswer?: (text: string) => void,
  ): Promise<{ status: number; values: Record<string, string> }>;
}

/** Files that a bot names by address. */
export interface FileFetcher {
  /** Throws a `ServiceError` above `maxBytes` and for any status but 200. */
  fetch(url: string, maxBytes: number): Promise<Buffer>;
}

/** Everything that integrations call. */
export interface BotServices {
  typebot: ExternalBot<TypebotAccount>;
  dialogflow: Dialogflow;
  webhooks: WebhookSender;
  http: HttpCaller;
  files: FileFetcher;
}
