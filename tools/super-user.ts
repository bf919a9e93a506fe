/**
 * Creates a super user and, on an empty installation, the company of the platform owner. Prompts for e-mail and
 * password. `-- --reset --email x` sets a new password of a super user and signs that user out everywhere.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { UserDraft } from '@balcao/contract/endpoints/access';
import { fieldErrors, fieldRules } from '@balcao/contract';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { PLATFORM_PLAN } from '../apps/server/src/wiring/platform-plan.ts';
import { buildServer, type Server } from '../apps/server/src/wiring/server.ts';
import { AppError } from '../apps/server/src/infrastructure/app-error.ts';
import { productDatabase } from './own-server.ts';

const DECADES_MS = 50 * 365 * 24 * 3_600_000;

async function main() {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      company: { type: 'string' },
      reset: { type: 'boolean', default: false },
    },
  });
  const config = readConfig(process.env);
  const database = await productDatabase(config);
  const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'error' }) });
  try {
    if (values.reset) return await resetPassword(server, database.ownerUrl, values.email);
    const answers = await promptAnswers(values);
    const draft = UserDraft.safeParse({ ...answers, profile: 'admin' }, { reportInput: true });
    if (!draft.success) {
      for (const { field, rule } of fieldErrors(draft.error.issues)) console.error(`${field}: ${fieldRules[rule].en}`);
      return 1;
    }
    await createSuperUser(server, answers);
    console.log(`${draft.data.email} can sign in now and manages the whole platform.`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await server.close();
    await database.close();
  }
}

interface Answers {
  name: string;
  email: string;
  password: string;
  company: string;
}

async function createSuperUser({ modules: { access, companies } }: Server, { company, ...admin }: Answers) {
  const plan = await companies.findOrCreatePlan(PLATFORM_PLAN);
  await access.createSuperUser({
    company: { name: company, planId: plan.id, email: admin.email, dueDate: new Date(Date.now() + DECADES_MS) },
    admin,
  });
}

async function resetPassword({ modules }: Server, ownerUrl: string, email: string | undefined): Promise<number> {
  const answers = await promptAnswers({ company: '', name: '', email });
  const password = UserDraft.shape.password.safeParse(answers.password);
  if (!password.success) {
    console.error('The password must have 5 to 50 characters.');
    return 1;
  }
  if (await modules.access.passwordReset.setAtMachine(answers.email.toLowerCase(), password.data)) {
    console.log(`${answers.email} has a new password and is signed out everywhere.`);
    return 0;
  }
  console.error(
    `${answers.email} is not a super user. Super users: ${(await superUsersOf(ownerUrl)).join(', ') || 'none'}`,
  );
  return 1;
}

async function superUsersOf(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>('select email from users where is_super order by email');
    return rows.map(({ email }) => email);
  } finally {
    await client.end();
  }
}

/** The password is typed hidden in a terminal, or is the last line of the input, so that a script can pass it. */
async function promptAnswers(options: {
  email?: string | undefined;
  name?: string | undefined;
  company?: string | undefined;
}): Promise<Answers> {
  let isSecret = false;
  const maskedOutput = new Writable({
    write(chunk, _, done) {
      if (!isSecret) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: maskedOutput, terminal: process.stdin.isTTY });
  const lines = terminal[Symbol.asyncIterator]();
  async function answer(question: string, secret = false) {
    process.stdout.write(question);
    isSecret = secret;
    const { value } = await lines.next();
    isSecret = false;
    if (secret && process.stdin.isTTY) process.stdout.write('\n');
    return String(value ?? '').trim();
  }
  try {
    return {
      company: options.company ?? ((await answer('Name of your company: ')) || 'Balcão'),
      name: options.name ?? ((await answer('Your name: ')) || 'Super user'),
      email: options.email ?? (await answer('E-mail: ')),
      password: await answer('Password (5 to 50 characters): ', true),
    };
  } finally {
    terminal.close();
  }
}

process.exit(await main());
