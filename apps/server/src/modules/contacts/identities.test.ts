import { DAY_MS } from '@balcao/domain/kit/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity, Peer, ChannelEvent } from '../../channels/port.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

const phone = (value: string): Identity => ({ kind: 'phone', value });
const lid = (value: string): Identity => ({ kind: 'lid', value });
const peerWith = (identities: Identity[], name?: string): Peer => ({
  identities,
  isGroup: false,
  ...(name && { name }),
});

async function aCounter() {
  const counter = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const messageFrom = (peer: Peer, text: string): ChannelEvent => counter.customerMessage('x', text, { peer });
  const contacts = () =>
    sql('select * from contacts where company_id = $1 and merged_into_id is null order by id', [counter.companyId]);
  const identities = () =>
    sql('select kind, scope, value, contact_id from contact_identities where company_id = $1 order by kind, value', [
      counter.companyId,
    ]);
  /** Sends a webhook and waits until it is processed. */
  async function receive(...events: ChannelEvent[]) {
    const before = (await counter.messages()).length;
    expect((await counter.sendWebhook(events)).statusCode).toBe(200);
    await service.until(counter.messages, (rows) => rows.length === before + events.length);
  }
  /** Without inbox and shards, so that all calls run concurrently. */
  const resolve = (peer: Peer) =>
    service.server.db.inCompany(counter.companyId, (tx) =>
      service.server.modules.contacts.inTx.resolveContact(tx, {
        peer,
        channel: 'whatsapp',
        connectionId: counter.connectionId,
        acceptsAudio: true,
      }),
    );
  return { ...counter, messageFrom, receive, resolve, contacts, identities };
}

