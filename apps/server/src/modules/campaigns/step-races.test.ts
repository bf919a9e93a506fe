import { AsyncLocalStorage } from 'node:async_hooks';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCounts } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Db, Statement, Tx } from '../../infrastructure/db/tx.ts';
import { createCampaignCompany, nextNumber, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
let inCompany: Db['inCompany'];
beforeAll(async () => {
  service = await startConnectedServer();
  ({ inCompany } = service.server.db);
  service.server.db.inCompany = (companyId, work) => {
    const step = stepping.getStore();
    // What the step wakes has its context: only the first transaction is that of the step.
    if (!step || step.hasBegun) return inCompany(companyId, work);
    step.hasBegun = true;
    return inCompany(companyId, (tx) => work(pausing(tx, step.before)));
  };
});
afterAll(async () => {
  service.server.db.inCompany = inCompany;
  await service.server.stop();
});

interface Stepping {
  /** Called before each statement of the send step. */
  before(name: string): Promise<void>;
  hasBegun: boolean;
}
const stepping = new AsyncLocalStorage<Stepping>();
function pausing(tx: Tx, before: Stepping['before']): Tx {
  const query = async (statement: Statement, values: unknown[]) => {
    await before(statement.name);
    return tx.query(statement, values);
  };
  return Object.create(tx, { query: { value: query } }) as Tx;
}
const runStep = ({ companyId, connectionId }: CampaignCompany) =>
  service.server.modules.campaignModule.runStep(companyId, connectionId);
const sql = async (text: string, values: unknown[]) => (await service.server.asOwner.query(text, values)).rows;

interface Person {
  number: string;
  contactId: number;
  listItemId: number;
  campaignId: number;
}
/** A campaign for one contact: planned, and due. */
async function planned(company: CampaignCompany): Promise<Person> {
  const number = nextNumber();
  const { id: contactId } = await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number });
  const contactListId = await company.createList([number]);
  const setNext = (time: string) =>
    sql(
      `insert into campaign_connections (company_id, connection_id, next_at) values ($1, $2, ${time})
         on conflict (company_id, connection_id) do update set next_at = excluded.next_at`,
      [company.companyId, company.connectionId],
    );
  await setNext(`now() + interval '1 day'`);
  const { id: campaignId } = await company.create({ contactListId });
  await company.runUntil(campaignId, ({ isPlanned }) => isPlanned);
  await setNext('now()');
  const [item] = await sql('select id from contact_list_items where list_id = $1', [contactListId]);
  return { number, contactId, listItemId: item.id as number, campaignId };
}

/** What happens while a step waits before one of its statements. */
interface Race {
  /** Name of the statement; undefined when the step had fewer. */
  point: string | undefined;
  /** The change was committed before the step went on; otherwise it waited for a lock of the step. */
  isCommitted: boolean;
}
/** A transaction waits for a lock of another one that does nothing, as a step that waits here. */
const isAnyWaiting = async () => {
  const waiting = await sql(
    `select from pg_stat_activity waiting join pg_stat_activity step on step.pid = any(pg_blocking_pids(waiting.pid))
      where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
        and step.state = 'idle in transaction' and step.state_change < clock_timestamp() - interval '50 milliseconds'`,
    [],
  );
  return waiting.length > 0;
};

async function changeBefore(company: CampaignCompany, position: number, change: () => Promise<unknown>): Promise<Race> {
  const reached = Promise.withResolvers<string>();
  const released = Promise.withResolvers<void>();
  let statements = 0;
  const before = async (name: string) => {
    statements += 1;
    if (statements !== position) return;
    reached.resolve(name);
    await released.promise;
  };
  // A step that fails is repeated by the worker.
  const step = stepping.run({ before, hasBegun: false }, () => runStep(company).catch(() => undefined));
  const point = await Promise.race([reached.promise, step.then(() => undefined)]);
  if (point === undefined) return { point, isCommitted: false };
  let isCommitted = false;
  const changed = change().then(() => {
    isCommitted = true;
  });
  try {
    await service.until(
      async () => isCommitted || (await isAnyWaiting()),
      (isOver) => isOver,
    );
  } finally {
    released.resolve();
  }
  const wasCommitted = isCommitted;
  await step;
  await changed;
  return { point, isCommitted: wasCommitted };
}
/** The texts that arrive, with two more steps. */
async function textsAfter(company: CampaignCompany, number: string): Promise<string[]> {
  await runStep(company);
  await runStep(company);
  await service.until(
    () =>
      sql(`select state, fault from outbox where company_id = $1 and state in ('queued', 'sending')`, [
        company.companyId,
      ]),
    (rows) => rows.length === 0,
  );
  return company.textsTo(number);
}

