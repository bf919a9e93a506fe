/** Environment configuration, read once at startup. An invalid value aborts startup with a one-line message. */
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { backupOf, backupVariables, complaintAboutBackup } from './backup/backup-variables.ts';
import { databaseVariables } from './db/database-variables.ts';
import { addresses, origin } from './variable-readers.ts';
import { bucketOf, complaintAboutBuckets, s3Variables } from './s3/s3-variables.ts';
import { generatedSecret } from './generated-secret.ts';
import { integrationVariables } from './integration-variables.ts';
import { mailVariables } from './mail/mail-configuration.ts';
import { modelsOf, modelVariables } from './model-variables.ts';
import { paymentUrlsOf, paymentVariables, serviceUrl } from './payment-variables.ts';
import { isAddress, isInsideName, isLoopbackAddress, isPublicAddress } from './safe-fetch/address.ts';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Variable = {
  /** Description of the default; printed in the documentation. */
  default: string;
  meaning: string;
  /** Completes the sentence «NAME must be …». */
  expected: string;
  /** The value never appears in an error message. */
  secret?: true;
  read: z.ZodType;
};

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));
const count = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().min(2).max(1_000));
const folder = z.string().transform((path) => resolve(repository, path));
const secretText = z.string().min(32);

/** All variables: name, default, meaning. An empty value counts as not set. */
export const variables = {
  PORT: { default: '3000', meaning: 'Port of the web server', expected: 'a port from 0 to 65535', read: port },
  HOST: {
    default: '127.0.0.1, or 0.0.0.0 when PUBLIC_URL is set',
    meaning: 'Address the web server listens on',
    expected: 'an IP address of this machine',
    read: z.string().refine((text) => isIP(text) !== 0),
  },
  PUBLIC_URL: {
    default: 'none: the server is for this machine only',
    meaning: 'Where people reach the product; turns demo data off and asks for APP_SECRET',
    expected: 'an address like https://desk.example.com, without a path',
    read: origin,
  },
  NODE_ENV: {
    default: 'development',
    meaning: 'production turns demo data off and asks for APP_SECRET',
    expected: 'development, production or test',
    read: z.enum(['development', 'production', 'test']),
  },
  DATA_DIR: {
    default: '.data',
    meaning: 'Folder for everything the product keeps; relative to the repository',
    expected: 'a folder',
    read: folder,
  },
  ...databaseVariables,
  APP_SECRET: {
    default: 'made once and kept in DATA_DIR/secret; none in production or with PUBLIC_URL',
    meaning: 'Seals stored secrets; signs sessions and media links unless SIGNING_SECRET is set',
    expected: 'a random text of at least 32 characters',
    secret: true,
    read: secretText,
  },
  OLD_APP_SECRET: {
    default: 'none; DATA_DIR/secret if APP_SECRET is set and that file exists',
    meaning:
      'The APP_SECRET before a change: opens what it sealed until everything is sealed again; lost if it is gone and what it sealed may be given up',
    expected: 'a random text of at least 32 characters, or lost',
    secret: true,
    read: z.union([z.literal('lost'), secretText]),
  },
  SIGNING_SECRET: {
    default: 'APP_SECRET; without it made once and kept in DATA_DIR/signing-secret',
    meaning: 'Signs sessions and media links; another value signs everybody out and leaves stored secrets alone',
    expected: 'a random text of at least 32 characters',
    secret: true,
    read: secretText,
  },
  ROLE: {
    default: 'all',
    meaning: 'What this process does: serve requests (api), work off jobs (worker), or both',
    expected: 'api, worker or all',
    read: z.enum(['api', 'worker', 'all']),
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'The least important line that is logged',
    expected: 'silent, fatal, error, warn, info, debug or trace',
    read: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
  },
  TRUST_PROXY: {
    default: 'none',
    meaning: 'Proxies whose X-Forwarded-* headers are believed, separated by commas',
    expected: 'a list of IP addresses or ranges like 10.0.0.0/8',
    read: addresses,
  },
  DEMO: {
    default: 'on for this machine only; off in production, with PUBLIC_URL or when HOST is not loopback',
    meaning: 'Demo companies with known passwords',
    expected: 'on or off',
    read: z.enum(['on', 'off']),
  },
  STORAGE_DIR: {
    default: 'DATA_DIR/files',
    meaning: 'Folder for uploaded files; relative to the repository',
    expected: 'a folder',
    read: folder,
  },
  STORAGE_QUOTA_GB: {
    default: '100',
    meaning:
      'Uploads of a company are refused above this many gigabytes of its files; customers’ files are always kept',
    expected: 'a number of gigabytes from 1 to 100000',
    read: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(100_000)),
  },
  SANDBOX: {
    default:
      'on for this machine or a private network; off in production and where PUBLIC_URL or HOST is reachable by others',
    meaning: 'Simulated phones for trying and training, offered as a kind of connection',
    expected: 'on or off',
    read: z.enum(['on', 'off']),
  },
  SANDBOX_URL: {
    default: 'none: each server that is alone brings its own',
    meaning: 'The simulated phones that several servers share; npm run sandbox starts them',
    expected: 'an address like http://127.0.0.1:4000, without a path',
    read: origin,
  },
  SANDBOX_TOKEN: {
    default: 'none',
    meaning: 'Who shows it may play the phones behind SANDBOX_URL',
    expected: 'a random text of at least 16 characters',
    secret: true,
    read: z.string().min(16),
  },
  WHATSAPP_QR: {
    default: 'on, where its optional library is installed; off in tests',
    meaning: 'WhatsApp by QR as a kind of connection; pretend shows codes that no phone reads, for trials',
    expected: 'on, off or pretend',
    read: z.enum(['on', 'off', 'pretend']),
  },
  WHATSAPP_WEB_VERSION: {
    default: 'that of the library',
    meaning: 'Version of WhatsApp’s web client that WhatsApp by QR names, if WhatsApp refuses the one of the library',
    expected: 'a version like 2.3000.1029030078',
    read: z.string().regex(/^\d{1,4}\.\d{1,6}\.\d{1,12}$/),
  },
  FFMPEG_PATH: {
    default: 'ffmpeg on the PATH, else the one that comes with the product',
    meaning: 'Program that turns recordings into the form each channel takes; without any they are sent as they are',
    expected: 'the path of a program',
    read: z.string(),
  },
  ...integrationVariables,
  META_APP_ID: {
    default: 'none: pages and Instagram accounts cannot be linked by signing in at Meta',
    meaning: "The platform's own app at Meta: its number",
    expected: 'the digits of an app at Meta',
    read: z.string().regex(/^\d{1,32}$/),
  },
  META_APP_SECRET: {
    default: 'none',
    meaning: "The secret of the platform's app: proves what Meta delivers and signs what is asked of it",
    expected: 'a text of at least 16 characters',
    secret: true,
    read: z.string().min(16),
  },
  META_VERIFY_TOKEN: {
    default: 'none: Meta cannot subscribe the platform as a whole',
    meaning: "What is typed into the webhook settings of the platform's app at Meta",
    expected: 'a text of 16 to 200 letters, digits, dashes and underscores',
    secret: true,
    read: z.string().regex(/^[\w-]{16,200}$/),
  },
  META_GRAPH_URL: {
    default: 'https://graph.facebook.com',
    meaning: 'Where the Graph API answers; a simulator on this machine may stand in',
    expected: 'an address like https://graph.facebook.com',
    read: serviceUrl,
  },
  META_DIALOG_URL: {
    default: 'https://www.facebook.com',
    meaning: 'Where a person signs in at Meta to hand over a page',
    expected: 'an address like https://www.facebook.com',
    read: serviceUrl,
  },
  META_GRAPH_VERSION: {
    default: 'v24.0',
    meaning: 'Version of the Graph API that is asked',
    expected: 'a version like v24.0',
    read: z.string().regex(/^v\d{1,3}\.\d{1,2}$/),
  },
  ...mailVariables,
  ...paymentVariables,
  ...modelVariables,
  ...backupVariables(repository),
  ...s3Variables,
  POOL_SIZE: {
    default: '10',
    meaning: 'Database connections for requests',
    expected: 'a number from 2 to 1000',
    read: count,
  },
  METRICS_TOKEN: {
    default: 'none: in production /metrics answers this machine only',
    meaning: 'Bearer token that /metrics asks for',
    expected: 'a random text of at least 16 characters',
    secret: true,
    read: z.string().min(16),
  },
} as const satisfies Record<string, Variable>;

