/**
 * Compresses the built web app once, at the highest level, so that no request has to: `node tools/compress-web.ts
 * [folder]`.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Without source maps: they are loaded only for debugging. */
const TEXT = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/;
/** Below this size the headers outweigh the savings. */
const MIN_BYTES = 1_024;

/** HTML pages are skipped: the server inserts the brand into them. Returns the number of compressed files. */
export async function compressWeb(dist: string): Promise<number> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const done = await Promise.all(files.map(compressFile));
  return done.filter(Boolean).length;
}

async function compressFile(file: string): Promise<boolean> {
  const { size } = await stat(file);
  if (size < MIN_BYTES) return false;
  const content = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (brotli.length < size) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < size) await writeFile(`${file}.gz`, gzipped);
  return brotli.length < size || gzipped.length < size;
}

if (import.meta.main) {
  const repository = dirname(dirname(fileURLToPath(import.meta.url)));
  await compressWeb(resolve(repository, process.argv[2] ?? 'apps/web/dist'));
}
