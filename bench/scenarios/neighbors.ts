import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { signatureOf } from '../../apps/server/src/channels/sandbox/signature.ts';
import type { QuietTimes } from '../clients/quiet-companies.ts';
import type { WebhookBatch, WebhookLoad } from '../clients/webhook-senders.ts';
import { atMost, megabytes, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { seedInbox } from '../inbox-seed.ts';
import { META_APP, openMetaEnvironment } from '../meta-environment.ts';
import { startHelper, type Measured } from '../processes.ts';
import { oldestWrite } from '../../tools/oldest-write.ts';
import { maximumDuring, openQuietCompanies } from '../quiet-companies.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 10;
const FLOOD = 100_000;
const ITEMS_PER_WEBHOOK = 100;
const SENDERS = 4;
const QUIET_SECONDS = 20;
const BUSY_SECONDS = 30;
/** Short, so that little of the time after a removal is measured; fifteen minutes at most. */
const REMOVAL_ROUND_SECONDS = 5;
const MAX_REMOVAL_ROUNDS = 180;
/** Below the limit of a webhook's body. */
const PAYLOAD_BYTES = 3_000_000;
const UPLOADS = 16;
const UPLOAD_BYTES = 99 * 1024 ** 2;

type Part = (bench: BenchServer, log: (line: string) => void) => Promise<Figure[]>;
/** Each part has a database of its own, so that none is measured beside what another one left. */
const withCompanies = (part: Part) => async (_: () => Promise<BenchServer>, log: (line: string) => void) => {
  const bench = await openBenchServer(log, { count: COMPANIES });
  try {
    return await part(bench, log);
  } finally {
    await bench.close();
  }
};

/** Nine quiet companies beside one that floods, sends a hostile payload, uploads, or removes a large connection. */
export const neighbors = {
  'neighbors-flood': withCompanies(besideFlood),
  'neighbors-payload': withCompanies(besidePayload),
  'neighbors-uploads': withCompanies(duringUploads),
  'neighbors-removal': withCompanies(besideRemoval),
};

/** The first company receives 100,000 messages as fast as its channel can send them. */
async function besideFlood(bench: BenchServer, log: (line: string) => void): Promise<Figure[]> {
  const server = await bench.startServer();
  const quiet = await openQuietCompanies(bench, server);
  const senders = startHelper('webhook-senders.ts');
  try {
    await quiet.measure(5);
    const alone = await quiet.measure(QUIET_SECONDS);
    const flood = senders.request<{ refused: number }>({
      url: server.url,
      webhooks: floodOf(bench.webhookTargets[0]!),
      concurrency: SENDERS,
    } satisfies WebhookBatch);
    const beside = await quiet.measure(BUSY_SECONDS);
    const { refused } = await flood;
    log(`flood: p99 ${ms(p99(beside.screen))} against ${ms(p99(alone.screen))}`);
    const stored = await processedMessages(bench);
    return [
      ratio('neighbors: webhook to socket frame beside a flood', p99(beside.screen), p99(alone.screen), ms),
      none('neighbors: messages not received beside a flood', beside.missing, `of ${beside.screen.length}`),
      none('neighbors: messages of a flood lost or duplicated', Math.abs(FLOOD - stored) + refused, `of ${FLOOD}`),
    ];
  } finally {
    await Promise.all([server.stop(), quiet.stop(), senders.stop()]);
  }
}

/** Messages of the first company, once nothing waits. */
async function processedMessages({ ownerUrl, companies }: BenchServer): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    for (;;) {
      const { rows } = await owner.query<{ isWaiting: boolean }>(
        'select exists (select from inbox) or exists (select from signals) as "isWaiting"',
      );
      if (!rows[0]!.isWaiting) break;
      await delay(500);
    }
    const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from messages where company_id = $1', [
      companies[0]!.id,
    ]);
    return rows[0]!.n;
  } finally {
    await owner.end();
  }
}

function floodOf({ path, account, secret }: BenchServer['webhookTargets'][number]): WebhookLoad[] {
  return Array.from({ length: FLOOD / ITEMS_PER_WEBHOOK }, (_, batch) => {
    const items = Array.from({ length: ITEMS_PER_WEBHOOK }, (_, index) => {
      const n = batch * ITEMS_PER_WEBHOOK + index;
      const chat = { phone: `55119${String(70_000_000 + (n % 5000))}`, name: `Pessoa ${n % 5000}` };
      const ts = Math.floor(Date.now() / 1000);
      return { event: 'message', id: `flood-${n}`, ts, chat, content: { kind: 'text', body: `Mensagem ${n}` } };
    });
    const body = JSON.stringify({ delivery: `flood-${batch}`, account, items });
    return { path, body, signature: signatureOf(Buffer.from(body), secret) };
  });
}

