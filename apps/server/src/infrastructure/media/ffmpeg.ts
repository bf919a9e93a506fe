/** Converts audio files with ffmpeg when it is available. Only known containers are accepted; only pipes and files are opened. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Busy, createConcurrencyLimit } from '../tokens/concurrency-limit.ts';

const run = promisify(execFile);

export type SoundFormat = 'ogg' | 'm4a' | 'mp3';
export interface Sound {
  path: string;
  mime: string;
  /** Removes the temporary file; call it after the bytes are read. */
  done(): Promise<void>;
}
export interface Ffmpeg {
  /** Undefined when ffmpeg is missing or cannot read the file: the caller then uses the original file. */
  convert(from: { path: string; mime: string; bytes: number }, to: SoundFormat): Promise<Sound | undefined>;
}

export const hasFfmpeg = async (path?: string): Promise<boolean> => (await findProgram(path)) !== undefined;

const BOUNDS = { inputBytes: 32 * 1024 * 1024, seconds: 3600, outputBytes: 64 * 1024 * 1024, runMs: 60_000 };
/** Upper bound of one allocation; ffmpeg fails on a file that needs more. */
const MAX_ALLOCATION = 256 * 1024 * 1024;

/** For constants only; file names are passed as separate arguments. */
const splitArguments = (line: string): string[] => line.split(' ');

/** The demuxer is explicit, never detected: a playlist disguised as audio would make ffmpeg open other files. */
const readers: Record<string, string> = {
  'audio/ogg': 'ogg',
  'audio/webm': 'matroska',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
};
const writers: Record<SoundFormat, { mime: string; how: string[] }> = {
  ogg: {
    mime: 'audio/ogg',
    how: splitArguments('-c:a libopus -b:a 32k -ac 1 -ar 48000 -application voip -f ogg'),
  },
  mp3: { mime: 'audio/mpeg', how: splitArguments('-c:a libmp3lame -b:a 128k -ar 44100 -f mp3') },
  m4a: { mime: 'audio/mp4', how: splitArguments('-c:a aac -b:a 128k -movflags +faststart -f ipod') },
};

export function createFfmpeg({ path }: { path?: string | undefined } = {}): Ffmpeg {
  const withLimit = createConcurrencyLimit({ atOnce: 2, waiting: 20 });
  let program: Promise<string | undefined> | undefined;

  return {
    async convert(from, to) {
      const reader = readers[from.mime];
      if (reader === undefined || from.bytes > BOUNDS.inputBytes) return undefined;
      const file = await (program ??= findProgram(path));
      if (file === undefined) return undefined;
      const folder = await mkdtemp(join(tmpdir(), 'balcao-sound-'));
      const done = () => rm(folder, { recursive: true, force: true });
      const out = join(folder, `sound.${to}`);
      try {
        await withLimit(() =>
          run(file, argumentsFor(reader, from.path, to, out), { timeout: BOUNDS.runMs, killSignal: 'SIGKILL' }),
        );
        if ((await stat(out)).size === 0) throw new Error('ffmpeg wrote an empty file');
        return { path: out, mime: writers[to].mime, done };
      } catch (error) {
        await done();
        if (error instanceof Busy) throw error;
        return undefined;
      }
    },
  };
}

const argumentsFor = (reader: string, from: string, to: SoundFormat, out: string): string[] => [
  ...splitArguments(`-hide_banner -loglevel error -nostdin -y -max_alloc ${MAX_ALLOCATION} -threads 1`),
  ...splitArguments(`-protocol_whitelist file,pipe -f ${reader} -t ${BOUNDS.seconds} -i`),
  `file:${from}`,
  // Audio stream only: no images, subtitles or recorder metadata.
  ...splitArguments('-map 0:a:0 -vn -sn -dn -map_metadata -1 -threads 1'),
  ...writers[to].how,
  ...splitArguments(`-fs ${BOUNDS.outputBytes}`),
  `file:${out}`,
];

/** The first that runs: the configured binary, the one of the machine, the bundled one. */
async function findProgram(path: string | undefined): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const modules = resolve(import.meta.dirname, '../../../../../node_modules');
  const own = join(modules, '@ffmpeg-installer', `${process.platform}-${process.arch}`, name);
  for (const candidate of path === undefined ? ['ffmpeg', own] : [path, 'ffmpeg', own]) {
    // Some installers unpack the binary without its execute permission.
    if (candidate === own) await chmod(own, 0o755).catch(() => {});
    if (await run(candidate, ['-version'], { timeout: 5000 }).catch(() => undefined)) return candidate;
  }
  return undefined;
}
