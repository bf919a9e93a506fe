import { buffer } from 'node:stream/consumers';
import type { Actor } from '@balcao/domain/policy/actor';
import { z } from 'zod';
import type { Db } from '../../foundation/db/tx.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { SafeFetch, SafeResponse } from '../../foundation/safe-fetch/safe-fetch.ts';
import type { Secret } from '../../foundation/secrets/secret.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { transcribingStore, type Voice } from './transcribing.store.ts';

interface Needs {
  db: Db;
  storage: Storage;
  tickets: Tickets;
  limits: Limits;
  safeFetch: SafeFetch;
  /** An OpenAI-compatible service, up to its version: https://api.openai.com/v1. */
  serviceUrl: string;
  key(): Promise<Secret | undefined>;
  failed(fault: unknown): void;
}
const FILE = /^([0-9a-f]{32})(?:\.\w{1,8})?$/;
/** The service takes no larger ones. */
const MOST_BYTES = 25 * 1024 * 1024;
const PATIENCE_MS = 60_000;
const MOST_ANSWER_BYTES = 1024 * 1024;
const MOST_TEXT = 65_536;
/** The service tells the format by the name. */
const endings: Record<string, string> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
};
const Answer = z.object({ text: z.string() });

/** Writes down what was said in a received voice message; asked once, it is kept with the message. */
export function createTranscribing({ db, storage, tickets, limits, safeFetch, serviceUrl, key, failed }: Needs) {
  /** Whoever asks for the same while it is being written waits for it: it is paid for once. */
  const underWay = new Map<string, Promise<string>>();

  async function transcribe(actor: Actor, file: string): Promise<string> {
    const name = FILE.exec(file)?.[1] ?? refuse('ERR_TRANSCRIPTION_FILE');
    const mediaKey = `${actor.companyId}/media/${name}`;
    const voice = await db.readCompany(actor.companyId, async (tx) => {
      const one = found(await transcribingStore.byFile(tx, mediaKey), 'ERR_NO_MESSAGE_FOUND');
      const ticket = await tickets.tryWithin(tx, one.ticketId);
      tickets.readable(actor, ticket);
      return one;
    });
    if (voice.transcription !== null) return voice.transcription;
    const running = underWay.get(mediaKey);
    if (running) return running;
    const writing = write(actor, voice).finally(() => underWay.delete(mediaKey));
    underWay.set(mediaKey, writing);
    return writing;
  }

  async function write(actor: Actor, voice: Voice): Promise<string> {
    const secret = (await key()) ?? refuse('ERR_NO_TRANSCRIPTION_KEY');
    await limits.use({ limit: 'transcriptions of a user', of: `${actor.companyId} ${actor.userId}` });
    const text = await heard(voice, secret);
    await db.inCompany(actor.companyId, async (tx) => {
      await transcribingStore.keep(tx, voice.id, text);
      const place = placeOf(await tickets.within(tx, voice.ticketId));
      tx.emit({ is: 'message.changed', messageId: voice.id, ticketId: voice.ticketId, place });
    });
    return text;
  }

  async function heard(voice: Voice, secret: Secret): Promise<string> {
    const mime = (voice.mediaMime ?? '').split(';')[0]!.trim();
    const ending = endings[mime] ?? refuse('ERR_TRANSCRIPTION_FILE');
    const kept = await storage.open(voice.mediaKey);
    if (!kept) return refuse('ERR_NO_MESSAGE_FOUND');
    if (kept.bytes > MOST_BYTES) {
      kept.stream.destroy();
      return refuse('ERR_TRANSCRIPTION_FILE');
    }
    const form = new FormData();
    form.set('file', new File([await buffer(kept.stream)], `audio.${ending}`, { type: mime }));
    form.set('model', 'whisper-1');
    form.set('language', 'pt');
    form.set('response_format', 'json');
    const answer = await ask(form, secret);
    const { data } = Answer.safeParse(await answer.json().catch(() => undefined));
    const text = data?.text.trim().slice(0, MOST_TEXT) ?? '';
    return text === '' ? refuse('ERR_TRANSCRIPTION_INVALID') : text;
  }

  async function ask(body: FormData, secret: Secret): Promise<SafeResponse> {
    try {
      const answer = await safeFetch(`${serviceUrl}/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret.reveal()}` },
        body,
        timeoutMs: PATIENCE_MS,
        maxBytes: MOST_ANSWER_BYTES,
      });
      if (answer.ok) return answer;
      answer.body.destroy();
      // What it says may repeat our key: only its number is told.
      throw new Error(`the transcription service answered ${answer.status}`);
    } catch (fault) {
      failed(fault);
      return refuse('ERR_TRANSCRIPTION_FAILED');
    }
  }

  return transcribe;
}
export type Transcribe = ReturnType<typeof createTranscribing>;
