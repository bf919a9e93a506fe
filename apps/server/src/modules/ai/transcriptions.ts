import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { doneResult, type CallFailure, type CallHandler, type CallResult } from '@balcao/domain/flow/service-call';
import { ServiceError, type Transcriber } from '../../gateways/ai/port.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { serviceFailureOf, turnFailures } from './call-failures.ts';
import { noUnits, type Ceilings, type Requester } from './ceilings.ts';
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

interface TranscribedAudio {
  bytes: Buffer;
  mime: string;
}
export type Transcribed = { ok: true; text: string } | { ok: false; reason: CallFailure };
interface OfFlow {
  flowId: number | null;
  promptId: number | undefined;
}
interface Payer {
  key: Secret;
  flowId: number | null;
  /** The prompt whose key is used. */
  promptId: number | null;
  requester?: Requester;
}

/**
 * Turns voice messages into text, within the company's ceilings: for calls of flows with the platform's key, else with that
 * of the prompt; for agents with the platform's key.
 */
export function createTranscriptions(deps: TranscriptionDeps) {
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

  /** Within the ceilings: the text, or why there is none. */
  async function transcribe(
    companyId: number,
    { bytes, mime }: TranscribedAudio,
    { key, requester = 'bot', ...payer }: Payer,
  ): Promise<Transcribed> {
    const subject = { purpose: 'transcription' as const, provider: PROVIDER, model: MODEL, ...payer };
    const atMost = { ...noUnits, seconds: Math.ceil(bytes.length / MIN_BYTES_PER_SECOND) };
    // A turn of the conversation is counted once, by its answer.
    const party = { conversationId: null, contactId: null };
    const reserved = await ceilings.reserve(companyId, subject, party, atMost, requester);
    if (!reserved.ok) return { ok: false, reason: turnFailures[reserved.failure] };
    try {
      const account = { baseUrl: transcription.url, model: MODEL, key };
      const { text, seconds } = await transcriber.transcribe(account, { bytes: new Uint8Array(bytes), mime });
      const used = { ...noUnits, seconds: seconds === null ? atMost.seconds : Math.ceil(seconds) };
      await ceilings.settle(companyId, reserved.reservation, 'done', used);
      return { ok: true, text };
    } catch (error) {
      const isOfService = error instanceof ServiceError;
      // The key that agents use is the platform's: its operator is to know that it fails.
      if (!isOfService || requester === 'agent') onError(error);
      await ceilings.settle(companyId, reserved.reservation, isOfService ? error.outcome : 'unknown', null);
      return { ok: false, reason: isOfService ? serviceFailureOf(error.reason) : 'down' };
    }
  }

  async function transcribeFor(companyId: number, audio: TranscribedAudio, { flowId, promptId }: OfFlow) {
    const platformKey = await transcription.key();
    const key = platformKey ?? (await keyOfPrompt(companyId, promptId));
    if (!key) return { ok: false as const, reason: 'notConfigured' as const };
    return transcribe(companyId, audio, { key, flowId, promptId: platformKey ? null : (promptId ?? null) });
  }

  const transcribeCall: CallHandler<'transcription'> = async (call, signal) => {
    const { companyId, ticketId, flowId, request } = call;
    const message = await readyMessage(companyId, Number(request.ref), signal);
    if (message?.ticketId !== ticketId || message.mediaKey === null) return { type: 'failed', reason: 'request' };
    if (message.transcription !== null) return transcribed(message.transcription);
    const file = await storage.open(message.mediaKey);
    if (!file) return { type: 'failed', reason: 'request' };
    const audio = { bytes: await buffer(file.stream), mime: message.mediaMime ?? '' };
    const result = await transcribeFor(companyId, audio, { flowId, promptId: request.promptId });
    if (!result.ok) return { type: 'failed', reason: result.reason };
    if (result.text !== '') await transcription.save(companyId, message, result.text);
    return transcribed(result.text);
  };

  return {
    transcribeCall,
    /** A voice message that an agent wants to read: always with the platform's key. */
    async transcribeForAgent(companyId: number, audio: TranscribedAudio): Promise<Transcribed> {
      const key = await transcription.key();
      if (!key) return { ok: false, reason: 'notConfigured' };
      return transcribe(companyId, audio, { key, requester: 'agent', flowId: null, promptId: null });
    },
  };
}
