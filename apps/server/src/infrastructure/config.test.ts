import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variables } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 's'.repeat(32);
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });
const s3 = { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'KEY', S3_SECRET_ACCESS_KEY: 's'.repeat(40) };
const access = {
  endpoint: 'https://s3.example.com',
  region: 'us-east-1',
  accessKeyId: 'KEY',
  secretAccessKey: 's'.repeat(40),
};
const inPublic = { PUBLIC_URL: 'https://desk.example.com', APP_SECRET: secret };

function configErrorOf(env: Record<string, string>): string {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('an invalid value is refused with a one-line message', () => {
  const wrong: [name: string, value: string, expected: RegExp][] = [
    ['PORT', 'abc', /port from 0 to 65535, not "abc"/],
    ['PORT', '65536', /port/],
    ['PORT', '-1', /port/],
    ['PORT', '80 ', /port/],
    ['HOST', 'localhost', /IP address/],
    ['PUBLIC_URL', 'desk.example.com', /https:\/\/desk\.example\.com/],
    ['PUBLIC_URL', 'ftp://desk.example.com', /without a path/],
    ['PUBLIC_URL', 'https://desk.example.com/inbox', /without a path/],
    ['PUBLIC_URL', 'https://me:word@desk.example.com', /without a path/],
    ['NODE_ENV', 'prod', /development, production or test/],
    ['NODE_ENV', 'Production', /development, production or test/],
    ['DATABASE_URL', 'mysql://me:word@db/x', /postgres:\/\//],
    ['DATABASE_APP_URL', 'db.example.com', /postgres:\/\//],
    ['APP_SECRET', 'short', /32 characters/],
    ['OLD_APP_SECRET', 'short', /32 characters/],
    ['SIGNING_SECRET', 'short', /32 characters/],
    ['ROLE', 'web', /api, worker or all/],
    ['LOG_LEVEL', 'loud', /debug or trace/],
    ['TRUST_PROXY', 'true', /IP addresses/],
    ['TRUST_PROXY', '*', /IP addresses/],
    ['TRUST_PROXY', '10.0.0.1,', /IP addresses/],
    ['TRUST_PROXY', '10.0.0.0/33', /IP addresses/],
    ['DEMO', 'yes', /on or off/],
    ['SANDBOX_URL', 'http://phones/path', /without a path/],
    ['SANDBOX', 'yes', /on or off/],
    ['TRANSCRIPTION_URL', 'whisper', /an address like/],
    ['TRANSCRIPTION_URL', 'https://me:word@voz.example.com/v1', /an address like/],
    ['PRIVATE_HOSTS', 'http://n8n.internal', /a list of hosts/],
    ['PRIVATE_HOSTS', 'n8n.internal,', /a list of hosts/],
    ['PRIVATE_HOSTS', '*.internal', /a list of hosts/],
    ['PRIVATE_HOSTS', '10.0.0.0/8', /a list of hosts/],
    ['PRIVATE_HOSTS', 'n8n.internal:99999', /a list of hosts/],
    ['META_APP_ID', 'balcao', /digits of an app/],
    ['META_APP_SECRET', 'short', /16 characters/],
    ['META_VERIFY_TOKEN', 'with spaces in it, many', /16 to 200 letters/],
    ['META_GRAPH_URL', 'graph', /an address like/],
    ['META_GRAPH_VERSION', '24', /like v24\.0/],
    ['SMTP_URL', 'mail.example.com', /an address like smtps:/],
    ['SMTP_URL', 'smtp://mail.example.com/?tls.rejectUnauthorized=false', /an address like smtps:/],
    ['MAIL_FROM', 'balcao', /an e-mail address/],
    ['MAIL_FROM', 'Balcão <mail@example.com>, outro@example.com', /an e-mail address/],
    ['POOL_SIZE', '1', /2 to 1000/],
    ['POOL_SIZE', '1e3', /2 to 1000/],
    ['METRICS_TOKEN', 'short', /16 characters/],
  ];
  it.each(wrong)('%s=%s', (name, value, expected) => {
    const message = configErrorOf({ [name]: value });
    expect(message).toMatch(expected);
    expect(message.startsWith(`${name} must be `)).toBe(true);
    expect(message).not.toContain('\n');
  });

  it('that does not contain the value of a secret variable', () => {
    const secrets = Object.entries(variables).filter(([, variable]) => 'secret' in variable);
    expect(secrets.length).toBeGreaterThan(4);
    for (const [name] of secrets) {
      const message = configErrorOf({ [name]: 'hush' });
      expect(message, name).toMatch(/ must be /);
      expect(message, name).not.toContain('hush');
    }
  });
});

describe('valid values are parsed', () => {
  const right: [env: Record<string, string>, means: Partial<ReturnType<typeof readConfig>>][] = [
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '::1' }, { host: '::1', demo: true }],
    [
      { ROLE: 'worker', LOG_LEVEL: 'silent', POOL_SIZE: '25' },
      { role: 'worker', logLevel: 'silent', poolSize: 25 },
    ],
    [{ TRUST_PROXY: '10.0.0.1, fd00::/8' }, { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
    [{ TRANSCRIPTION_URL: 'http://127.0.0.1:9000/v1/' }, { transcriptionUrl: 'http://127.0.0.1:9000/v1' }],
    [
      { PRIVATE_HOSTS: 'N8N.internal:5678, 10.0.0.5, [fd00::1]:80, n8n:80' },
      {
        privateHosts: [
          { host: 'n8n.internal', port: 5678 },
          { host: '10.0.0.5' },
          { host: 'fd00::1', port: 80 },
          { host: 'n8n', port: 80 },
        ],
      },
    ],
    [{ STORAGE_DIR: '/srv/files' }, { storageDir: '/srv/files' }],
    [
      { ...s3, STORAGE_BUCKET: 'files' },
      { storageBucket: { ...access, bucket: 'files' }, backup: undefined },
    ],
    [{ ...s3, BACKUP_BUCKET: 'backups', BACKUP_PLAIN: 'yes' }, { storageBucket: undefined }],
    [{ STORAGE_QUOTA_GB: '20' }, { storageQuotaBytes: 20 * 1024 ** 3 }],
    [{ DATABASE_URL: 'postgresql://me:word@db/x' }, { databaseUrl: 'postgresql://me:word@db/x' }],
    [{ ...inPublic, PUBLIC_URL: 'https://desk.example.com/' }, { publicUrl: 'https://desk.example.com' }],
    [
      { ...inPublic, OLD_APP_SECRET: 'o'.repeat(40) },
      { secret, oldSecret: 'o'.repeat(40) },
    ],
    [inPublic, { host: '0.0.0.0', isPublic: true, demo: false, cookieSecure: true, cookieName: '__Secure-jrt' }],
    [
      { ...inPublic, PUBLIC_URL: 'http://10.0.0.7:3000' },
      { publicUrl: 'http://10.0.0.7:3000', cookieSecure: false, cookieName: 'jrt' },
    ],
    [
      { NODE_ENV: 'production', APP_SECRET: secret },
      { host: '127.0.0.1', isPublic: true, demo: false },
    ],
    [
      { PORT: '', ROLE: '', PUBLIC_URL: '' },
      { port: 3000, role: 'all', isPublic: false },
    ],
  ];
  it.each(right)('%o', (env, means) => {
    expect(read(env)).toMatchObject(means);
  });

  it.each([
    [{}, true],
    [{ DEMO: 'off' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [inPublic, false],
    [{ ...inPublic, PUBLIC_URL: 'http://93.184.215.14' }, false],
    [{ ...inPublic, PUBLIC_URL: 'http://192.168.0.7:3000' }, true],
    [{ ...inPublic, PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ ...inPublic, PUBLIC_URL: 'http://balcao.local' }, true],
    [{ ...inPublic, PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'production' }, false],
    [{ ...inPublic, SANDBOX: 'on' }, true],
  ])('with %o the simulator is on: %s [F-M16]', (env, isOn) => {
    expect(read(env).sandbox).toBe(isOn);
  });

  it('reads secrets from files, and names a file that is missing', () => {
    const file = join(folder, 'app-secret');
    writeFileSync(file, `${'f'.repeat(40)}\n`);
    const { APP_SECRET: _, ...rest } = inPublic;
    expect(read({ ...rest, APP_SECRET_FILE: file }).secret).toBe('f'.repeat(40));
    expect(read({ ...inPublic, APP_SECRET_FILE: file }).secret).toBe(secret);
    expect(configErrorOf({ ...rest, APP_SECRET_FILE: `${file}-gone` })).toMatch(/^APP_SECRET_FILE must be a file/);
    expect(read({ PORT_FILE: file }).port).toBe(3000);
  });

  it('defaults to a server for this machine only, with demo data', () => {
    const { secret: generated, signing, ...rest } = read({});
    expect(generated.length).toBeGreaterThanOrEqual(32);
    expect(signing.current.length).toBeGreaterThanOrEqual(32);
    expect(rest).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      env: 'development',
      isProduction: false,
      isPublic: false,
      dataDir: folder,
      storageDir: join(folder, 'files'),
      storageBucket: undefined,
      storageQuotaBytes: 100 * 1024 ** 3,
      databaseUrl: undefined,
      databaseAppUrl: undefined,
      databaseListenUrl: undefined,
      oldSecret: undefined,
      isOldSecretLost: false,
      role: 'all',
      logLevel: 'info',
      trustProxy: [],
      demo: true,
      sandbox: true,
      sandboxUrl: undefined,
      sandboxToken: undefined,
      whatsappQr: 'on',
      whatsappWebVersion: undefined,
      ffmpegPath: undefined,
      transcriptionUrl: 'https://api.openai.com/v1',
      privateHosts: [],
      meta: {
        appId: undefined,
        appSecret: undefined,
        verifyToken: undefined,
        graphUrl: 'https://graph.facebook.com',
        dialogUrl: 'https://www.facebook.com',
        version: 'v24.0',
      },
      paymentUrls: { efi: undefined, stripe: undefined, mercadopago: undefined, asaas: undefined },
      models: {
        openai: 'gpt-4o-mini',
        gemini: 'gemini-2.0-flash',
        anthropic: 'claude-3-5-haiku-latest',
        sandbox: 'sandbox',
      },
      redisUrl: undefined,
      poolSize: 10,
      metricsToken: undefined,
      cookieSecure: false,
      cookieName: 'jrt',
    });
  });
});

describe('[AU-02] a missing variable weakens no access check', () => {
  it('production and a public URL require APP_SECRET', () => {
    expect(configErrorOf({ NODE_ENV: 'production' })).toMatch(/^APP_SECRET must be set/);
    expect(configErrorOf({ PUBLIC_URL: 'http://10.0.0.7' })).toMatch(/^APP_SECRET must be set/);
    expect(configErrorOf({ PUBLIC_URL: 'http://10.0.0.7', APP_SECRET: '' })).toMatch(/^APP_SECRET must be set/);
  });

  it('no signing key is short, repeated or a default that installations share [SE-07]', () => {
    for (const name of ['APP_SECRET', 'OLD_APP_SECRET', 'SIGNING_SECRET'])
      for (const short of ['x', 's'.repeat(31)])
        expect(configErrorOf({ APP_SECRET: secret, [name]: short }), `${name}=${short}`).toMatch(/32 characters/);
    expect(configErrorOf({ APP_SECRET: secret, OLD_APP_SECRET: secret })).toMatch(/must differ from APP_SECRET/);
    expect(configErrorOf({ NODE_ENV: 'production', SIGNING_SECRET: 'g'.repeat(32) })).toMatch(
      /^APP_SECRET must be set/,
    );
    const signingOf = (folderName: string) => read({ DATA_DIR: join(folder, folderName) }).signing.current;
    expect(signingOf('first')).not.toBe(signingOf('second'));
  });

  it('demo accounts are refused in production and with a public URL', () => {
    expect(configErrorOf({ ...inPublic, DEMO: 'on' })).toMatch(/^DEMO must be off/);
    expect(configErrorOf({ NODE_ENV: 'production', APP_SECRET: secret, DEMO: 'on' })).toMatch(/^DEMO must be off/);
    expect(read({ HOST: '0.0.0.0' }).demo).toBe(false);
  });

  const complete: Record<string, string> = {
    ...inPublic,
    PORT: '3000',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://me:word@db/x',
    DATABASE_APP_URL: 'postgres://app:word@db/x',
    DATABASE_LISTEN_URL: 'postgres://app:word@db/x',
    OLD_APP_SECRET: 'o'.repeat(32),
    SIGNING_SECRET: 'g'.repeat(32),
    ROLE: 'api',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '10.0.0.1',
    DEMO: 'off',
    STORAGE_DIR: '/srv/files',
    STORAGE_QUOTA_GB: '20',
    EFI_URL: 'https://127.0.0.1:4001',
    STRIPE_URL: 'http://127.0.0.1:4002/stripe',
    MERCADOPAGO_URL: 'http://127.0.0.1:4002/mercadopago',
    ASAAS_URL: 'http://127.0.0.1:4002/asaas/v3',
    OPENAI_MODEL: 'gpt-own',
    GEMINI_MODEL: 'gemini-own',
    ANTHROPIC_MODEL: 'claude-own',
    SANDBOX: 'off',
    SANDBOX_URL: 'http://127.0.0.1:4000',
    SANDBOX_TOKEN: 's'.repeat(16),
    WHATSAPP_QR: 'off',
    WHATSAPP_WEB_VERSION: '2.3000.1',
    FFMPEG_PATH: '/usr/bin/ffmpeg',
    TRANSCRIPTION_URL: 'https://voz.example.com/v1',
    PRIVATE_HOSTS: 'n8n.internal:5678',
    META_APP_ID: '424200000001',
    META_APP_SECRET: 'a'.repeat(32),
    META_VERIFY_TOKEN: 'v'.repeat(16),
    META_GRAPH_URL: 'https://graph.example.com',
    META_DIALOG_URL: 'https://www.example.com',
    META_GRAPH_VERSION: 'v24.0',
    SMTP_URL: 'smtps://desk:word@mail.example.com',
    MAIL_FROM: 'mail@example.com',
    STORAGE_BUCKET: 'files',
    BACKUP_BUCKET: 'backups',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'sa-east-1',
    S3_ACCESS_KEY_ID: 'KEY',
    S3_SECRET_ACCESS_KEY: 's'.repeat(40),
    BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
    BACKUP_PLAIN: 'no',
    BACKUP_KEEP_DAYS: '7',
    BACKUP_HOUR: '4',
    BACKUP_MAX_MB_PER_SECOND: '20',
    DRILL_DIR: '/mnt/drills',
    POOL_SIZE: '5',
    METRICS_TOKEN: 'm'.repeat(16),
  };
  /** Another variable needs them. */
  const needed = [
    'APP_SECRET',
    'SANDBOX_TOKEN',
    'META_APP_SECRET',
    'MAIL_FROM',
    'BACKUP_RECIPIENT',
    'S3_ENDPOINT',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ];
  it.each(Object.keys(complete))('without %s the start is refused, or every protection stays on', (name) => {
    const { [name]: _, ...rest } = complete;
    if (needed.includes(name)) return expect(configErrorOf(rest)).not.toBe('');
    const config = read(rest);
    expect(config).toMatchObject({ isPublic: true, demo: false, secret });
    expect(config.trustProxy).toEqual(name === 'TRUST_PROXY' ? [] : ['10.0.0.1']);
  });

  it('the test covers every variable', () => {
    expect(Object.keys({ ...complete, DATA_DIR: folder, BACKUP_DIR: folder }).toSorted()).toEqual(
      Object.keys(variables).toSorted(),
    );
  });
});

describe('the mail server', () => {
  const MAIL_FROM = 'Atende Já <mail@example.com>';
  it.each([
    ['smtps://desk:p%40ss@mail.example.com', { host: 'mail.example.com', port: 465, isTls: true, isLoopback: false }],
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isTls: false, isLoopback: false }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, isTls: false, isLoopback: true }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, isTls: false, isLoopback: true }],
    ['smtp://localhost.example.com:25', { host: 'localhost.example.com', port: 25, isTls: false, isLoopback: false }],
  ])('of %s', (SMTP_URL, server) => {
    const { mail } = read({ SMTP_URL, MAIL_FROM });
    expect(mail?.server).toMatchObject(server);
    expect(mail?.from).toEqual({ name: 'Atende Já', address: 'mail@example.com' });
  });

  it('gets the name and password of its address', () => {
    const { mail } = read({ SMTP_URL: 'smtps://desk:p%40ss@mail.example.com', MAIL_FROM: 'mail@example.com' });
    expect(mail).toMatchObject({ server: { user: 'desk', password: 'p@ss' }, from: { name: undefined } });
  });
});

describe('the generated secret', () => {
  it('is generated once and readable by its owner only', () => {
    const first = read({}).secret;
    const file = join(folder, 'secret');
    expect(read({}).secret).toBe(first);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('differs between installations', () => {
    const other = join(folder, 'other');
    expect(read({ DATA_DIR: other }).secret).not.toBe(read({}).secret);
  });

  it('is refused when its file was emptied', () => {
    const damaged = mkdtempSync(join(folder, 'damaged-'));
    writeFileSync(join(damaged, 'secret'), '');
    expect(configErrorOf({ DATA_DIR: damaged })).toMatch(/is damaged/);
  });
});
