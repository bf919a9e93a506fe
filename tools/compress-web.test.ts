import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressWeb } from './compress-web.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'compress-web-'));
  await mkdir(join(dist, 'assets'));
});
afterAll(() => rm(dist, { recursive: true }));

it('compresses large text files and skips HTML pages, pictures, source maps and small files', async () => {
  const text = 'const words = "the same again";\n'.repeat(200);
  for (const name of ['assets/main.js', 'assets/main.css', 'index.html', 'assets/main.js.map', 'assets/photo.webp'])
    await writeFile(join(dist, name), text);
  await writeFile(join(dist, 'small.js'), 'x'.repeat(1_023));

  expect(await compressWeb(dist)).toBe(2);
  const names = await readdir(dist, { recursive: true });
  expect(names.filter((name) => /\.(?:br|gz)$/.test(name)).toSorted()).toEqual([
    'assets/main.css.br',
    'assets/main.css.gz',
    'assets/main.js.br',
    'assets/main.js.gz',
  ]);
  expect(brotliDecompressSync(await readFile(join(dist, 'assets/main.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(dist, 'assets/main.js.gz'))).toString()).toBe(text);
});