type Change = (company: CampaignCompany, person: Person) => Promise<unknown>;
const changes: Record<string, Change> = {
  'an opt-out': ({ must }, { contactId }) => must('POST', `/contacts/${contactId}/opt-outs`, {}),
  'a block': ({ must }, { contactId }) => must('PUT', `/contacts/block/${contactId}`, { active: false }),
  'an erasure': async ({ must, companyId }, { contactId }) => {
    const { id: erasureId } = await must<{ id: number }>('POST', `/contacts/${contactId}/erasure`, { name: 'Ana' });
    await service.server.modules.privacy.runErasure({ companyId, erasureId });
  },
  'a merge into a blocked contact': ({ must }, { contactId }) =>
    must('POST', `/contacts/${blockedId}/merge`, { otherId: contactId, reason: 'A mesma pessoa' }),
  'a cancel': ({ must }, { campaignId }) => must('POST', `/campaigns/${campaignId}/cancel`),
  'a pause': ({ must }, { campaignId }) => must('POST', `/campaigns/${campaignId}/pause`),
  'the removal of the connection': ({ must, connectionId }) => must('DELETE', `/whatsapp/${connectionId}`),
  'the block of the company': ({ companyId }) =>
    sql('update companies set is_active = false where company_id = $1', [companyId]),
  'the expiry of the company': ({ companyId }) =>
    sql(`update companies set due_date = '2000-01-01' where company_id = $1`, [companyId]),
  'a plan without campaigns': (company) => setCampaignsInPlan(company, false),
};
/** After these a company sends nothing more. */
const LASTING = new Set([
  'the removal of the connection',
  'the block of the company',
  'the expiry of the company',
  'a plan without campaigns',
]);
const setCampaignsInPlan = ({ companyId }: CampaignCompany, isIncluded: boolean) =>
  sql('update plans set use_campaigns = $2 where id = (select plan_id from companies where company_id = $1)', [
    companyId,
    isIncluded,
  ]);
let blockedId = 0;
async function createBlocked({ must }: CampaignCompany): Promise<void> {
  ({ id: blockedId } = await must<{ id: number }>('POST', '/contacts', { name: 'Outra', number: nextNumber() }));
  await must('PUT', `/contacts/block/${blockedId}`, { active: false });
}

/** Positions in a step, evenly spread from the first statement to the last one. */
async function positionsOf(company: CampaignCompany, count: number): Promise<number[]> {
  const { number } = await planned(company);
  let statements = 0;
  const before = async () => void (statements += 1);
  await stepping.run({ before, hasBegun: false }, () => runStep(company));
  expect(await textsAfter(company, number)).toHaveLength(1);
  return Array.from({ length: count }, (_, n) => 1 + Math.round((n * (statements - 1)) / (count - 1)));
}

