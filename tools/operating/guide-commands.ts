/** What `npm run test:operating` does with each command of docs/operating.md. */
export interface GuideRun {
  /** Folder of the run; ends with it. */
  root: string;
  /** Public key and moment that earlier commands printed. */
  found: Map<string, string>;
  /** Address and account of the storage of the run. */
  storage: Record<string, string>;
}

export interface CommandTest {
  /** Texts of the guide and what stands for them in the run. */
  replace?: (run: GuideRun) => Record<string, string>;
  env?: (run: GuideRun) => Record<string, string>;
  input?: string;
  /** Exit codes that the guide promises; 0 unless named. */
  codes?: number[];
  /** Must be in what the command prints. */
  prints?: RegExp;
  /** Parts of what it prints that later commands need: name and expression with one group. */
  finds?: Record<string, RegExp>;
  /** Commands of the run before it, with the same environment. */
  before?: string[];
  /** In an empty folder instead of the product's. */
  inEmptyFolder?: true;
}

const EMAIL = 'owner@example.com';
const ANSWERS = `Balcão\nOwner\n${EMAIL}\noperating-test\n`;
const substitutes = ({ root, found }: GuideRun) => ({
  '/mnt/backups': `${root}/backups`,
  'key.txt': `${root}/key.txt`,
  '/mnt/moving': `${root}/moving`,
  '/var/lib/balcao-restored': `${root}/restored`,
  '2026-11-15 14:20': found.get('moment') ?? '',
  'age1…': found.get('recipient') ?? '',
  DIR: `${root}/company`,
});
const inBucket = ({ storage }: GuideRun) => ({ ...storage, STORAGE_BUCKET: 'files' });
/** Another installation, with a company of its own. */
const otherInstallation = (name: string) => (run: GuideRun) => ({ DATA_DIR: `${run.root}/${name}`, BACKUP_DIR: '' });
const inEmptyFolder: CommandTest = { inEmptyFolder: true };

