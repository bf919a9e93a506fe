import { isVoice } from '@balcao/domain/ai/voices';
import type { CallReply } from '@balcao/domain/flow/service-call';
import { ServiceError, withinTime, type Speech } from '../../gateways/ai/port.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { noUnits, type Ceilings } from './ceilings.ts';

export interface VoiceAnswerDeps {
  db: Db;
  storage: Storage;
  ceilings: Ceilings;
  speech: Speech;
  onError(error: unknown): void;
}
/** The voice of a prompt or of a node. */
export interface AnswerVoice {
  promptId: number | null;
  voice: string;
  voiceRegion: string;
  key: Secret | undefined;
}
const FILE_NAME = 'resposta.ogg';
const PROVIDER = 'speech';

/** Answers in the voice of a prompt. Undefined: the answer is written, because there is no voice or it failed. */
export function createVoiceAnswers({ db, storage, ceilings, speech, onError }: VoiceAnswerDeps) {
  return async function answerByVoice(
    companyId: number,
    { promptId, voice, voiceRegion, key }: AnswerVoice,
    text: string,
    flowId: number | null,
    signal: AbortSignal,
  ): Promise<CallReply | undefined> {
    if (!isVoice(voice) || !key || signal.aborted) return undefined;
    const subject = { purpose: 'speech' as const, provider: PROVIDER, model: voice, promptId, flowId };
    const atMost = { ...noUnits, characters: text.length };
    // A turn of the conversation is counted once, by its text.
    const reserved = await ceilings.reserve(companyId, subject, { conversationId: null, contactId: null }, atMost);
    if (!reserved.ok) return undefined;
    try {
      // When the time of the call is over, the text is sent instead.
      const answer = await withinTime(speech.synthesize({ region: voiceRegion, voice, key }, text), signal);
      await ceilings.settle(companyId, reserved.reservation, 'done', { ...noUnits, characters: answer.characters });
      const { mime, audio } = answer;
      const stored = await storage.put(audio, { companyId, kind: 'media' });
      await db.inCompany(companyId, (tx) =>
        fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: FILE_NAME, createdBy: null }),
      );
      const file = { key: stored.key, mime, fileName: FILE_NAME, bytes: stored.bytes };
      return { type: 'media', media: 'audio', file, isVoice: true };
    } catch (error) {
      if (!(error instanceof ServiceError)) onError(error);
      const outcome = error instanceof ServiceError ? error.outcome : 'unknown';
      await ceilings.settle(companyId, reserved.reservation, outcome, null);
      return undefined;
    }
  };
}
export type AnswerByVoice = ReturnType<typeof createVoiceAnswers>;
