/** Limits of official numbers against the simulated Graph API: pools, held messages, stops, phones with the same number. */
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import type { GraphSimulator } from '@balcao/graph-simulator/simulator';
import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import {
  eventually,
  linkOfficialNumber,
  nextNumber,
  shareMetaServer,
  type OfficialNumber,
} from '../connections/account-linking.fixture.ts';

let graph: GraphSimulator;
let server: TestServer;
shareMetaServer((started) => ({ graph, server } = started));

const link = (admin: Caller, more: Parameters<typeof linkOfficialNumber>[2] = {}) =>
  linkOfficialNumber(graph, admin, more);

const healthOf = async (admin: Caller, { id }: OfficialNumber) =>
  (await admin.request('GET', `/whatsapp/${id}/health`)).json<ConnectionHealth>();
let people = 0;
const newNumber = () => `55119876${String(10_000 + ++people)}`;
/** Writes first to a new person. */
async function sendTemplate(admin: Caller, { templateId }: OfficialNumber, number = newNumber()) {
  const contact = (await admin.request('POST', '/contacts', { name: 'Rui Teles', number })).json<{ id: number }>();
  const answer = await admin.request('POST', `/templates/${templateId}/start`, {
    contactId: contact.id,
    values: { 'body.1': 'Rui' },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const { newMsg, ticket } = answer.json<{ newMsg: { id: number }; ticket: { id: number } }>();
  return { id: newMsg.id, ticketId: ticket.id, contactId: contact.id, number };
}
const messageOf = async (id: number) =>
  (await server.asOwner.query('select * from messages where id = $1', [id])).rows[0] as {
    ack: number;
    delivery: string;
    wid: string;
    failure_code: string | null;
  };
const untilDelivery = (id: number, delivery: string) =>
  eventually(async () => {
    const message = await messageOf(id);
    return message.delivery === delivery ? message : undefined;
  });

describe('the messaging limit', () => {
  it('is «no bound» for a portfolio that reports −1, and not the tier it had before [G1]', async () => {
    const admin = await server.createAdmin();
    const number = await link(admin);
    await graph.control.event(number.accountId, { kind: 'capability', peoplePerDay: 2000 });
    await eventually(async () => (await healthOf(admin, number)).budget.peoplePerDay === 2000);
    await graph.control.clock(new Date(Date.now() + 5000).toISOString());
    await graph.control.event(number.accountId, { kind: 'capability', peoplePerDay: -1 });
    await graph.control.clock(null);
    const { budget } = await eventually(async () => {
      const health = await healthOf(admin, number);
      return health.budget.isUnbounded ? health : undefined;
    });
    expect(budget).toMatchObject({ peoplePerDay: null, left: null });
  });

  it('is shared by the numbers of a portfolio, also of two business accounts, and not by others [G2]', async () => {
    const admin = await server.createAdmin();
    const portfolioId = nextNumber();
    const [first, second] = [await link(admin, { portfolioId }), await link(admin, { portfolioId })];
    const other = await link(admin, { portfolioId: nextNumber() });
    await graph.control.event(first.accountId, { kind: 'capability', peoplePerDay: 250 });
    await eventually(
      async () => (await healthOf(admin, second)).log.length + (await healthOf(admin, first)).log.length,
    );
    await untilDelivery((await sendTemplate(admin, first)).id, 'sent');
    expect((await healthOf(admin, second)).budget).toEqual({
      peoplePerDay: 250,
      isUnbounded: false,
      taken: 1,
      left: 249,
      sharedWith: [first.name],
    });
    expect((await healthOf(admin, other)).budget).toMatchObject({ taken: 0, sharedWith: [] });
  });

  it('counts each person once, whom agents reach by a template outside the reply window [G3]', async () => {
    const admin = await server.createAdmin();
    const number = await link(admin);
    const taken = async () => (await healthOf(admin, number)).budget.taken;
    const { ticketId, number: person, id } = await sendTemplate(admin, number);
    await untilDelivery(id, 'sent');
    expect(await taken()).toBe(1);
    const send = async () => {
      const body = { templateId: number.templateId, values: { 'body.1': 'Rui' } };
      const answer = await admin.request('POST', `/messages/template/${ticketId}`, body);
      await untilDelivery(answer.json<{ newMsg: { id: number } }>().newMsg.id, 'sent');
    };
    await send();
    expect(await taken()).toBe(1);
    await untilDelivery((await sendTemplate(admin, number)).id, 'sent');
    expect(await taken()).toBe(2);
    // Inside the window a template does not count.
    const answering = await link(admin, { portfolioId: nextNumber() });
    await graph.control.customer('whatsapp', answering.accountId, { id: person, name: 'Rui Teles' }).sendText('oi');
    const { id: openId } = await eventually(async () => {
      const { rows } = await server.asOwner.query('select id from tickets where connection_id = $1', [answering.id]);
      return rows[0] as { id: number } | undefined;
    });
    await admin.request('PUT', `/tickets/${openId}`, { status: 'open', userId: admin.user.id });
    const reply = { templateId: answering.templateId, values: { 'body.1': 'Rui' } };
    const sent = (await admin.request('POST', `/messages/template/${openId}`, reply)).json<{
      newMsg: { id: number };
    }>();
    await untilDelivery(sent.newMsg.id, 'sent');
    expect((await healthOf(admin, answering)).budget.taken).toBe(0);
  });
});

describe('a stop of marketing in WhatsApp', () => {
  it('opts the person out of this connection until it resumes [G4]', async () => {
    const admin = await server.createAdmin();
    const number = await link(admin);
    const { contactId, number: id } = await sendTemplate(admin, number);
    const optOuts = async () => (await admin.request('GET', `/contacts/${contactId}/opt-outs`)).json<OptOut[]>();
    const customer = graph.control.customer('whatsapp', number.accountId, { id, name: 'Rui Teles' });
    await customer.perform({ kind: 'marketing', value: 'stop' });
    const [optOut] = await eventually(async () => {
      const listed = await optOuts();
      return listed.length > 0 ? listed : undefined;
    });
    expect(optOut).toMatchObject({
      source: 'channel',
      whatsapp: { id: number.id, name: number.name },
      user: null,
      mayLift: false,
    });
    await customer.perform({ kind: 'marketing', value: 'resume' });
    await eventually(async () => (await optOuts()).length === 0);
  });
});

describe('a held message', () => {
  it('is shown as held below sent, is not sent again, and ends when it is released or dropped [G5]', async () => {
    const admin = await server.createAdmin();
    const number = await link(admin);
    await graph.control.injectFault({ accountId: number.accountId, call: 'messages' }, 'held', { times: 2 });
    const [released, dropped] = [await sendTemplate(admin, number), await sendTemplate(admin, number)];
    const held = [await untilDelivery(released.id, 'held'), await untilDelivery(dropped.id, 'held')] as const;
    expect(held.map(({ ack }) => ack)).toEqual([0, 0]);
    expect((await healthOf(admin, number)).held).toBe(2);
    await graph.control.status(held[0].wid, 'sent');
    expect(await untilDelivery(released.id, 'sent')).toMatchObject({ ack: 1 });
    await graph.control.status(held[1].wid, 'failed', { code: 132_015 });
    expect(await untilDelivery(dropped.id, 'failed')).toMatchObject({ failure_code: 'ERR_TEMPLATE_STOPPED' });
    expect((await healthOf(admin, number)).held).toBe(0);
    // A second call would be a second message.
    const calls = await graph.control.received({ accountId: number.accountId, call: 'messages' });
    expect(calls).toHaveLength(2);
    expect(await graph.control.inbox(number.accountId, released.number)).toHaveLength(1);
    expect(await graph.control.inbox(number.accountId, dropped.number)).toEqual([]);
  });
});

describe('a number that is also used on a phone', () => {
  it('sends 20 messages per second, without any history [G6]', async () => {
    const admin = await server.createAdmin();
    const [shared, alone] = [await link(admin, { coexistence: true }), await link(admin)];
    expect((await healthOf(admin, shared)).pace).toMatchObject({ perSecond: 20 });
    expect((await healthOf(admin, alone)).pace).toMatchObject({ perSecond: 80 });
  });
});