export const commandTests: Record<string, CommandTest> = {
  'npm run build': {},
  'npm run super-user': { input: ANSWERS, prints: /owner@example\.com can sign in now/ },
  'npm run backup -- --new-key': {
    prints: /AGE-SECRET-KEY-/,
    finds: { key: /^(AGE-SECRET-KEY-\S+)$/m, recipient: /^BACKUP_RECIPIENT=(\S+)$/m },
  },
  'npm run backup': { prints: /is complete: [\d.]+ MB/ },
  'npm run backup -- --new-destination': { prints: /is complete: [\d.]+ MB/ },
  'npm run restore -- --from /mnt/backups --key key.txt': {
    replace: substitutes,
    prints: /Moments that can be restored/,
    finds: { moment: / to (\S+Z) / },
  },
  'npm run restore -- --from /mnt/backups --key key.txt --at "2026-11-15 14:20" --to /var/lib/balcao-restored': {
    replace: substitutes,
    prints: /Restored .*stays passive/s,
  },
  'npm run drill': { prints: /was restored and verified/ },
  'npm run doctor': { codes: [0, 1], prints: /ok +database: / },
  'npm run doctor -- --json': { codes: [0, 1], prints: /"checks": \[/ },
  'npm run super-user -- --reset --email owner@example.com': {
    input: 'another-password\n',
    prints: /has a new password and is signed out everywhere/,
  },
  'npm run quarantine': { prints: /Nothing is set aside/ },
  'npm run quarantine -- --company 7': { prints: /Nothing is set aside/ },
  'npm run quarantine -- --company 7 --put-back': { prints: /^0 items are processed again/m },
  'npm run upgrade -- --check': { prints: /The database is that of this version already/ },
  'npm run migrate': { prints: /The database is at migration \d+/ },
  'npm run migrate -- --numbers-from 100000': {
    replace: substitutes,
    env: otherInstallation('range'),
    prints: /next company gets 100000, the next connection 100000/,
  },
  'mkdir -p -m 700 ops/secrets': { ...inEmptyFolder, before: ['mkdir -p ops'] },
  'openssl rand -hex 32 > ops/secrets/app-secret': inEmptyFolder,
  'openssl rand -hex 32 > ops/secrets/postgres-password': inEmptyFolder,
  'openssl rand -hex 32 > ops/secrets/garage-rpc': inEmptyFolder,
  'openssl rand -hex 32 > ops/secrets/s3-secret-key': inEmptyFolder,
  'echo "postgres://postgres:$(cat ops/secrets/postgres-password)@postgres:5432/balcao" > ops/secrets/database-url':
    inEmptyFolder,
  'chmod 600 ops/secrets/*': inEmptyFolder,
  'chown 10001 ops/secrets/app-secret ops/secrets/database-url ops/secrets/s3-secret-key': inEmptyFolder,
  'printf \'DOMAIN=desk.example.com\\nS3_ACCESS_KEY_ID=GK%s\\n\' "$(openssl rand -hex 12)" > ops/.env': inEmptyFolder,
  'npm run move-files': { env: inBucket, prints: /Moved \d+ files/ },
  'npm run move-out -- --to /mnt/moving --recipient age1…': { replace: substitutes, prints: /is complete in .* rows/ },
  'npm run move-in -- --from /mnt/moving --key key.txt': {
    replace: substitutes,
    env: otherInstallation('moved'),
    prints: /rows and \d+ files were moved.*stays passive/s,
  },
  'npm run move-out -- --to DIR --company 7': { replace: substitutes, prints: /is complete in .* rows/ },
  'npm run move-in -- --confirm 7': {
    replace: substitutes,
    env: otherInstallation('neighbor'),
    before: [
      `printf 'Neighbor\\nNeighbor\\nneighbor@example.com\\noperating-test\\n' | npm run super-user`,
      'npm run move-in -- --from DIR --key key.txt',
    ],
    prints: /of company 7 go on from now on/,
  },
};

const NO_CONTAINERS = 'needs Docker and images of a registry';
/** Reviewed: why a command of the guide is not run. */
export const notRun: Record<string, string> = {
  'npm run test:operating': 'this run',
  'npm run test:previous': 'takes a quarter of an hour, on a database of its own',
  'npm run bench -- nodes': 'measures, on a database of its own',
  'npm run chaos -- --scenario BK-01,BK-KILLS,BK-DRILLS,CR-13-BK,CR-07': 'takes hours, on a database of its own',
  'npm run move-in': 'a name in the text; run below with its arguments',
  'npm run move-out': 'a name in the text; run below with its arguments',
  'DOMAIN=desk.example.com API_NODES=127.0.0.1:3000 caddy run --config ops/Caddyfile':
    'needs a public domain; the part `proxy` runs it with a local certificate',
  'docker compose -f ops/compose.yaml up -d garage': NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec garage /garage layout assign -z main -c 100G "$(docker compose -f ops/compose.yaml exec -T garage /garage node id -q | cut -d@ -f1)"':
    NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec garage /garage layout apply --version 1': NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec garage /garage key import --yes -n balcao "$(sed -n s/S3_ACCESS_KEY_ID=//p ops/.env)" "$(cat ops/secrets/s3-secret-key)"':
    NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec garage /garage bucket create balcao-files': NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec garage /garage bucket allow --read --write balcao-files --key balcao':
    NO_CONTAINERS,
  'docker compose -f ops/compose.yaml up -d': NO_CONTAINERS,
  'docker compose -f ops/compose.yaml exec api-1 node tools/super-user.ts': NO_CONTAINERS,
};
/** Only root may give a file to another user. */
export const NEEDS_ROOT = /^chown /;

/** Lines of the shell blocks, and `npm run …` within the text; each once. */
export function commandsOf(guide: string): string[] {
  const found = [...guide.matchAll(/^```sh\n(.*?)^```$|`(npm run [^`]+)`/gms)];
  return [...new Set(found.flatMap(([, block, inline]) => (inline ? [inline] : block!.split('\n').filter(Boolean))))];
}
