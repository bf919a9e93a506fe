/** Looks for keys in the repository, in its history and in the pages that browsers load [DP-06]. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemEnvironment, type Report } from './report.ts';

const repository = join(import.meta.dirname, '../..');

/** Forms that only keys have. */
const forms: Record<string, RegExp> = {
  'private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{60,}/,
  'age key': /AGE-SECRET-KEY-1[0-9A-Z]{58}/,
  Meta: /\bEAA[A-Za-z0-9]{60,}/,
  OpenAI: /\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}/,
  Google: /\bAIza[0-9A-Za-z_-]{35}/,
  AWS: /\bAKIA[0-9A-Z]{16}\b/,
  GitHub: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40,})/,
  GitLab: /\bglpat-[0-9A-Za-z_-]{20}/,
  npm: /\bnpm_[A-Za-z0-9]{36}\b/,
  Slack: /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  Stripe: /\b[sr]k_live_[0-9A-Za-z]{24,}/,
  'Mercado Pago': /\bAPP_USR-\d{12,}-/,
  Asaas: /\$aact_prod_[A-Za-z0-9]{40,}/,
};
/** Reviewed: made for the simulated bank, which listens on this machine only. */
const reviewed = ['packages/payments-simulator/certificates/server.key'];

export const secretsIn = (text: string): string[] =>
  Object.entries(forms).flatMap(([name, form]) => (form.test(text) ? [name] : []));

/** «path: form» for each file of the repository with a key. */
export function secretsInFiles(): string[] {
  const names = git('ls-files', '-co', '--exclude-standard', '-z').split('\0');
  return names
    .filter((name) => name !== '' && !reviewed.includes(name) && existsSync(join(repository, name)))
    .flatMap((name) => named(name, readFileSync(join(repository, name), 'latin1')));
}

export async function trySecrets(report: Report): Promise<void> {
  const ofFiles = secretsInFiles();
  report.check('no file of the repository has a key', ofFiles.length === 0, ofFiles.join(', '));
  const ofHistory = await secretsInHistory();
  report.check('no commit has added a key', ofHistory.length === 0, ofHistory.join(', '));
  const name = 'no page for browsers has a key';
  const pages = join(repository, 'apps/web/dist');
  if (!existsSync(pages)) return report.skip(name, 'npm run build makes the pages');
  const ofPages = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(pages, file)).isFile())
    .flatMap((file) => named(file, readFileSync(join(pages, file), 'latin1')));
  report.check(name, ofPages.length === 0, ofPages.join(', '));
}

const named = (path: string, text: string) => secretsIn(text).map((form) => `${path}: ${form}`);

/** Added lines of all commits, file by file. */
async function secretsInHistory(): Promise<string[]> {
  const child = spawn('git', ['log', '--all', '-p', '-U0', '--no-color', '--format='], {
    cwd: repository,
    env: systemEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const found = new Set<string>();
  let path = '';
  let added: string[] = [];
  const finish = () => {
    if (!reviewed.includes(path)) for (const hit of named(path, added.join('\n'))) found.add(hit);
    added = [];
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('diff --git ')) finish();
    else if (line.startsWith('+++ b/')) path = line.slice('+++ b/'.length);
    else if (line.startsWith('+')) added.push(line.slice(1));
  }
  finish();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git log ended with ${code}`);
  return [...found];
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}
