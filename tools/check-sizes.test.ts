import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chartsSize, screenLimits, sizesOf } from './check-sizes.ts';

let dist: string;
beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'sizes-'));
  mkdirSync(join(dist, '.vite'));
  const manifest = {
    'index.html': {
      file: 'app.js',
      imports: ['_shared.js'],
      dynamicImports: ['src/features/tags/tags-page.tsx', 'src/later.tsx'],
    },
    'src/features/tags/tags-page.tsx': { file: 'tags.js', imports: ['index.html', '_shared.js'] },
    'src/later.tsx': { file: 'later.js' },
    '_shared.js': { file: 'shared.js' },
  };
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(dist, 'index.html'),
    '<script src="/theme.js"></script><script type="module" src="/app.js"></script>',
  );
  const sizes = { app: 1, shared: 10, tags: 100, theme: 1_000, later: 10_000 };
  // Random bytes do not compress, so the sum shows which files were counted.
  for (const [name, size] of Object.entries(sizes)) writeFileSync(join(dist, `${name}.js`), randomBytes(size * 1_000));
});
afterAll(() => rmSync(dist, { recursive: true }));

it('counts each script that the page needs before it can be used once, and no others', () => {
  const [size] = sizesOf(dist, [{ name: 'shell', page: 'index.html', screens: ['tags/tags-page.tsx'], limit: 1 }]);
  expect(Math.round(size!.bytes / 1_000)).toBe(1_111);
});

it('counts for a screen only what the page has not loaded already', () => {
  const [size] = sizesOf(dist, [
    { name: 'tags', page: 'index.html', screens: ['tags/tags-page.tsx'], limit: 1, isExtra: true },
  ]);
  expect(Math.round(size!.bytes / 1_000)).toBe(100);
});

it('has a limit for each screen of the table of screens', () => {
  const table = readFileSync(join(import.meta.dirname, '../apps/web/src/app/screens.tsx'), 'utf8');
  const screens = [...table.matchAll(/import\('(\.{1,2}\/[^']+)'\)/g)].map(([, path]) =>
    join('app', path!).replaceAll('\\', '/'),
  );
  expect(screens.length).toBeGreaterThan(40);
  expect(Object.keys(screenLimits).toSorted()).toEqual(screens.toSorted());
});

it('fails when a measured screen is missing in the build', () => {
  const promised = [{ name: 'shell', page: 'index.html', screens: ['tags/gone.tsx'], limit: 1 }];
  expect(() => sizesOf(dist, promised)).toThrow(/no separate chunk for tags\/gone\.tsx/);
});

it('keeps the charts within their limit', () => {
  const { bytes, limit } = chartsSize();
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(limit);
});
