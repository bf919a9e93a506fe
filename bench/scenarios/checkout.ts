import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { configureProviders, insertInvoices, providers, startProviders } from '../../tools/payment-charges.ts';
import { createDatabaseMeter } from '../database-cpu.ts';
import { atMost, median, ms, none, percentile, type Figure } from '../figures.ts';
import { openBenchServer, type BenchCompany, type BenchServer } from '../server.ts';

/** Besides the first company, which is that of the platform owner and has no invoices. */
const PAYERS = 33;
const HANGING = 16;
const MAX_CALL_MS = 15_000;
/** While all providers hang, the checkout gives up after this time (`MAX_PIX_MS` in charge-offers.ts). */
const GIVES_UP_AFTER_MS = 13_500;

/**
 * The checkout of companies with an open page: from the payment at the simulator until the page is sent its toast, and how long the
 * checkout takes when no provider answers.
 */
export async function checkout(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1 + PAYERS, durable: true });
  const simulator = await startProviders(1 / 1000);
  const owner = new pg.Pool({ connectionString: bench.ownerUrl, max: 2 });
  const meter = new pg.Client({ connectionString: bench.ownerUrl });
  await meter.connect();
  await configureProviders(owner, bench.env['APP_SECRET']!);
  const payers = bench.companies.slice(1);
  const invoices = await insertInvoices(
    owner,
    payers.map(({ id }) => id),
  );
  const invoiceOf = new Map(invoices.map(({ companyId, id }) => [companyId, id]));
  const server = await bench.startServer(simulator.env);
  const pay = async (company: BenchCompany) => {
    const since = performance.now();
    const answer = await fetch(`${server.url}/api/subscription`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bench.tokensOf(company)[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ invoiceId: invoiceOf.get(company.id), firstName: 'Ana Prado', zipcode: '529.982.247-25' }),
    });
    const body: unknown = await answer.json();
    if (answer.status !== 200)
      throw new Error(`The checkout was answered with ${answer.status}: ${JSON.stringify(body)}`);
    return performance.now() - since;
  };
  try {
    for (const provider of providers) simulator.sendWebhooksTo(provider, server.url);
    const shown: number[] = [];
    const answered: number[] = [];
    const [alone, ...others] = payers;
    for (const [n, company] of others.slice(HANGING).entries()) {
      answered.push(await pay(company));
      const { rows } = await owner.query<{ id: string }>(
        'select provider_id as id from charges where company_id = $1 and provider = $2',
        [company.id, providers[n % providers.length]],
      );
      shown.push(
        await untilShown(server.url, company, bench.tokensOf(company)[0]!, () => simulator.control.pay(rows[0]!.id)),
      );
    }
    log(`checkout with simulated providers that answer: median ${ms(median(answered))}`);

    for (const provider of providers) await simulator.control.faults(provider, { calls: { hangs: true } });
    const databaseCpu = await createDatabaseMeter(meter);
    const cpuOf = async (work: () => Promise<unknown>) => {
      const before = (await server.cpuMicros()) + databaseCpu();
      await work();
      return ((await server.cpuMicros()) + databaseCpu() - before) / 1000;
    };
    const lone = await pay(alone!);
    // At the same time: the jobs that run meanwhile are then a small part of the CPU time.
    let hanging: number[] = [];
    const busy = await cpuOf(async () => (hanging = await Promise.all(others.slice(0, HANGING).map(pay))));
    const idle = await cpuOf(() => delay(Math.max(...hanging)));
    log(`from call to answer beside the time for which the checkout waits: ${ms(median(hanging) - GIVES_UP_AFTER_MS)}`);
    return [
      atMost('checkout: payment to toast, p95', percentile(shown, 95), ms, `${shown.length} payments`),
      none('checkout: toasts missing', shown.filter((time) => !Number.isFinite(time)).length, `of ${shown.length}`),
      atMost('checkout: all providers hang', lone, ms, 'one checkout'),
      atMost(
        'checkout: CPU time while all providers hang',
        Math.max(0, busy - idle) / HANGING,
        ms,
        `CPU of server and database, ${HANGING} checkouts: ${ms(busy)}, without them: ${ms(idle)}`,
      ),
    ];
  } finally {
    await server.stop();
    await meter.end();
    await owner.end();
    await simulator.stop();
    await bench.close();
  }
}

/** From the payment until the socket of a page gets the message that it shows as a toast; endless if it never comes. */
async function untilShown(
  url: string,
  { id }: BenchCompany,
  token: string,
  pay: () => Promise<unknown>,
): Promise<number> {
  const socket: Socket = io(`${url}/${id}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  try {
    await once(socket as unknown as NodeJS.EventEmitter, 'resumed', { signal: AbortSignal.timeout(MAX_CALL_MS) });
    const message = once(socket as unknown as NodeJS.EventEmitter, `company-${id}-payment`, {
      signal: AbortSignal.timeout(MAX_CALL_MS),
    });
    await pay();
    const since = performance.now();
    return await message.then(
      () => performance.now() - since,
      () => Number.POSITIVE_INFINITY,
    );
  } finally {
    socket.disconnect();
  }
}
