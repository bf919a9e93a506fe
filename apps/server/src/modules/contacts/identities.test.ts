import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity, Peer, Signal } from '../../channels/port.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
const sql = async (text: string, values: unknown[] = []) => (await service.house.asOwner.query(text, values)).rows;

const DAY_MS = 86_400_000;
const phone = (value: string): Identity => ({ kind: 'phone', value });
const lid = (value: string): Identity => ({ kind: 'lid', value });
const who = (identities: Identity[], name?: string): Peer => ({ identities, isGroup: false, ...(name && { name }) });

async function aCounter() {
  const counter = await service.aCounter({ sendGreetingAccepted: 'disabled' });
  const said = (peer: Peer, text: string): Signal => counter.says('x', text, { peer });
  const contacts = () =>
    sql('select * from contacts where company_id = $1 and merged_into_id is null order by id', [counter.companyId]);
  const identities = () =>
    sql('select kind, scope, value, contact_id from contact_identities where company_id = $1 order by kind, value', [
      counter.companyId,
    ]);
  /** Rings and waits until all of it was worked off. */
  async function hears(...signals: Signal[]) {
    const before = (await counter.messages()).length;
    expect((await counter.ring(signals)).statusCode).toBe(200);
    await service.until(counter.messages, (rows) => rows.length === before + signals.length);
  }
  /** Outside the inbox and its lines: as many at once as are given. */
  const meet = (peer: Peer) =>
    service.house.db.inCompany(counter.companyId, (tx) =>
      service.house.modules.contacts.recognise(tx, {
        peer,
        channel: 'whatsapp',
        connectionId: counter.connectionId,
        acceptsAudio: true,
      }),
    );
  return { ...counter, said, hears, meet, contacts, identities };
}

describe('whose message it is', () => {
  it('is told by a phone in either spelling, by LID, business, page and Instagram ids alike [IN-08]', async () => {
    const counter = await aCounter();
    const kinds: [Peer, Peer][] = [
      [who([phone('5511987654321')]), who([phone('551187654321')])],
      [who([phone('+55 11 97777-6666')]), who([phone('5511977776666')])],
      [who([lid('99887766@lid')]), who([lid('99887766@lid')])],
      [who([{ kind: 'bsuid', value: 'BR.123', scope: 'a1' }]), who([{ kind: 'bsuid', value: 'BR.123', scope: 'a1' }])],
      [who([{ kind: 'psid', value: '777', scope: 'p1' }]), who([{ kind: 'psid', value: '777', scope: 'p1' }])],
      [who([{ kind: 'igsid', value: '888', scope: 'i1' }]), who([{ kind: 'igsid', value: '888', scope: 'i1' }])],
      [who([{ kind: 'username', value: 'rita.lima' }]), who([{ kind: 'username', value: 'rita.lima' }])],
    ];
    for (const [once, again] of kinds) await counter.hears(counter.said(once, 'oi'), counter.said(again, 'de novo'));
    const contacts = await counter.contacts();
    expect(contacts).toHaveLength(kinds.length);
    expect(contacts.map((contact) => contact.number)).toEqual(['5511987654321', '5511977776666', '', '', '', '', '']);
    expect(await counter.tickets()).toHaveLength(kinds.length);
    // The same id at another account is somebody else.
    await counter.hears(counter.said(who([{ kind: 'psid', value: '777', scope: 'p2' }]), 'outra página'));
    expect(await counter.contacts()).toHaveLength(kinds.length + 1);
  });

  it('without a number can be kept, renamed, and given a number later [M-119] [M-120]', async () => {
    const counter = await aCounter();
    await counter.hears(counter.said(who([lid('1@lid')]), 'oi'));
    const [contact] = await counter.contacts();
    expect(contact).toMatchObject({ name: '1@lid', number: '' });
    const change = (body: object) => counter.admin.ask('PUT', `/contacts/${contact.id}`, body);
    expect((await change({ name: 'Rita', number: '' })).json()).toMatchObject({ name: 'Rita', number: '' });
    expect((await change({ number: '5511987654321' })).json()).toMatchObject({ number: '5511987654321' });
    await counter.hears(counter.said(who([phone('551187654321')], 'Rita de Lima'), 'sou eu'));
    expect(await counter.contacts()).toMatchObject([{ id: contact.id, name: 'Rita' }]);
    // It can lose the number again, because another identity is left; whoever has no other cannot.
    expect((await change({ number: '' })).json()).toMatchObject({ number: '' });
    expect((await counter.identities()).map((one) => one.kind)).toEqual(['lid']);
    const typed = (await counter.admin.ask('POST', '/contacts', { name: 'Ana', number: '5511987654321' })).json();
    expect((await counter.admin.ask('PUT', `/contacts/${typed.id}`, { number: '' })).statusCode).toBe(400);
    expect((await counter.admin.ask('GET', `/contacts/${typed.id}`)).json().number).toBe('5511987654321');
  });

  it('gets a name when the channel tells one, but never loses one a person gave', async () => {
    const counter = await aCounter();
    await counter.hears(counter.said(who([phone('5500911112222')]), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: '5500911112222' }]);
    await counter.hears(counter.said(who([phone('5500911112222')], 'Rita'), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }]);
    await counter.hears(counter.said(who([phone('5500911112222')], 'Ritinha'), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }]);
    await counter.hears(counter.said(who([lid('2@lid')]), 'oi'), counter.said(who([lid('2@lid')], 'Caio'), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }, { name: 'Caio' }]);
  });

  it('asked by many at once is answered with one contact, whatever names they know it by [IN-03]', async () => {
    const counter = await aCounter();
    for (let round = 0; round < 8; round++) {
      const number = `55009${20_000_000 + round}`;
      const ids = [phone(number), lid(`${round}@lid`)] as const;
      const met = await Promise.all(
        [who([...ids]), who([ids[1], ids[0]]), who([ids[0]]), who([ids[1]])].map((peer) => counter.meet(peer)),
      );
      const again = await counter.meet(who([...ids]));
      const present = await sql(
        `select id from contacts where company_id = $1 and merged_into_id is null and id = any($2)`,
        [counter.companyId, met.map((contact) => contact.id)],
      );
      expect(present).toEqual([{ id: again.id }]);
      expect(again.number).toBe(number);
    }
    expect(await counter.contacts()).toHaveLength(8);
  });

  it('any identities the channel ties together end as one contact, in any order of telling', async () => {
    const counter = await aCounter();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 6 }),
        async (tied) => {
          const run = ++runs;
          const identity = (n: number): Identity => lid(`${run}-${n}@lid`);
          for (const group of tied) await counter.meet(who(group.map(identity)));
          // What is tied, by the plainest means there is.
          const root = [0, 1, 2, 3];
          for (const group of tied) {
            const joined = new Set(group.map((n) => root[n]));
            const to = Math.min(...(joined as Set<number>));
            for (const n of root.keys()) if (joined.has(root[n])) root[n] = to;
          }
          const rows = await sql(
            'select value, contact_id from contact_identities where company_id = $1 and value like $2',
            [counter.companyId, `${run}-%`],
          );
          const owner = new Map(rows.map((row) => [row.value as string, row.contact_id as number]));
          const named = [...new Set(tied.flat())];
          expect(owner.size).toBe(named.length);
          for (const a of named)
            for (const b of named)
              expect(owner.get(identity(a).value) === owner.get(identity(b).value)).toBe(root[a] === root[b]);
        },
      ),
      { numRuns: 25, seed: 8 },
    );
  });
});