describe('resolving the contact of a message', () => {
  it('works with both spellings of a phone and with LID, business, page and Instagram ids [IN-08]', async () => {
    const counter = await aCounter();
    const kinds: [Peer, Peer][] = [
      [peerWith([phone('5511987654321')]), peerWith([phone('551187654321')])],
      [peerWith([phone('+55 11 97777-6666')]), peerWith([phone('5511977776666')])],
      [peerWith([lid('99887766@lid')]), peerWith([lid('99887766@lid')])],
      [
        peerWith([{ kind: 'bsuid', value: 'BR.123', scope: 'a1' }]),
        peerWith([{ kind: 'bsuid', value: 'BR.123', scope: 'a1' }]),
      ],
      [
        peerWith([{ kind: 'psid', value: '777', scope: 'p1' }]),
        peerWith([{ kind: 'psid', value: '777', scope: 'p1' }]),
      ],
      [
        peerWith([{ kind: 'igsid', value: '888', scope: 'i1' }]),
        peerWith([{ kind: 'igsid', value: '888', scope: 'i1' }]),
      ],
      [peerWith([{ kind: 'username', value: 'rita.lima' }]), peerWith([{ kind: 'username', value: 'rita.lima' }])],
    ];
    for (const [once, again] of kinds)
      await counter.receive(counter.messageFrom(once, 'oi'), counter.messageFrom(again, 'de novo'));
    const contacts = await counter.contacts();
    expect(contacts).toHaveLength(kinds.length);
    expect(contacts.map((contact) => contact.number)).toEqual(['5511987654321', '5511977776666', '', '', '', '', '']);
    expect(await counter.tickets()).toHaveLength(kinds.length);
    // The same id on another account is another contact.
    await counter.receive(counter.messageFrom(peerWith([{ kind: 'psid', value: '777', scope: 'p2' }]), 'outra página'));
    expect(await counter.contacts()).toHaveLength(kinds.length + 1);
  });

  it('creates contacts without a number, which can be renamed and get a number later [M-119] [M-120]', async () => {
    const counter = await aCounter();
    await counter.receive(counter.messageFrom(peerWith([lid('1@lid')]), 'oi'));
    const [contact] = await counter.contacts();
    expect(contact).toMatchObject({ name: '1@lid', number: '' });
    const change = (body: object) => counter.admin.request('PUT', `/contacts/${contact.id}`, body);
    expect((await change({ name: 'Rita', number: '' })).json()).toMatchObject({ name: 'Rita', number: '' });
    expect((await change({ number: '5511987654321' })).json()).toMatchObject({ number: '5511987654321' });
    await counter.receive(counter.messageFrom(peerWith([phone('551187654321')], 'Rita de Lima'), 'sou eu'));
    expect(await counter.contacts()).toMatchObject([{ id: contact.id, name: 'Rita' }]);
    // The number can be removed while another identity is left.
    expect((await change({ number: '' })).json()).toMatchObject({ number: '' });
    expect((await counter.identities()).map((identity) => identity.kind)).toEqual(['lid']);
    const typed = (await counter.admin.request('POST', '/contacts', { name: 'Ana', number: '5511987654321' })).json();
    expect((await counter.admin.request('PUT', `/contacts/${typed.id}`, { number: '' })).statusCode).toBe(400);
    expect((await counter.admin.request('GET', `/contacts/${typed.id}`)).json().number).toBe('5511987654321');
  });

  it('takes the name from the channel but never replaces a name set by a user', async () => {
    const counter = await aCounter();
    await counter.receive(counter.messageFrom(peerWith([phone('5500911112222')]), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: '5500911112222' }]);
    await counter.receive(counter.messageFrom(peerWith([phone('5500911112222')], 'Rita'), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }]);
    await counter.receive(counter.messageFrom(peerWith([phone('5500911112222')], 'Ritinha'), 'oi'));
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }]);
    await counter.receive(
      counter.messageFrom(peerWith([lid('2@lid')]), 'oi'),
      counter.messageFrom(peerWith([lid('2@lid')], 'Caio'), 'oi'),
    );
    expect(await counter.contacts()).toMatchObject([{ name: 'Rita' }, { name: 'Caio' }]);
  });

  it('returns one contact to concurrent requests with different identities [IN-03]', async () => {
    const counter = await aCounter();
    for (let attempt = 0; attempt < 8; attempt++) {
      const number = `55009${20_000_000 + attempt}`;
      const ids = [phone(number), lid(`${attempt}@lid`)] as const;
      const resolved = await Promise.all(
        [peerWith([...ids]), peerWith([ids[1], ids[0]]), peerWith([ids[0]]), peerWith([ids[1]])].map((peer) =>
          counter.resolve(peer),
        ),
      );
      const again = await counter.resolve(peerWith([...ids]));
      const present = await sql(
        `select id from contacts where company_id = $1 and merged_into_id is null and id = any($2)`,
        [counter.companyId, resolved.map((contact) => contact.id)],
      );
      expect(present).toEqual([{ id: again.id }]);
      expect(again.number).toBe(number);
    }
    expect(await counter.contacts()).toHaveLength(8);
  });

  it('merges all identities that the channel links, in any order', async () => {
    const counter = await aCounter();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 6 }),
        async (tied) => {
          const run = ++runs;
          const identity = (n: number): Identity => lid(`${run}-${n}@lid`);
          for (const group of tied) await counter.resolve(peerWith(group.map(identity)));
          // Reference implementation: union of linked identities.
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

describe('merging contacts', () => {
  /** Two contacts, each with a live ticket on the same connection. */
  async function aPair() {
    const counter = await aCounter();
    await counter.receive(counter.messageFrom(peerWith([phone('5500911112222')], 'Rita'), 'pelo número'));
    await counter.receive(counter.messageFrom(peerWith([lid('7@lid')], 'Rita L.'), 'pelo LID'));
    const [survivor, merged] = await counter.contacts();
    const tag = (await counter.admin.request('POST', '/tags', { name: 'VIP' })).json();
    await counter.admin.request('POST', '/tags/sync', { contactId: merged.id, tags: [{ id: tag.id }] });
    await counter.admin.request('PUT', `/contacts/${merged.id}`, {
      email: 'rita@example.com',
      extraInfo: [{ name: 'Cidade', value: 'Recife' }],
    });
    const getContact = async (id: number) => (await counter.admin.request('GET', `/contacts/${id}`)).json();
    return { ...counter, survivorId: survivor.id as number, mergedId: merged.id as number, getContact };
  }
  const merges = async (admin: Caller, id: number) => (await admin.request('GET', `/contacts/${id}/merges`)).json();

  it('on a hint of the channel leaves one live ticket, keeps all messages and updates the sockets', async () => {
    const pair = await aPair();
    const screen = await openSocket(service.server, pair.admin);
    await pair.receive(pair.messageFrom(peerWith([lid('7@lid'), phone('5500911112222')]), 'sou a mesma'));
    expect(await pair.contacts()).toMatchObject([{ id: pair.survivorId, name: 'Rita', email: 'rita@example.com' }]);
    expect(await pair.getContact(pair.survivorId)).toMatchObject({
      tags: [{ name: 'VIP' }],
      extraInfo: [{ name: 'Cidade', value: 'Recife' }],
    });
    const tickets = await pair.tickets();
    expect(tickets.map((ticket) => [ticket.contact_id, ticket.status, ticket.is_newest_closed])).toEqual([
      [pair.survivorId, 'pending', false],
      [pair.survivorId, 'closed', true],
    ]);
    expect((await pair.messages()).map((row) => [row.body, row.contact_id])).toEqual([
      ['pelo número', pair.survivorId],
      ['pelo LID', pair.survivorId],
      ['sou a mesma', pair.survivorId],
    ]);
    const log = await sql('select type from ticket_log where ticket_id = $1 order by id', [tickets[1].id]);
    expect(log.map((entry) => entry.type)).toEqual(['create', 'closed']);
    expect(
      await sql('select id from ticket_tracking where ticket_id = $1 and finished_at is null', [tickets[1].id]),
    ).toEqual([]);
    await screen.waitFor('contact', (payload) => payload.action === 'delete' && payload.contactId === pair.mergedId);
    await screen.waitFor('ticket', (payload) => payload.action === 'delete' && payload.ticketId === tickets[1].id);
    screen.close();
    expect(await merges(pair.admin, pair.survivorId)).toMatchObject([
      { keptId: pair.survivorId, goneId: pair.mergedId, goneName: 'Rita L.', mayUndo: true, undoneAt: null },
    ]);
    expect((await pair.admin.request('GET', `/contacts/${pair.mergedId}`)).statusCode).toBe(404);
  });

  it('by an admin needs a reason and can be undone completely', async () => {
    const pair = await aPair();
    const agent = await service.server.createAgent(pair.companyId);
    const merge = (by: Caller, body: object) => by.request('POST', `/contacts/${pair.mergedId}/merge`, body);
    const body = { otherId: pair.survivorId, reason: 'É a mesma pessoa' };
    expect((await merge(agent, body)).statusCode).toBe(403);
    expect((await merge(pair.admin, { ...body, reason: '' })).statusCode).toBe(400);
    expect((await merge(pair.admin, { ...body, otherId: pair.mergedId })).statusCode).toBe(400);
    expect((await merge(pair.admin, { ...body, otherId: 2_000_000_000 })).statusCode).toBe(404);
    // The contact without a number survives and takes over the other's number.
    const before = [await pair.getContact(pair.survivorId), await pair.getContact(pair.mergedId)];
    const answer = await merge(pair.admin, body);
    expect(answer.json()).toMatchObject({ id: pair.mergedId, number: '5500911112222' });
    const [{ id: mergeId, reason }] = await merges(pair.admin, pair.mergedId);
    expect(reason).toBe('É a mesma pessoa');
    await pair.receive(pair.messageFrom(peerWith([phone('5500911112222')]), 'depois da união'));
    expect((await pair.messages()).every((row) => row.contact_id === pair.mergedId)).toBe(true);

    const undo = () => pair.admin.request('POST', `/contact-merges/${mergeId}/undo`);
    expect((await agent.request('POST', `/contact-merges/${mergeId}/undo`)).statusCode).toBe(403);
    expect((await undo()).json()).toMatchObject({ id: pair.survivorId, number: '5500911112222' });
    const plain = ({ extraInfo, ...rest }: { extraInfo: { name: string; value: string }[] }) => ({
      ...rest,
      extraInfo: extraInfo.map(({ name, value }) => [name, value]),
    });
    expect([await pair.getContact(pair.survivorId), await pair.getContact(pair.mergedId)].map(plain)).toEqual(
      before.map(plain),
    );
    expect((await undo()).statusCode).toBe(404);
    expect((await pair.identities()).map((identity) => [identity.kind, identity.contact_id])).toEqual([
      ['lid', pair.mergedId],
      ['phone', pair.survivorId],
    ]);
    // Each contact has its ticket back and is resolved by its own identity.
    const owners = (await pair.tickets()).map((ticket) => ticket.contact_id);
    expect(new Set(owners)).toEqual(new Set([pair.survivorId, pair.mergedId]));
    expect(owners).toHaveLength(2);
    await pair.receive(pair.messageFrom(peerWith([phone('5500911112222')]), 'sou a do número'));
    expect((await pair.messages()).at(-1).contact_id).toBe(pair.survivorId);
    const auditEntries = await sql(
      `select act from audit_log where company_id = $1 and act like 'contact.merge%' order by at`,
      [pair.companyId],
    );
    expect(auditEntries.map((row) => row.act)).toEqual(['contact.merged', 'contact.merge-undone']);
  });

  it('can be undone for thirty days', async () => {
    const pair = await aPair();
    await pair.admin.request('POST', `/contacts/${pair.survivorId}/merge`, {
      otherId: pair.mergedId,
      reason: 'Mesma pessoa',
    });
    const [{ id: mergeId }] = await merges(pair.admin, pair.survivorId);
    const { clock, signIn } = service.server;
    try {
      clock.pass(30 * DAY_MS + 60_000);
      const later = await signIn(pair.admin.email);
      expect(await merges(later, pair.survivorId)).toMatchObject([{ mayUndo: false }]);
      const refused = await later.request('POST', `/contact-merges/${mergeId}/undo`);
      expect(refused.json().error).toBe('ERR_MERGE_TOO_OLD');
      clock.set(new Date(Date.now() + 29 * DAY_MS));
      const intime = await signIn(pair.admin.email);
      expect(await merges(intime, pair.survivorId)).toMatchObject([{ mayUndo: true }]);
      expect((await intime.request('POST', `/contact-merges/${mergeId}/undo`)).statusCode).toBe(200);
    } finally {
      clock.set(new Date());
    }
  });

  it('removes the merged contact with the surviving one', async () => {
    const pair = await aPair();
    await pair.admin.request('POST', `/contacts/${pair.survivorId}/merge`, {
      otherId: pair.mergedId,
      reason: 'Mesma pessoa',
    });
    expect((await pair.admin.request('DELETE', `/contacts/${pair.mergedId}`)).statusCode).toBe(404);
    expect((await pair.admin.request('DELETE', `/contacts/${pair.survivorId}`)).statusCode).toBe(200);
    expect(await sql('select id from contacts where company_id = $1', [pair.companyId])).toEqual([]);
    expect(await pair.tickets()).toEqual([]);
  });
});
