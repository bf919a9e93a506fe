/** The machine is lost (BK-01), and drills restore every backup. */
import { join } from 'node:path';
import pg from 'pg';
import { restorePoints } from '../../apps/server/src/infrastructure/backup/restore.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { compareAtMoment, startLoad, type SentMessage } from './answered-load.ts';
import { openBackedUp, type BackedUp } from './backed-up-server.ts';
import { startOutboxSamples, type OutboxRow } from './outbox-samples.ts';
import { folderVariables } from '../restore/restore.ts';
import { verify } from '../verify/verify.ts';
import type { Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';

/** What a lost machine may cost. */
const MAX_LOSS_SECONDS = 60;
/** Longer than the polls and sweeps of a server that would send. */
const PASSIVE_MS = 8000;
const STUCK_AFTER_SECONDS = 3600;

interface MessageRow {
  id: string;
  row: string;
}
const messageRows = async (database: Pick<pg.Pool, 'query'>, companyId: number): Promise<MessageRow[]> =>
  (
    await database.query<MessageRow>(
      `select id::text, row(ticket_id, contact_id, connection_id, seq, body, from_me, sent_at, created_at)::text as row
         from messages where company_id = $1`,
      [companyId],
    )
  ).rows;

/** Opens the restored database, without a server, for the duration of the work. */
async function inRestored<T>(server: BackedUp, dir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const opened = await openDatabase(readConfig({ ...server.env, ...folderVariables(dir) }), () => {});
  const client = new pg.Client({ connectionString: opened.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await opened.close();
  }
}

async function compareRestored(server: BackedUp, dir: string, sent: SentMessage[], at: number, outbox: OutboxRow[]) {
  const { company } = server;
  return inRestored(server, dir, async (client) => {
    const { rows: states } = await client.query<{ id: string; state: string }>(
      'select id::text, state from outbox where company_id = $1',
      [company.id],
    );
    const stateOf = new Map(states.map(({ id, state }) => [id, state]));
    const wrong = outbox.filter(({ id, state }) => stateOf.get(id) !== (state === 'sending' ? 'unknown' : state));
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from restored_state where confirmed_at is null',
    );
    return {
      ...(await compareAtMoment(client, company.id, sent, at)),
      rows: await messageRows(client, company.id),
      wrongOutbox: wrong.length,
      stillSending: states.filter(({ state }) => state === 'sending').length,
      isPassive: rows[0]!.n === 1,
    };
  });
}

/** Starts the restored server beside the network of the lost one; returns the calls that it made. */
async function callsOfRestored(server: BackedUp, dir: string, name: string) {
  const { environment, company } = server;
  const before = new Map<string, number>();
  for (const { account } of company.connections)
    before.set(account, (await environment.network.journal(account)).at(-1)?.n ?? 0);
  const node = await environment.node(name, { env: { ...server.env, ...folderVariables(dir) } });
  const ready = (await fetch(`${node.url}/health/ready`)).status;
  await pause(PASSIVE_MS);
  await node.stop();
  let calls = 0;
  for (const [account, after] of before)
    calls += (await environment.network.journal(account, after)).filter(({ type }) => type === 'call').length;
  return { calls, ready };
}

export const backups: Scenario[] = [
  {
    ids: ['BK-01'],
    title: 'server and database are killed; random moments are restored from the destination alone',
    isQuick: false,
    // Its companies are those of its own server.
    setup: () => [{ connections: 0 }],
    async run({ environment, size, random, check }) {
      const server = await openBackedUp(environment, 'backed-up', { setups: [{ connections: 2 }] });
      const restoredSums = { moments: 0, lost: 0, early: 0, doubled: 0, wrong: 0, failed: 0, sending: 0, queued: 0 };
      let active = 0;
      let different = 0;
      let [calls, expected] = [0, 0];
      try {
        await server.environment.connect(server.company, server.node);
        const silent = server.company.connections[1];
        const load = await startLoad(server, { random, silent });
        const samples = startOutboxSamples(server.owner, server.company.id);
        await server.backedUp(1);
        const { destination, codec } = await server.target();
        const firstPoint = (await restorePoints(codec, destination)).points[0]!;
        await until(
          'a segment after the backup',
          async () => +(await restorePoints(codec, destination)).points.at(-1)!.to - +firstPoint.from,
          (ms) => ms > (size.isShort ? 10_000 : 60_000),
          { timeoutMs: 180_000 },
        );
        await pause(random.between(0, size.isShort ? 5000 : 60_000));
        const killedAt = Date.now();
        await server.killMachine();
        await samples.stop();
        const sent = await load.stop();
        const bringBack = server.removeDisk();

        const point = (await restorePoints(codec, destination)).points.at(-1)!;
        const moments = samples.between(+point.from, +point.to);
        const restored: { dir: string; rows: MessageRow[] }[] = [];
        let lossSeconds = 0;
        for (let n = 0; n <= (size.isShort ? 2 : 10); n += 1) {
          const dir = join(environment.dir, `restored-${n}`);
          // The first is the newest that there is.
          const moment = n === 0 ? undefined : random.pick(moments);
          const { code, output } = await server.restore(dir, moment && new Date(moment.at)).ended;
          if (code !== 0) {
            restoredSums.failed += 1;
            throw new Error(`restore to ${moment?.at ?? 'the end'}: ${output}`);
          }
          const seen = await compareRestored(server, dir, sent, moment?.at ?? killedAt, moment?.rows ?? []);
          restored.push({ dir, rows: seen.rows });
          if (!seen.isPassive) active += 1;
          if (moment) {
            restoredSums.moments += 1;
            restoredSums.lost += seen.lost.length;
            restoredSums.early += seen.early;
            restoredSums.wrong += seen.wrongOutbox + seen.stillSending;
            restoredSums.sending += moment.rows.filter(({ state }) => state === 'sending').length;
            restoredSums.queued += moment.rows.filter(({ state }) => state === 'queued').length;
            expected += seen.expected;
          } else {
            const firstLost = Math.min(killedAt, ...seen.lost.map(({ answeredAt }) => answeredAt!));
            lossSeconds = (killedAt - firstLost) / 1000;
          }
          restoredSums.doubled += seen.doubled;
          if (n < 2) {
            const passive = await callsOfRestored(server, dir, `restored-${n}`);
            calls += passive.calls;
            if (passive.ready !== 200) throw new Error(`the restored server answers ${passive.ready}`);
            const after = await compareRestored(server, dir, sent, moment?.at ?? killedAt, moment?.rows ?? []);
            restoredSums.wrong += after.wrongOutbox + after.stillSending;
          }
        }
        // The disk was not lost after all: it has everything that was answered, and the restored rows are its rows.
        bringBack();
        await environment.network.faults(silent!.account, { sends: 'fine' });
        await server.node.up();
        const live = new Map((await messageRows(server.owner, server.company.id)).map(({ id, row }) => [id, row]));
        for (const { rows } of restored) different += rows.filter(({ id, row }) => live.get(id) !== row).length;
        const sameDisk = await compareAtMoment(server.owner, server.company.id, sent, Date.now());
        check('BK-01')
          .atLeast('messages', sent.length, 1)
          .is('moments restored', restoredSums.moments, size.isShort ? 2 : 10)
          .atLeast('messages expected in them', expected, 1)
          .is('restores with findings or failed', restoredSums.failed, 0)
          .is('lost', restoredSums.lost, 0)
          .is('from after the moment', restoredSums.early, 0)
          .is('doubled', restoredSums.doubled, 0)
          .is('rows unlike those of the lost machine', different, 0)
          .atLeast('sends in progress', restoredSums.sending, 1)
          .atLeast('queued sends', restoredSums.queued, 1)
          .is('sends in another state than unknown or queued', restoredSums.wrong, 0)
          .is('restored servers that are active', active, 0)
          .is('calls to channels', calls, 0)
          .is('answered and lost on the same disk', sameDisk.lost.length, 0)
          .atMost('data loss', lossSeconds, MAX_LOSS_SECONDS, ' s');
      } finally {
        await server.close();
        await environment.only('a');
      }
    },
  },
  {
    ids: ['BK-DRILLS'],
    title: 'drills in a row, with load between them',
    isQuick: false,
    // Its companies are those of its own server.
    setup: () => [{ connections: 0 }],
    async run({ environment, size, random, check }) {
      const server = await openBackedUp(environment, 'drilled', { setups: [{ connections: 1 }] });
      try {
        await server.environment.connect(server.company, server.node);
        const load = await startLoad(server, { random, customers: 4 });
        await server.backedUp(1);
        const count = size.isShort ? 2 : 30;
        const failures: string[] = [];
        for (let n = 1; n <= count; n += 1) {
          await pause(random.between(500, 3000));
          // Half of the drills have a new backup.
          if (random.next() < 0.5) {
            const complete = (await server.completeBackups()).length;
            await server.requestBackup();
            await server.backedUp(complete + 1);
          }
          const { code, output } = await server.drill().ended;
          if (code !== 0) failures.push(output.trim());
        }
        const sent = await load.stop();
        const { rows } = await server.owner.query<{ passed: number }>(
          `select count(*)::int as passed from drills where state = 'passed'`,
        );
        const live = await compareAtMoment(server.owner, server.company.id, sent, Date.now());
        const findings = await findingsOf(server);
        const result = check('BK-DRILLS')
          .is('drills passed', rows[0]!.passed, count)
          .is('failed', failures.length, 0)
          .figure(`backups ${(await server.completeBackups()).length}`)
          .atLeast('messages meanwhile', load.answered(), 1)
          .is('lost', live.lost.length, 0)
          .is('findings', findings, 0);
        for (const failure of failures) result.figure(failure);
      } finally {
        await server.close();
        await environment.only('a');
      }
    },
  },
];

export async function findingsOf(server: Pick<BackedUp, 'ownerUrl' | 'environment'>): Promise<number> {
  const results = await verify({
    ownerUrl: server.ownerUrl,
    stuckAfterSeconds: STUCK_AFTER_SECONDS,
    storageDir: server.environment.storageDir,
  });
  return results.reduce((sum, { findings }) => sum + findings.length, 0);
}