type Name = keyof typeof variables;
/** Variables that need another one, and why. */
const COMPANIONS: [Name, Name, reason: string][] = [
  ['SANDBOX_URL', 'SANDBOX_TOKEN', 'the simulated phones reject requests without it'],
  ['META_APP_ID', 'META_APP_SECRET', 'it verifies the signature of every webhook'],
  ['SMTP_URL', 'MAIL_FROM', 'mail servers refuse mails without a sender'],
  ['STORAGE_BUCKET', 'S3_ENDPOINT', 'it is the server of the bucket'],
  ['BACKUP_BUCKET', 'S3_ENDPOINT', 'it is the server of the bucket'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'the storage refuses unsigned requests'],
  ['S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', 'the storage refuses unsigned requests'],
];
type EnvironmentValues = { [N in Name]?: z.output<(typeof variables)[N]['read']> };
type Environment = Record<string, string | undefined>;

export type Config = ReturnType<typeof readConfig>;

/** Throws `ConfigError` with a one-line message. Its only side effects are DATA_DIR/secret and DATA_DIR/signing-secret. */
export function readConfig(env: Environment) {
  const values = readAll(env);
  const isProduction = values.NODE_ENV === 'production';
  const isPublic = isProduction || values.PUBLIC_URL !== undefined;
  const host = values.HOST ?? (values.PUBLIC_URL === undefined ? '127.0.0.1' : '0.0.0.0');
  const dataDir = values.DATA_DIR ?? resolve(repository, '.data');
  const cookieSecure = values.PUBLIC_URL?.startsWith('https:') ?? false;

  if (isPublic && values.DEMO === 'on') {
    throw new ConfigError('DEMO must be off in production or with PUBLIC_URL: the demo passwords are public.');
  }
  if (isPublic && values.WHATSAPP_QR === 'pretend') {
    throw new ConfigError(
      'WHATSAPP_QR must not be pretend in production or with PUBLIC_URL: no message would be received.',
    );
  }
  const backupComplaint = complaintAboutBackup(values) ?? complaintAboutBuckets(values);
  if (backupComplaint) throw new ConfigError(backupComplaint);
  const alone = COMPANIONS.find(([name, companion]) => values[name] !== undefined && values[companion] === undefined);
  if (alone) throw new ConfigError(`${alone[1]} must be set with ${alone[0]}: ${alone[2]}.`);
  if (isPublic && values.APP_SECRET === undefined) {
    throw new ConfigError(
      'APP_SECRET must be set in production or with PUBLIC_URL: a random text of at least 32 characters.',
    );
  }

  return {
    port: values.PORT ?? 3000,
    host,
    publicUrl: values.PUBLIC_URL,
    env: values.NODE_ENV ?? 'development',
    isProduction,
    /** Publicly reachable: demo data, default passwords and generated secrets are not allowed. */
    isPublic,
    dataDir,
    storageDir: values.STORAGE_DIR ?? resolve(dataDir, 'files'),
    /** Undefined: files are stored in `storageDir`. */
    storageBucket: bucketOf(values, values.STORAGE_BUCKET),
    storageQuotaBytes: (values.STORAGE_QUOTA_GB ?? 100) * 1024 ** 3,
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    ...readSecrets(values, dataDir),
    role: values.ROLE ?? 'all',
    logLevel: values.LOG_LEVEL ?? 'info',
    trustProxy: values.TRUST_PROXY ?? [],
    demo: values.DEMO === undefined ? !isPublic && isLoopbackAddress(host) : values.DEMO === 'on',
    sandbox:
      values.SANDBOX === undefined ? !isProduction && isInside(values.PUBLIC_URL, host) : values.SANDBOX === 'on',
    sandboxUrl: values.SANDBOX_URL,
    sandboxToken: values.SANDBOX_TOKEN,
    whatsappQr: values.WHATSAPP_QR ?? (values.NODE_ENV === 'test' ? 'off' : 'on'),
    whatsappWebVersion: values.WHATSAPP_WEB_VERSION,
    ffmpegPath: values.FFMPEG_PATH,
    transcriptionUrl: values.TRANSCRIPTION_URL ?? 'https://api.openai.com/v1',
    meta: {
      appId: values.META_APP_ID,
      appSecret: values.META_APP_SECRET,
      verifyToken: values.META_VERIFY_TOKEN,
      graphUrl: values.META_GRAPH_URL ?? 'https://graph.facebook.com',
      dialogUrl: values.META_DIALOG_URL ?? 'https://www.facebook.com',
      version: values.META_GRAPH_VERSION ?? 'v24.0',
    },
    privateHosts: values.PRIVATE_HOSTS ?? [],
    mail: values.SMTP_URL && values.MAIL_FROM ? { server: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    /** Undefined: the provider's own host. */
    paymentUrls: paymentUrlsOf(values),
    /** Models of prompts that name none. */
    models: modelsOf(values),
    backup: backupOf(values, bucketOf(values, values.BACKUP_BUCKET)),
    poolSize: values.POOL_SIZE ?? 10,
    metricsToken: values.METRICS_TOKEN,
    cookieSecure,
    cookieName: cookieSecure ? '__Secure-jrt' : 'jrt',
  } as const;
}

function readAll(env: Environment): EnvironmentValues {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const text = env[name] || (variable.secret ? contentOf(env, `${name}_FILE`) : undefined);
    if (text === undefined || text === '') continue;
    const answer = variable.read.safeParse(text);
    if (!answer.success) throw new ConfigError(complaint(name, variable, text));
    values[name] = answer.data;
  }
  return values;
}

