import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { sizesOf } from '../../tools/check-sizes.ts';
import { kilobytes, type Figure } from '../figures.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** JavaScript needed before a page can be used, with the limits of `tools/check-sizes.ts`. */
export async function sizes(): Promise<Figure[]> {
  const built = spawnSync(process.execPath, ['tools/bootstrap.mjs', 'build'], { cwd: REPOSITORY, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The web app could not be built.');
  return sizesOf(resolve(REPOSITORY, 'apps/web/dist')).map(({ name, bytes, limit }) => ({
    name: `size: ${name}`,
    measured: bytes,
    budget: limit,
    format: kilobytes,
    from: 'JavaScript, gzipped',
  }));
}
