/** Finds an installed Chromium for the journeys, or downloads one; never skips them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

type Log = (line: string) => void;

// The headless shell has no window of its own and needs a quarter less CPU time, so it comes first.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a browser that starts; throws with the command to install one when none can be obtained. */
export function chromiumPath(env: NodeJS.ProcessEnv, log: Log): string {
  const configuredPath = env['CHROMIUM_PATH'];
  if (configuredPath) {
    if (starts(configuredPath)) return configuredPath;
    throw new Error(`CHROMIUM_PATH=${configuredPath} does not start.`);
  }
  const path = installed(env) ?? playwrightsOwn() ?? fetchedByPlaywright(log) ?? fetchedByDebian(env, log);
  if (path) return path;
  throw new Error('No Chromium was found and none could be installed. Run: sudo apt-get install -y chromium');
}

function installed(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find((file) => existsSync(file) && starts(file));
}

function playwrightsOwn(): string | undefined {
  const file = chromium.executablePath();
  return existsSync(file) && starts(file) ? file : undefined;
}

function fetchedByPlaywright(log: Log): string | undefined {
  log('Fetching Chromium for the journeys (once, about 150 MB)…');
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  // Behind a network that drops packets it would wait forever.
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return playwrightsOwn();
}

function fetchedByDebian(env: NodeJS.ProcessEnv, log: Log): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  log("Installing Debian's Chromium (once, a minute or two)…");
  const options = { stdio: 'ignore', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options);
    const path = installed(env);
    if (path) return path;
  }
  return undefined;
}

/** A browser with missing libraries is installed but does not start. */
function starts(file: string): boolean {
  return spawnSync(file, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

if (import.meta.main) console.log(chromiumPath(process.env, (line) => console.error(line)));
