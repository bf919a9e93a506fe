/** What the product asks of language models, transcription and speech. Adapters are built in wiring/gateways.ts. */
import type { Action, AllowedActions } from '@balcao/domain/ai/actions';
import type { Turn } from '@balcao/domain/ai/prompt';
import type { Voice } from '@balcao/domain/ai/voices';

export { ServiceError, type ServiceReason } from '../service-error.ts';
export { withinTime } from '../within-time.ts';

/** `sandbox` answers by a script, without network; outside production only. */
export const textProviders = ['openai', 'gemini', 'anthropic', 'sandbox'] as const;
export type TextProvider = (typeof textProviders)[number];

/** A key with its service. Exists only while it is used. */
export interface TextAccount {
  provider: TextProvider;
  /** Null: the service's own host. OpenAI-compatible: up to the version, https://api.openai.com/v1. */
  baseUrl: string | null;
  model: string;
  key: Key;
}
export interface Key {
  reveal(): string;
}

export interface TextRequest {
  system: string;
  /** Oldest first. The last one is the customer's. */
  turns: readonly Turn[];
  maxTokens: number;
  /** From 0 to 2; 1 leaves it to the service. */
  temperature: number;
  actions: AllowedActions;
}

export interface Completion {
  /** Without the marker of an action; empty if the model only acted. */
  text: string;
  /** Only one of the allowed actions. */
  action?: Action;
  usage: TokenUsage;
  finish: Finish;
}
/** As the service counts them; null if it does not say. */
export interface TokenUsage {
  inputTokens: number | null;
  outputTokens: number | null;
}
/** `length`: cut at `maxTokens`. `filtered`: withheld by the service. */
export type Finish = 'stop' | 'length' | 'filtered' | 'other';

/** Every method throws a {@link ServiceError} if it does not succeed, at the latest after 15 seconds. */
export interface TextModel {
  complete(account: TextAccount, request: TextRequest): Promise<Completion>;
}

export interface TranscriptionAccount {
  /** Up to the version: https://api.openai.com/v1. */
  baseUrl: string;
  model: string;
  key: Key;
}
export interface Audio {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
}
export interface Transcriber {
  /** `seconds` is null if the service does not say how long the audio is. */
  transcribe(account: TranscriptionAccount, audio: Audio): Promise<{ text: string; seconds: number | null }>;
}

export interface SpeechAccount {
  region: string;
  voice: Voice;
  key: Key;
}
export interface Speech {
  synthesize(account: SpeechAccount, text: string): Promise<{ audio: Buffer; mime: string; characters: number }>;
}
