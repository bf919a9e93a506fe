/** Writes docs/catalogue from the catalogues of the code. With `--check` it only lists the stale pages. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages, type PageSources } from './catalogue-pages.ts';
import { routeFiles } from './route-files.ts';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const sources: PageSources = {
  events: await readFile(join(repository, 'packages/domain/src/events/catalogue.ts'), 'utf8'),
  routeFiles: routeFiles(repository),
};

/** Names of the pages in the folder that differ from the catalogues of the code. */
export async function stalePages(folder: string): Promise<string[]> {
  const checked = await Promise.all(
    Object.entries(pages(sources)).map(async ([name, text]) => ({
      name,
      isStale: (await readFile(join(folder, name), 'utf8').catch(() => undefined)) !== text,
    })),
  );
  return checked.filter(({ isStale }) => isStale).map(({ name }) => name);
}

export async function printPages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(pages(sources))) await writeFile(join(folder, name), text);
}

if (import.meta.main) {
  const folder = join(repository, 'docs/catalogue');
  if (process.argv.includes('--check')) {
    const stale = await stalePages(folder);
    for (const name of stale) console.error(`docs/catalogue/${name} is stale: npm run catalogue`);
    if (stale.length > 0) process.exitCode = 1;
  } else {
    await printPages(folder);
  }
}
