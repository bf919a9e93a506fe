import pg from 'pg';
import { median, ms, none, ratio, type Figure } from '../figures.ts';
import { openWorld, type World } from '../house.ts';
import { openOfficial, type OfficialWorld } from '../official.ts';
import { playHour } from '../mixed-hour.ts';
import { setTimeout as delay } from 'node:timers/promises';

const A_BATCH = 1000;
const ROUNDS = 5;
const PEOPLE = 200;
const PATIENCE_MS = 120_000;

/** Meta's channels at a simulator: batches against single deliveries, and an hour of everything in a minute. */
export async function channels(_: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await openWorld(say, { count: 2 });
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  let official: OfficialWorld | undefined;
  try {
    official = await openOfficial(world, [
      { numbers: 2, pages: 1 },
      { numbers: 2, pages: 2 },
    ]);
    const workedOff = () => isWorkedOff(owner, official!);
    return [
      ...(await batches(official, owner, workedOff, say)),
      ...(await playHour({ world, official, owner, workedOff, say })),
    ];
  } finally {
    await official?.close();
    await owner.end();
    await world.close();
  }
}

/** The network has told everything, and the house has worked it off. */
async function isWorkedOff(owner: pg.Client, { control }: OfficialWorld): Promise<void> {
  const late = performance.now() + PATIENCE_MS;
  await control.idle();
  for (;;) {
    const { rows } = await owner.query<{ left: boolean }>(
      'select exists (select from inbox) or exists (select from signals) as left',
    );
    if (!rows[0]!.left) return;
    if (performance.now() > late) throw new Error('What came in was not worked off in time.');
    await delay(5);
  }
}

async function batches(
  { control, linked }: OfficialWorld,
  owner: pg.Client,
  workedOff: () => Promise<void>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const numbers = linked.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'whatsappapi'));
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    account: numbers[n % numbers.length]!.accountId,
    person: { id: `5511970${String(n).padStart(6, '0')}`, name: `Pessoa ${n}` },
  }));
  const said: string[] = [];
  async function round(items: number): Promise<number> {
    await control.hold();
    for (let n = 0; n < A_BATCH; n += 1) {
      const { account, person } = people[n % PEOPLE]!;
      said.push((await control.act(account, person, { does: 'text', text: `item ${said.length}` })).id);
    }
    const since = performance.now();
    await control.release({ items });
    await workedOff();
    return (performance.now() - since) / A_BATCH;
  }
  // Contacts and tickets are made by the first ones: that is not what is measured.
  for (const items of [A_BATCH, 1, A_BATCH]) await round(items);
  const times = { batch: [] as number[], single: [] as number[] };
  for (let n = 1; n <= ROUNDS; n += 1) {
    times.batch.push(await round(A_BATCH));
    times.single.push(await round(1));
    say(`round ${n}: an item of a batch ${ms(times.batch.at(-1)!)}, alone ${ms(times.single.at(-1)!)}`);
  }
  const { rows } = await owner.query<{ kept: number; names: number }>(
    'select count(*)::int as kept, count(distinct wid)::int as names from messages where wid = any($1)',
    [said],
  );
  const { kept, names } = rows[0]!;
  return [
    ratio('channels: time per item of a batch', median(times.batch), median(times.single), ms),
    none('channels: items lost or doubled', said.length - names + (kept - names), `of ${said.length}`),
  ];
}
