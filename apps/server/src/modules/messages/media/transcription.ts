import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '@balcao/contract';
import type { CallFailure } from '@balcao/domain/flow/service-call';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Limits } from '../../../infrastructure/limits/limits.ts';
import { assertFound, refuse } from '../../../infrastructure/app-error.ts';
import { audioExtensions } from '../../../infrastructure/media/audio-extensions.ts';
import type { Storage } from '../../../infrastructure/storage/storage.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChangedIn } from '../message-events.ts';
import { transcriptionStore, type VoiceMessage } from './transcription.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  tickets: Tickets;
  limits: Limits;
  /** With the platform's key, within the company's ceilings; ends after fifteen seconds at the latest. */
  transcribeAudio(companyId: number, audio: { bytes: Buffer; mime: string }): Promise<TranscriptionResult>;
}
type TranscriptionResult = { ok: true; text: string } | { ok: false; reason: CallFailure };
const FILE = /^([0-9a-f]{32})(?:\.\w{1,8})?$/;
/** Limit of the service. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const refusals: Partial<Record<CallFailure, ErrorCode>> = {
  notConfigured: 'ERR_NO_TRANSCRIPTION_KEY',
  ceilingReached: 'ERR_AI_CEILING_REACHED',
  unreadable: 'ERR_TRANSCRIPTION_INVALID',
};

/** Transcribes received voice messages; the text is stored with the message, so each is transcribed once. */
export function createTranscription({ db, storage, tickets, limits, transcribeAudio }: Deps) {
  /** Concurrent requests for one file share the result, so the service is paid once. */
  const inProgress = new Map<string, Promise<string>>();

  async function transcribe(actor: Actor, file: string): Promise<string> {
    const name = FILE.exec(file)?.[1] ?? refuse('ERR_TRANSCRIPTION_FILE');
    const mediaKey = `${actor.companyId}/media/${name}`;
    const voice = await db.readCompany(actor.companyId, async (tx) => {
      const message = assertFound(await transcriptionStore.byFile(tx, mediaKey), 'ERR_NO_MESSAGE_FOUND');
      const ticket = await tickets.inTx.find(tx, message.ticketId);
      tickets.requireReadable(actor, ticket);
      return message;
    });
    if (voice.transcription !== null) return voice.transcription;
    const running = inProgress.get(mediaKey);
    if (running) return running;
    const transcription = transcribeAndSave(actor, voice).finally(() => inProgress.delete(mediaKey));
    inProgress.set(mediaKey, transcription);
    return transcription;
  }

  async function transcribeAndSave(actor: Actor, voice: VoiceMessage): Promise<string> {
    await limits.use({ limit: 'transcriptions of a user', of: `${actor.companyId} ${actor.userId}` });
    const text = await requestTranscription(actor.companyId, voice);
    await db.inCompany(actor.companyId, (tx) => saveTranscription(tx, tickets, voice, text));
    return text;
  }

  async function requestTranscription(companyId: number, voice: VoiceMessage): Promise<string> {
    const mime = (voice.mediaMime ?? '').split(';')[0]!.trim();
    if (audioExtensions[mime] === undefined) return refuse('ERR_TRANSCRIPTION_FILE');
    const storedFile = await storage.open(voice.mediaKey);
    if (!storedFile) return refuse('ERR_NO_MESSAGE_FOUND');
    if (storedFile.bytes > MAX_FILE_BYTES) {
      storedFile.stream.destroy();
      return refuse('ERR_TRANSCRIPTION_FILE');
    }
    const result = await transcribeAudio(companyId, { bytes: await buffer(storedFile.stream), mime });
    if (!result.ok) return refuse(refusals[result.reason] ?? 'ERR_TRANSCRIPTION_FAILED');
    return result.text === '' ? refuse('ERR_TRANSCRIPTION_INVALID') : result.text;
  }

  return transcribe;
}
export type TranscribeAudio = Deps['transcribeAudio'];
export type Transcribe = ReturnType<typeof createTranscription>;

/** Stores the text of a voice message with it. */
export async function saveTranscription(
  tx: Tx,
  tickets: Tickets,
  { id, ticketId }: Pick<VoiceMessage, 'id' | 'ticketId'>,
  text: string,
): Promise<void> {
  await transcriptionStore.save(tx, id, text);
  await emitChangedIn(tx, tickets, id, ticketId);
}
