/** Generates the two notification sounds of the product, free of third-party rights: `node tools/make-sounds.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RATE = 22_050;
const FULL = 0x7fff;

interface Note {
  hertz: number;
  /** Seconds from the start. */
  at: number;
  /** Seconds until it has faded to a third. */
  fades: number;
  volume: number;
}

/** Two rising notes, like a counter bell played twice. */
const general: Note[] = [
  { hertz: 783.99, at: 0, fades: 0.09, volume: 0.5 },
  { hertz: 1174.66, at: 0.11, fades: 0.11, volume: 0.5 },
];
/** One short drop, lower and softer, for a colleague instead of a customer. */
const chat: Note[] = [
  { hertz: 587.33, at: 0, fades: 0.05, volume: 0.38 },
  { hertz: 440, at: 0.06, fades: 0.07, volume: 0.42 },
];

export const sounds = { general: wav(general, 0.43), chat: wav(chat, 0.3) };

/** Mono, 16 bits: small enough to be fetched in advance, and every browser plays it. */
function wav(notes: readonly Note[], seconds: number): Buffer {
  const samples = Math.round(RATE * seconds);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n++) {
    const time = n / RATE;
    const sum = notes.reduce((all, note) => all + sampleAt(note, time), 0) * fadeOut(time, seconds);
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sum)) * FULL), 44 + n * 2);
  }
  return file;
}

/** A chime bar: the tone, a quarter of the octave, and an eighth of the double octave, which fades at once. */
function sampleAt({ hertz, at, fades, volume }: Note, time: number): number {
  const since = time - at;
  if (since < 0) return 0;
  const attack = Math.min(1, since / 0.004);
  const wave = (times: number) => Math.sin(2 * Math.PI * hertz * times * since);
  const fade = (faster: number) => Math.exp((-since * faster) / fades);
  return volume * attack * (wave(1) * fade(1) + 0.25 * wave(2) * fade(1.8) + 0.12 * wave(4) * fade(4));
}

/** Fades to zero: a cut wave would click. */
function fadeOut(time: number, seconds: number): number {
  return Math.min(1, (seconds - time) / 0.02);
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../apps/web/public/sounds');
  for (const [name, file] of Object.entries(sounds)) writeFileSync(join(folder, `${name}.wav`), file);
}