/** Secrets may be files, as orchestrators provide them: `APP_SECRET_FILE` names a file with `APP_SECRET`. */
function contentOf(env: Environment, name: string): string | undefined {
  const file = env[name];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(resolve(repository, file), 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name} must be a file that can be read: ${(error as Error).message}.`);
  }
}

function complaint(name: string, { expected, secret }: Variable, text: string): string {
  return `${name} must be ${expected}${secret ? '' : `, not ${JSON.stringify(text)}`}.`;
}

/** Stored values and sessions have separate secrets, so that signing everybody out does not lose the keys of channels. */
function readSecrets(values: EnvironmentValues, dataDir: string) {
  const file = resolve(dataDir, 'secret');
  const secret = values.APP_SECRET ?? ownSecret(file, 'restore the secret');
  const oldSecret = values.OLD_APP_SECRET === 'lost' ? undefined : values.OLD_APP_SECRET;
  if (oldSecret === secret) throw new ConfigError('OLD_APP_SECRET must differ from APP_SECRET.');
  const signingFile = resolve(dataDir, 'signing-secret');
  const signing =
    values.SIGNING_SECRET ??
    values.APP_SECRET ??
    ownSecret(signingFile, 'restore the secret, or remove the file, which signs out all users');
  return {
    /** Seals stored values. */
    secret,
    /** Opens what was sealed before a change. */
    oldSecret: oldSecret ?? (values.APP_SECRET === undefined ? undefined : formerOwnSecret(file, secret)),
    /** What no known secret opens is given up. */
    isOldSecretLost: values.OLD_APP_SECRET === 'lost',
    signing: { current: signing, previous: values.SIGNING_SECRET === undefined ? oldSecret : undefined },
  };
}

function ownSecret(file: string, remedy: string): string {
  const secret = generatedSecret(file);
  // An emptied file must not become an empty key.
  if (secret.length >= 32) return secret;
  throw new ConfigError(`${file} is damaged: ${remedy}.`);
}

/** The secret of an installation that was tried before it got its own APP_SECRET. */
function formerOwnSecret(file: string, secret: string): string | undefined {
  const former = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return former.length >= 32 && former !== secret ? former : undefined;
}

/** Reached from this machine or a private network only. */
function isInside(publicUrl: string | undefined, host: string): boolean {
  if (publicUrl === undefined) return isLoopbackAddress(host);
  const name = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return isAddress(name) ? !isPublicAddress(name) : isInsideName(name, false);
}
