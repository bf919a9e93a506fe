import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTone } from '../../../test/sounds.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { sniff } from './sniff.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-tones-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ffmpeg = createFfmpeg();
function saveFile(name: string, bytes: Buffer, mime = 'audio/wav') {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, mime, bytes: bytes.length };
}

describe('converting a recording', () => {
  it.each([
    ['ogg', 'audio/ogg', 'OpusHead'],
    ['mp3', 'audio/mpeg', ''],
    ['m4a', 'audio/mp4', 'ftypM4A'],
  ] as const)('gives %s and removes its temporary file', async (format, mime, sign) => {
    const sound = (await ffmpeg.convert(saveFile('tom.wav', createTone()), format))!;
    const bytes = readFileSync(sound.path);
    expect([sound.mime, sniff(bytes.subarray(0, 64), '').mime]).toEqual([mime, mime]);
    expect(bytes.subarray(0, 64).includes(sign)).toBe(true);
    // About one second of sound, not only a header.
    expect(bytes.length).toBeGreaterThan(2000);
    await sound.done();
    expect(existsSync(sound.path)).toBe(false);
  });

  it('never runs a file name as a command [UP-14]', async () => {
    const sound = await ffmpeg.convert(saveFile(`a;$(touch hacked) -y "x'.wav`, createTone(0.2)), 'ogg');
    expect(sound).toBeDefined();
    await sound!.done();
    expect(existsSync('hacked')).toBe(false);
  });

  it('refuses playlists and invalid audio, and opens no other file [UP-14]', async () => {
    const secret = saveFile('segredo.wav', createTone());
    const playlist = Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${secret.path}\n#EXT-X-ENDLIST\n`);
    const concat = Buffer.from(`ffconcat version 1.0\nfile '${secret.path}'\n`);
    for (const bytes of [playlist, concat, Buffer.from('OggS and then nothing of the kind'), Buffer.alloc(0)]) {
      for (const mime of ['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/webm'])
        expect(await ffmpeg.convert(saveFile('falso', bytes, mime), 'ogg'), mime).toBeUndefined();
    }
  });

  it('refuses unknown types and files above the size limit', async () => {
    expect(
      await ffmpeg.convert(saveFile('x.m3u8', createTone(), 'application/vnd.apple.mpegurl'), 'ogg'),
    ).toBeUndefined();
    expect(
      await ffmpeg.convert({ ...saveFile('grande.wav', createTone()), bytes: 33 * 1024 * 1024 }, 'ogg'),
    ).toBeUndefined();
  });

  it('queues concurrent calls and completes all of them', async () => {
    const tone = saveFile('juntos.wav', createTone(0.2));
    const sounds = await Promise.all(Array.from({ length: 6 }, () => ffmpeg.convert(tone, 'ogg')));
    expect(sounds.every((sound) => sound !== undefined)).toBe(true);
    for (const sound of sounds) await sound!.done();
  });

  it('uses another ffmpeg when the configured one cannot run', async () => {
    const other = createFfmpeg({ path: '/no/such/ffmpeg' });
    const sound = await other.convert(saveFile('outro.wav', createTone(0.2)), 'ogg');
    await sound?.done();
    expect(sound).toBeDefined();
  });
});