describe('two that turn out to be one', () => {
  /** Two contacts with a ticket each on the same connection, both alive. */
  async function aPair() {
    const counter = await aCounter();
    await counter.hears(counter.said(who([phone('5500911112222')], 'Rita'), 'pelo número'));
    await counter.hears(counter.said(who([lid('7@lid')], 'Rita L.'), 'pelo LID'));
    const [kept, gone] = await counter.contacts();
    const tag = (await counter.admin.ask('POST', '/tags', { name: 'VIP' })).json();
    await counter.admin.ask('POST', '/tags/sync', { contactId: gone.id, tags: [{ id: tag.id }] });
    await counter.admin.ask('PUT', `/contacts/${gone.id}`, {
      email: 'rita@example.com',
      extraInfo: [{ name: 'Cidade', value: 'Recife' }],
    });
    const show = async (id: number) => (await counter.admin.ask('GET', `/contacts/${id}`)).json();
    return { ...counter, kept: kept.id as number, gone: gone.id as number, show };
  }
  const merges = async (admin: Caller, id: number) => (await admin.ask('GET', `/contacts/${id}/merges`)).json();

  it('become one by what the channel says: one live ticket, every word kept, and the screens follow', async () => {
    const pair = await aPair();
    const screen = await aScreen(service.house, pair.admin);
    await pair.hears(pair.said(who([lid('7@lid'), phone('5500911112222')]), 'sou a mesma'));
    expect(await pair.contacts()).toMatchObject([{ id: pair.kept, name: 'Rita', email: 'rita@example.com' }]);
    expect(await pair.show(pair.kept)).toMatchObject({
      tags: [{ name: 'VIP' }],
      extraInfo: [{ name: 'Cidade', value: 'Recife' }],
    });
    const tickets = await pair.tickets();
    expect(tickets.map((ticket) => [ticket.contact_id, ticket.status, ticket.is_newest_closed])).toEqual([
      [pair.kept, 'pending', false],
      [pair.kept, 'closed', true],
    ]);
    expect((await pair.messages()).map((row) => [row.body, row.contact_id])).toEqual([
      ['pelo número', pair.kept],
      ['pelo LID', pair.kept],
      ['sou a mesma', pair.kept],
    ]);
    const log = await sql('select type from ticket_log where ticket_id = $1 order by id', [tickets[1].id]);
    expect(log.map((entry) => entry.type)).toEqual(['create', 'closed']);
    expect(
      await sql('select id from ticket_tracking where ticket_id = $1 and finished_at is null', [tickets[1].id]),
    ).toEqual([]);
    await screen.hears('contact', (told) => told.action === 'delete' && told.contactId === pair.gone);
    await screen.hears('ticket', (told) => told.action === 'delete' && told.ticketId === tickets[1].id);
    screen.close();
    expect(await merges(pair.admin, pair.kept)).toMatchObject([
      { keptId: pair.kept, goneId: pair.gone, goneName: 'Rita L.', mayUndo: true, undoneAt: null },
    ]);
    expect((await pair.admin.ask('GET', `/contacts/${pair.gone}`)).statusCode).toBe(404);
  });

  it('are made one by an admin with a reason, and parted again as they were', async () => {
    const pair = await aPair();
    const agent = await service.house.anAgent(pair.companyId);
    const merge = (by: Caller, body: object) => by.ask('POST', `/contacts/${pair.gone}/merge`, body);
    const body = { otherId: pair.kept, reason: 'É a mesma pessoa' };
    expect((await merge(agent, body)).statusCode).toBe(403);
    expect((await merge(pair.admin, { ...body, reason: '' })).statusCode).toBe(400);
    expect((await merge(pair.admin, { ...body, otherId: pair.gone })).statusCode).toBe(400);
    expect((await merge(pair.admin, { ...body, otherId: 2_000_000_000 })).statusCode).toBe(404);
    // The one without a number stays, and takes the other's over.
    const before = [await pair.show(pair.kept), await pair.show(pair.gone)];
    const answer = await merge(pair.admin, body);
    expect(answer.json()).toMatchObject({ id: pair.gone, number: '5500911112222' });
    const [{ id: mergeId, reason }] = await merges(pair.admin, pair.gone);
    expect(reason).toBe('É a mesma pessoa');
    await pair.hears(pair.said(who([phone('5500911112222')]), 'depois da união'));
    expect((await pair.messages()).every((row) => row.contact_id === pair.gone)).toBe(true);

    const undo = () => pair.admin.ask('POST', `/contact-merges/${mergeId}/undo`);
    expect((await agent.ask('POST', `/contact-merges/${mergeId}/undo`)).statusCode).toBe(403);
    expect((await undo()).json()).toMatchObject({ id: pair.kept, number: '5500911112222' });
    const plain = ({ extraInfo, ...rest }: { extraInfo: { name: string; value: string }[] }) => ({
      ...rest,
      extraInfo: extraInfo.map(({ name, value }) => [name, value]),
    });
    expect([await pair.show(pair.kept), await pair.show(pair.gone)].map(plain)).toEqual(before.map(plain));
    expect((await undo()).statusCode).toBe(404);
    expect((await pair.identities()).map((one) => [one.kind, one.contact_id])).toEqual([
      ['lid', pair.gone],
      ['phone', pair.kept],
    ]);
    // Each has its own ticket back, and is recognised by its own name.
    const owners = (await pair.tickets()).map((ticket) => ticket.contact_id);
    expect(new Set(owners)).toEqual(new Set([pair.kept, pair.gone]));
    expect(owners).toHaveLength(2);
    await pair.hears(pair.said(who([phone('5500911112222')]), 'sou a do número'));
    expect((await pair.messages()).at(-1).contact_id).toBe(pair.kept);
    const acts = await sql(
      `select act from audit_log where company_id = $1 and act like 'contact.merge%' order by at`,
      [pair.companyId],
    );
    expect(acts.map((row) => row.act)).toEqual(['contact.merged', 'contact.merge-undone']);
  });

  it('can be parted for thirty days and no longer', async () => {
    const pair = await aPair();
    await pair.admin.ask('POST', `/contacts/${pair.kept}/merge`, { otherId: pair.gone, reason: 'Mesma pessoa' });
    const [{ id: mergeId }] = await merges(pair.admin, pair.kept);
    const { clock, signIn } = service.house;
    try {
      clock.pass(30 * DAY_MS + 60_000);
      const later = await signIn(pair.admin.email);
      expect(await merges(later, pair.kept)).toMatchObject([{ mayUndo: false }]);
      const refused = await later.ask('POST', `/contact-merges/${mergeId}/undo`);
      expect(refused.json().error).toBe('ERR_MERGE_TOO_OLD');
      clock.set(new Date(Date.now() + 29 * DAY_MS));
      const intime = await signIn(pair.admin.email);
      expect(await merges(intime, pair.kept)).toMatchObject([{ mayUndo: true }]);
      expect((await intime.ask('POST', `/contact-merges/${mergeId}/undo`)).statusCode).toBe(200);
    } finally {
      clock.set(new Date());
    }
  });

  it('go together when the one that stayed is removed', async () => {
    const pair = await aPair();
    await pair.admin.ask('POST', `/contacts/${pair.kept}/merge`, { otherId: pair.gone, reason: 'Mesma pessoa' });
    expect((await pair.admin.ask('DELETE', `/contacts/${pair.gone}`)).statusCode).toBe(404);
    expect((await pair.admin.ask('DELETE', `/contacts/${pair.kept}`)).statusCode).toBe(200);
    expect(await sql('select id from contacts where company_id = $1', [pair.companyId])).toEqual([]);
    expect(await pair.tickets()).toEqual([]);
  });
});
