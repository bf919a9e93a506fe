import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { sizesOf } from '../../tools/check-sizes.ts';
import { kilobytes, type Figure } from '../figures.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** JavaScript before a page can be used. The limits are those that the build itself is held to. */
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
