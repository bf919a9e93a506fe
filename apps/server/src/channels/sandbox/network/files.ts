/** Files on the simulated phones: samples and uploads. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireFile } from '../wire-format.ts';

export interface PhoneFile extends WireFile {
  bytes: Buffer;
}
export const samples = ['image', 'voice', 'audio', 'video', 'document', 'sticker', 'ad', 'avatar'] as const;
export type Sample = (typeof samples)[number];

const MAX_BYTES = 128 * 1024 * 1024;
const sampleFiles: Record<Sample, { file: string; mime: string; name: string }> = {
  image: { file: 'receita.jpg', mime: 'image/jpeg', name: 'receita.jpg' },
  voice: { file: 'voz.ogg', mime: 'audio/ogg; codecs=opus', name: '' },
  audio: { file: 'voz.ogg', mime: 'audio/ogg', name: 'gravação.ogg' },
  video: { file: 'vitrine.mp4', mime: 'video/mp4', name: 'vitrine.mp4' },
  document: { file: 'receita.pdf', mime: 'application/pdf', name: 'receita.pdf' },
  sticker: { file: 'obrigada.webp', mime: 'image/webp', name: '' },
  ad: { file: 'anuncio.jpg', mime: 'image/jpeg', name: '' },
  avatar: { file: 'retrato.jpg', mime: 'image/jpeg', name: '' },
};

/** Held in memory up to a bound, dropping the oldest; with a folder they also survive the process. */
export function createFiles(folder?: string) {
  const files = new Map<string, PhoneFile>();
  let totalBytes = 0;
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });

  function store(file: PhoneFile) {
    if (files.has(file.id)) return;
    files.set(file.id, file);
    totalBytes += file.bytes.length;
    for (const [id, oldest] of files) {
      if (totalBytes <= MAX_BYTES || id === file.id) break;
      files.delete(id);
      totalBytes -= oldest.bytes.length;
    }
  }
  return {
    /** The same bytes with the same name are one file, so repeating is harmless. */
    put(bytes: Buffer, { mime, name }: { mime: string; name: string }): WireFile {
      const id = createHash('sha256').update(`${mime}\n${name}\n`).update(bytes).digest('hex').slice(0, 40);
      store({ id, mime, name, size: bytes.length, bytes });
      if (folder) {
        writeFileSync(join(folder, id), bytes);
        writeFileSync(join(folder, `${id}.json`), JSON.stringify({ mime, name }));
      }
      return { id, mime, name, size: bytes.length };
    },
    sample(which: Sample): WireFile {
      const { file, mime, name } = sampleFiles[which];
      return this.put(readFileSync(new URL(`../samples/${file}`, import.meta.url)), { mime, name });
    },
    get(id: string): PhoneFile | undefined {
      const cached = files.get(id);
      if (cached || !folder || !/^[0-9a-f]{40}$/.test(id)) return cached;
      try {
        const bytes = readFileSync(join(folder, id));
        const about = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as { mime: string; name: string };
        return { id, ...about, size: bytes.length, bytes };
      } catch {
        return undefined;
      }
    },
  };
}
export type Files = ReturnType<typeof createFiles>;
