import { createHash, createHmac } from 'node:crypto';
import type { MediaInput } from './customer-actions.ts';
import { sampleFile } from './sample-files.ts';
import type { Media, SimulatorState } from './state.ts';

type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';

/** Stores a file that a customer sent or a business uploaded. */
export function saveMedia(
  state: SimulatorState,
  file: { mime: string; bytes: Buffer; fileName?: string | undefined; accountId: string; isPublic: boolean },
): Media {
  const media = { id: state.random.digits(16), fileName: undefined, ...file };
  state.media.set(media.id, media);
  return media;
}

export function customersMedia(
  state: SimulatorState,
  accountId: string,
  type: MediaType,
  input: MediaInput,
  isPublic: boolean,
): Media {
  const sample = sampleFile(type);
  return saveMedia(state, {
    mime: input.mime ?? sample.mime,
    bytes: input.base64 === undefined ? sample.bytes : Buffer.from(input.base64, 'base64'),
    fileName: input.fileName,
    accountId,
    isPublic,
  });
}

/** Download URL; the hash makes URLs that need no token hard to guess. */
export function linkOf(state: SimulatorState, { id }: Media): string {
  return `${state.url}/_cdn/${id}?ext=${Math.floor(Date.now() / 1000) + 300}&hash=${hashOf(state, id)}`;
}
export const hashOf = (state: SimulatorState, id: string): string =>
  createHmac('sha256', state.app.secret).update(id).digest('base64url').slice(0, 22);

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
