import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { doneResult, type CallHandler, type CallResult } from '@balcao/domain/flow/service-call';
import { ServiceError, type Transcriber } from '../../gateways/ai/port.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { serviceFailureOf, turnFailures } from './call-failures.ts';
import { noUnits, type Ceilings } from './ceilings.ts';
import { conversationStore, type VoiceMessage } from './conversations.store.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore } from './prompts.store.ts';

export interface TranscriptionDeps {
  db: Db;
  storage: Storage;
  ceilings: Ceilings;
  keys: PromptKeys;
  transcriber: Transcriber;
  transcription: {
    /** OpenAI-compatible, up to the version. */
    url: string;
    /** The platform's own; undefined while there is none. */
    key(): Promise<Secret | undefined>;
    /** Stores the text with the message, so that it is transcribed once. */
    save(companyId: number, message: { id: number; ticketId: number }, text: string): Promise<void>;
  };
  onError(error: unknown): void;
}
const MODEL = 'whisper-1';
const PROVIDER = 'openai';
/** Files of channels arrive a moment after their message. */
const PAUSE_MS = 300;
/** Speech has at least this many bytes a second, so that no audio is longer than its bytes say. */
const MIN_BYTES_PER_SECOND = 750;
const transcribed = (text: string): CallResult => doneResult({ replies: [{ type: 'text', text }] });
const notConfigured: CallResult = { type: 'failed', reason: 'notConfigured' };

/**
 * Answers calls of flows to turn a voice message into text: with the platform's key, else with that of the prompt, within
 * the company's ceilings.
 */
export function createTranscriptionCalls(deps: TranscriptionDeps): CallHandler<'transcription'> {
  const { db, storage, ceilings, keys, transcriber, transcription, onError } = deps;

  /** Undefined if the message has no audio, or the channel did not give it in time. */
  async function readyMessage(companyId: number, id: number, signal: AbortSignal): Promise<VoiceMessage | undefined> {
    for (;;) {
      const message = await db.readCompany(companyId, (tx) => conversationStore.voiceMessage(tx, id));
      if (message?.mediaState !== 'pending' || signal.aborted) return message;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function keyOfPrompt(companyId: number, promptId: number | undefined): Promise<Secret | undefined> {
    if (promptId === undefined) return undefined;
    const prompt = await db.readCompany(companyId, (tx) => promptStore.byId(tx, promptId));
    // A key of another address must not be sent to this one.
    return prompt?.provider === PROVIDER && prompt.baseUrl === ''
      ? keys.open(companyId, 'apiKey', prompt.apiKey)
      : undefined;
  }

  async function transcribe(
    companyId: number,
    { bytes, mime }: { bytes: Buffer; mime: string },
    { flowId, promptId }: { flowId: number | null; promptId: number | undefined },
  ) {
    const platformKey = await transcription.key();
    const key = platformKey ?? (await keyOfPrompt(companyId, promptId));
    if (!key) return notConfigured;
    const payer = { promptId: platformKey ? null : (promptId ?? null), flowId };
    const subject = { purpose: 'transcription' as const, provider: PROVIDER, model: MODEL, ...payer };
    const atMost = { ...noUnits, seconds: Math.ceil(bytes.length / MIN_BYTES_PER_SECOND) };
    // A turn of the conversation is counted once, by its answer.
    const reserved = await ceilings.reserve(companyId, subject, { conversationId: null, contactId: null }, atMost);
    if (!reserved.ok) return { type: 'failed' as const, reason: turnFailures[reserved.failure] };
    try {
      const account = { baseUrl: transcription.url, model: MODEL, key };
      const { text, seconds } = await transcriber.transcribe(account, { bytes: new Uint8Array(bytes), mime });
      const used = { ...noUnits, seconds: seconds === null ? atMost.seconds : Math.ceil(seconds) };
      await ceilings.settle(companyId, reserved.reservation, 'done', used);
      return text;
    } catch (error) {
      if (!(error instanceof ServiceError)) onError(error);
      await ceilings.settle(
        companyId,
        reserved.reservation,
        error instanceof ServiceError ? error.outcome : 'unknown',
        null,
      );
      const reason = error instanceof ServiceError ? serviceFailureOf(error.reason) : 'down';
      return { type: 'failed' as const, reason };
    }
  }

  return async function transcribeCall({ companyId, ticketId, flowId, request }, signal) {
    const message = await readyMessage(companyId, Number(request.ref), signal);
    if (message?.ticketId !== ticketId || message.mediaKey === null) return { type: 'failed', reason: 'request' };
    if (message.transcription !== null) return transcribed(message.transcription);
    const file = await storage.open(message.mediaKey);
    if (!file) return { type: 'failed', reason: 'request' };
    const audio = { bytes: await buffer(file.stream), mime: message.mediaMime ?? '' };
    const text = await transcribe(companyId, audio, { flowId, promptId: request.promptId });
    if (typeof text !== 'string') return text;
    if (text !== '') await transcription.save(companyId, message, text);
    return transcribed(text);
  };
}