/** The first company's channel signs one payload with as many empty items as fit. */
async function besidePayload(bench: BenchServer, log: (line: string) => void): Promise<Figure[]> {
  const meta = await openMetaEnvironment(bench, [{ numbers: 1, pages: 0 }]);
  const quiet = await openQuietCompanies(bench, meta.server);
  try {
    await quiet.measure(5);
    const alone = await quiet.measure(BUSY_SECONDS);
    const idle = (await meta.server.memory()).resident;
    const { accountId } = meta.linked[0]!.accounts[0]!;
    const answered = sendPayload(meta.server, hostilePayload(accountId));
    const measured = quiet.measure(BUSY_SECONDS);
    const peak = await maximumDuring(measured, () => meta.server.resident());
    const beside = await measured;
    const status = await answered;
    log(`payload: answered ${status}, p99 ${ms(p99(beside.screen))} against ${ms(p99(alone.screen))}`);
    return [
      ratio('neighbors: webhook to socket frame beside a payload', p99(beside.screen), p99(alone.screen), ms),
      none('neighbors: messages not received beside a payload', beside.missing, `of ${beside.screen.length}`),
      // Another status means that the payload was not read at all.
      none(
        'neighbors: payload neither accepted nor rejected as too large',
        [200, 413].includes(status) ? 0 : 1,
        `answered ${status}`,
      ),
      atMost('neighbors: memory of a payload', peak - idle, megabytes, `${megabytes(peak)} against ${megabytes(idle)}`),
    ];
  } finally {
    await quiet.stop();
    await meta.close();
  }
}

function hostilePayload(accountId: string): string {
  const frame = (messages: string) =>
    `{"object":"whatsapp_business_account","entry":[{"id":"${accountId}","changes":[{"field":"messages","value":` +
    `{"messaging_product":"whatsapp","metadata":{"phone_number_id":"${accountId}"},"messages":[${messages}]}}]}]}`;
  return frame(Array.from({ length: PAYLOAD_BYTES / 2 }, () => '0').join(','));
}

async function sendPayload({ url }: Measured, body: string): Promise<number> {
  const signature = createHmac('sha256', META_APP.appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return (await fetch(`${url}/webhooks/meta`, { method: 'POST', headers, body })).status;
}

/** Agents of one company upload sixteen large files at once; they are sent on to the channel. */
async function duringUploads(bench: BenchServer, log: (line: string) => void): Promise<Figure[]> {
  const meta = await openMetaEnvironment(bench, [{ numbers: 1, pages: 0 }]);
  try {
    const company = bench.companies[0]!;
    const [token] = bench.tokensOf(company);
    const { accountId } = meta.linked[0]!.accounts[0]!;
    const contact = { id: '5511950000001', name: 'Pessoa' };
    await meta.control.performAction(accountId, contact, { kind: 'text', text: 'Oi' });
    await meta.control.idle();
    const headers = { authorization: `Bearer ${token}` };
    const ticketId = await firstTicket(meta.server, headers);
    const idle = (await meta.server.memory()).resident;
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(UPLOAD_BYTES)]);
    const upload = async (n: number) => {
      const form = new FormData();
      form.set('clientKey', `upload-${n}`);
      form.append('medias', new Blob([bytes], { type: 'application/pdf' }), `arquivo-${n}.pdf`);
      return (await fetch(`${meta.server.url}/api/messages/${ticketId}`, { method: 'POST', headers, body: form }))
        .status;
    };
    const answers = Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(n)));
    const sent = answers.then(() => meta.control.idle());
    const peak = await maximumDuring(sent, () => meta.server.resident());
    const refused = (await answers).filter((status) => status !== 200).length;
    log(`uploads: ${refused} refused, ${megabytes(peak)} against ${megabytes(idle)} idle`);
    return [
      atMost(
        'neighbors: memory of uploads',
        peak - idle,
        megabytes,
        `${UPLOADS} files of ${megabytes(UPLOAD_BYTES)} at once`,
      ),
      none('neighbors: uploads refused', refused, `of ${UPLOADS}`),
    ];
  } finally {
    await meta.close();
  }
}