describe('during a send step', () => {
  it.each(Object.entries(changes))(
    '%s: nothing is sent after it is committed [CP-02] [PB-10]',
    async (kind, change) => {
      let company = await createCampaignCompany(service);
      const positions = await positionsOf(company, caseCounts(12, 4));
      const wrong: string[] = [];
      let committed = 0;
      for (const position of positions) {
        if (LASTING.has(kind)) company = await createCampaignCompany(service);
        if (kind === 'a merge into a blocked contact') await createBlocked(company);
        const person = await planned(company);
        const { point, isCommitted } = await changeBefore(company, position, () => change(company, person));
        if (isCommitted) committed += 1;
        const texts = await textsAfter(company, person.number);
        // All companies of the test server have the same plan.
        if (kind === 'a plan without campaigns') await setCampaignsInPlan(company, true);
        if (texts.length > (isCommitted ? 0 : 1)) wrong.push(`${point}: ${texts.join()}`);
      }
      expect(wrong).toEqual([]);
      expect(committed).toBeGreaterThan(0);
    },
    120_000,
  );

  it('a node stops and continues after its connection was closed: the message is sent once [CP-01]', async () => {
    const company = await createCampaignCompany(service);
    const sent: string[][] = [];
    for (const position of await positionsOf(company, caseCounts(12, 4))) {
      const person = await planned(company);
      await changeBefore(company, position, async () => {
        await sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = 'balcao_app' and state = 'idle in transaction'`,
          [],
        );
        await runStep(company).catch(() => undefined);
      });
      sent.push(await textsAfter(company, person.number));
    }
    expect(sent).toEqual(sent.map(() => ['Oi, Pessoa 1!']));
  }, 60_000);

  it('a change of the list: the message is sent once, with the name of the planning [CP-01]', async () => {
    const company = await createCampaignCompany(service);
    const sent: string[][] = [];
    for (const position of await positionsOf(company, caseCounts(12, 4))) {
      const person = await planned(company);
      await changeBefore(company, position, () =>
        position % 2 === 0
          ? company.must('DELETE', `/contact-list-items/${person.listItemId}`)
          : sql(`update contact_list_items set name = 'Outro nome' where id = $1`, [person.listItemId]),
      );
      sent.push(await textsAfter(company, person.number));
    }
    expect(sent).toEqual(sent.map(() => ['Oi, Pessoa 1!']));
  }, 60_000);
});

/** A mobile number with and without its ninth digit. */
let subscribers = 0;
const nextSubscriber = () => {
  const local = String(80_000_000 + (subscribers += 1));
  return [`55119${local}`, `5511${local}`] as const;
};
const anyAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('step' as const) }) },
  // The transaction of a step fails before this statement.
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('crash' as const), position: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('pause', 'continue', 'cancel', 'restart') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
);
const anyCampaign = fc.record({
  audience: fc.constantFrom('list', 'tag'),
  people: fc.array(
    fc.record({
      kind: fc.constantFrom('eligible', 'eligible', 'invalid', 'blocked'),
      contacts: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  variants: fc.integer({ min: 1, max: 3 }),
  messageInterval: fc.constantFrom(0, 1),
  isOfficeHours: fc.boolean(),
  actions: fc.array(anyAction, { maxLength: 10 }),
});
type AnyCampaign = typeof anyCampaign extends fc.Arbitrary<infer T> ? T : never;

/** The people of a campaign, as a list or as contacts with a tag, where a subscriber may be several contacts. */
async function createAudience(company: CampaignCompany, { audience, people }: AnyCampaign) {
  const persons = people.map((person) => ({ ...person, numbers: nextSubscriber() }));
  const contactsOf = persons.flatMap(({ kind, contacts, numbers }) =>
    Array.from({ length: audience === 'tag' ? contacts : kind === 'blocked' ? 1 : 0 }, (_, n) => ({
      number: kind === 'invalid' && audience === 'tag' ? '' : numbers[n % 2]!,
      phone: kind !== 'invalid' && n === 0 ? numbers[0] : null,
      is_active: kind !== 'blocked',
    })),
  );
  const contactIds = await sql(
    `with given as (select row_number() over () as n, * from jsonb_to_recordset($2::jsonb) as c (number text, phone text, is_active boolean)),
          made as (insert into contacts (company_id, name, number, is_active)
                   select $1, 'Ana', number, is_active from given order by n returning id, number, is_active),
          known as (insert into contact_identities (company_id, contact_id, kind, value)
                    select $1, min(m.id), 'phone', phone_key(g.phone) from given g join made m on m.number = g.phone group by g.phone)
     select id from made`,
    [company.companyId, JSON.stringify(contactsOf)],
  );
  if (audience === 'tag') {
    const tag = await company.must<{ id: number }>('POST', '/tags', {
      name: nextNumber(),
      color: '#2f9e44',
      kanban: 0,
    });
    await sql('insert into contact_tags (company_id, tag_id, contact_id) select $1, $2, unnest($3::int[])', [
      company.companyId,
      tag.id,
      contactIds.map(({ id }) => id as number),
    ]);
    return { persons, target: { tagListId: tag.id } };
  }
  const contactListId = await company.createList([]);
  const items = persons.map(({ kind, numbers }) => ({
    number: numbers[0],
    is_valid: kind === 'invalid' ? false : null,
  }));
  await sql(
    `insert into contact_list_items (company_id, list_id, name, number, address_key, is_valid)
     select $1, $2, 'Ana', number, phone_key(number), is_valid
       from jsonb_to_recordset($3::jsonb) as i (number text, is_valid boolean)`,
    [company.companyId, contactListId, JSON.stringify(items)],
  );
  return { persons, target: { contactListId } };
}

async function perform(company: CampaignCompany, id: number, action: AnyCampaign['actions'][number]): Promise<void> {
  const { modules, clock } = service.server;
  // The interval is that of the database's clock.
  await sql('update campaign_connections set next_at = now() where company_id = $1', [company.companyId]);
  if (action.type === 'pass') clock.pass(action.hours * HOUR_MS);
  else if (action.type === 'step') {
    await modules.campaignModule.worker.poll();
    await runStep(company).catch(() => undefined);
  } else if (action.type === 'crash') {
    let statements = 0;
    const before = async () => {
      statements += 1;
      if (statements === action.position) throw new Error('the node fails');
    };
    await stepping.run({ before, hasBegun: false }, () => runStep(company).catch(() => undefined));
  } else await company.ask('POST', `/campaigns/${id}/${action.type}`);
}
/** Continues what was stopped, at the next opening, until everyone has an outcome; the sweep ends what a failed step left. */
const runToEnd = (company: CampaignCompany, id: number) =>
  service.until(
    async () => {
      await perform(company, id, { type: 'step' });
      await service.server.modules.campaignModule.worker.sweep();
      const campaign = await company.read(id);
      if (campaign.status === 'CANCELADA') await company.must('POST', `/campaigns/${id}/restart`);
      else if (campaign.hold?.reason === 'user') await company.must('POST', `/campaigns/${id}/continue`);
      else if (campaign.waiting?.reason === 'hours') service.server.clock.set(new Date(campaign.waiting.until));
      return campaign;
    },
    ({ status }) => status === 'FINALIZADA',
  );

describe('any campaign', () => {
  it('sends one message to each eligible number and none to others, whatever fails or stops it meanwhile [PB-10]', async () => {
    const company = await createCampaignCompany(service);
    const { clock } = service.server;
    try {
      await fc.assert(
        fc.asyncProperty(anyCampaign, async (given) => {
          clock.set(new Date());
          const { messageInterval, isOfficeHours, variants, actions } = given;
          const hours = isOfficeHours ? ['09:00', '18:00'] : ['00:00', '00:00'];
          await company.must('POST', '/campaign-settings', {
            settings: {
              messageInterval,
              startHour: hours[0],
              endHour: hours[1],
              sabado: !isOfficeHours,
              domingo: !isOfficeHours,
            },
          });
          const { persons, target } = await createAudience(company, given);
          const texts = Object.fromEntries(
            Array.from({ length: variants }, (_, n) => [`message${n + 1}`, `Oi ${n + 1}, {nome}!`]),
          );
          const { id } = await company.create({ ...target, ...texts });
          for (const action of actions) await perform(company, id, action);
          const counts = () => persons.map(({ numbers }) => company.textsTo(numbers[0]).length);
          expect(Math.max(...counts())).toBeLessThanOrEqual(1);
          await runToEnd(company, id);
          expect(counts()).toEqual(persons.map(({ kind }) => (kind === 'eligible' ? 1 : 0)));
        }),
        { numRuns: caseCounts(2000, 100), seed: Number(process.env['TEST_SEED']) },
      );
    } finally {
      clock.set(new Date());
    }
  }, 3_600_000);
});
