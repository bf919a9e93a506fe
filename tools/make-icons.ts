/** Generates the icons of the installed app from `favicon.svg`: `node tools/make-icons.ts`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Drawn {
  png(): { toFile(path: string): Promise<unknown> };
}
// sharp is a dependency of the server only.
const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as (
  svg: Buffer,
  how: { density: number },
) => Drawn & { resize(size: number): Drawn };

const publicFolder = join(import.meta.dirname, '../apps/web/public');
const favicon = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
const logoPath = /<path[^>]*\/>/.exec(favicon)?.[0] ?? '';
const ground = /<rect[^>]*fill="([^"]+)"/.exec(favicon)?.[1] ?? '';
if (logoPath === '' || ground === '') throw new Error('favicon.svg must have a colored square and one path.');

/** The system crops it to its own shape, so the background fills the square and the logo stays in the safe zone. */
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(4.8 4.4) scale(.7)">${logoPath}</g></svg>`;
/** Badge in the status bar: the system uses only its alpha channel. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 24 26">${logoPath}</svg>`;

const draw = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: 72 * 24 })
    .resize(size)
    .png()
    .toFile(join(publicFolder, 'icons', name));

await Promise.all([
  draw(favicon, 192, 'icon-192.png'),
  draw(favicon, 512, 'icon-512.png'),
  draw(maskable, 192, 'maskable-192.png'),
  draw(maskable, 512, 'maskable-512.png'),
  draw(maskable, 180, 'apple-touch.png'),
  draw(badge, 96, 'badge-96.png'),
]);