async function firstTicket({ url }: Measured, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}/api/tickets?status=pending&showAll=true`, { headers });
    const { tickets } = (await answer.json()) as { tickets: { id: number; whatsapp?: { name: string } }[] };
    const ticket = tickets.find(({ whatsapp }) => whatsapp?.name !== 'Bancada');
    if (ticket) return ticket.id;
    await delay(100);
  }
}

/** The first company removes a connection with a million messages. */
async function besideRemoval(bench: BenchServer, log: (line: string) => void): Promise<Figure[]> {
  const [company, other] = bench.companies as [BenchServer['companies'][number], BenchServer['companies'][number]];
  log('seeding 1,000,000 messages of one connection');
  const userId = company.users[0]!.id;
  await seedInbox(bench.ownerUrl, { companyId: company.id, otherCompanyId: other.id, userId, factor: 1 });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const server = await bench.startServer();
  const quiet = await openQuietCompanies(bench, server);
  try {
    await quiet.measure(5);
    const alone = await quiet.measure(QUIET_SECONDS);
    const { rows } = await owner.query<{ id: number }>(
      `select connection_id as id from tickets where company_id = $1 group by 1 order by count(*) desc limit 1`,
      [company.id],
    );
    const headers = { authorization: `Bearer ${bench.tokensOf(company)[0]!}` };
    const lagBefore = await dispatchLag(server);
    const removal = fetch(`${server.url}/api/whatsapp/${rows[0]!.id}`, { method: 'DELETE', headers });
    const measured = measureUntilRemoved(removal, company.id, owner, quiet);
    const longest = await maximumDuring(measured, async () => (await oldestWrite(owner)).ms);
    const { beside, seconds, isRemoved } = await measured;
    const lagAfter = await dispatchLag(server);
    const { ok, status } = await removal;
    log(`removal: answered ${status}, ended after ${seconds} s, longest write transaction ${ms(longest)}`);
    return [
      none('neighbors: removal refused', ok ? 0 : 1, `answered ${status}`),
      none('neighbors: removal not finished', isRemoved ? 0 : 1, `after ${seconds} s`),
      atMost('neighbors: longest write of a removal', longest, ms, '1,000,000 messages of one connection'),
      atMost('neighbors: event lag beside a removal', lagP99(lagBefore, lagAfter), ms, 'from commit to dispatch'),
      ratio('neighbors: webhook to socket frame beside a removal', p99(beside.screen), p99(alone.screen), ms),
      ratio('neighbors: other requests beside a removal', p99(beside.calls), p99(alone.calls), ms),
      none('neighbors: messages not received beside a removal', beside.missing, `of ${beside.screen.length}`),
    ];
  } finally {
    await Promise.all([server.stop(), quiet.stop()]);
    await owner.end();
  }
}

/** Measures the quiet companies round by round, at least once, until the removal has ended. */
async function measureUntilRemoved(
  removal: Promise<Response>,
  companyId: number,
  owner: pg.Client,
  quiet: { measure(seconds: number): Promise<QuietTimes> },
) {
  const beside: QuietTimes = { screen: [], calls: [], missing: 0 };
  for (let round = 1; ; round += 1) {
    const { screen, calls, missing } = await quiet.measure(REMOVAL_ROUND_SECONDS);
    beside.screen.push(...screen);
    beside.calls.push(...calls);
    beside.missing += missing;
    const { rowCount } = await owner.query(
      `select from removals where company_id = $1 and kind = 'connection' and state = 'done'`,
      [companyId],
    );
    const isRemoved = rowCount === 1;
    if (isRemoved || round === MAX_REMOVAL_ROUNDS || !(await removal).ok)
      return { beside, seconds: round * REMOVAL_ROUND_SECONDS, isRemoved };
  }
}

/** Cumulative counts of the lag's histogram, by the upper bound of each bucket in seconds. */
async function dispatchLag({ url }: Measured): Promise<Map<number, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const buckets = text.matchAll(/^event_dispatch_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map(
    Array.from(buckets, ([, bound, count]) => [bound === '+Inf' ? Infinity : Number(bound), Number(count)]),
  );
}
/** Upper bound, in milliseconds, of the bucket that holds the 99th percentile of what came between. */
function lagP99(before: Map<number, number>, after: Map<number, number>): number {
  const counts = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const total = counts.at(-1)?.[1] ?? 0;
  return 1000 * (counts.find(([, count]) => total > 0 && count >= total * 0.99)?.[0] ?? Infinity);
}

const p99 = (values: number[]) => percentile(values, 99);
