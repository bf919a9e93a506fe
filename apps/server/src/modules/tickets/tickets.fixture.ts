import { expect } from 'vitest';
import { createPeer, type startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';
import type { ChannelEvent } from '../../channels/port.ts';

type ConnectedServer = Awaited<ReturnType<typeof startConnectedServer>>;
type Settings = Parameters<ConnectedServer['createConnectedCompany']>[0];
let numbers = 0;
export const newNumber = () => `55009${String(10_000_000 + ++numbers)}`;

/** A connected company with two queues and two agents in the first. */
export async function createTicketFixture(service: ConnectedServer, settings: Settings = {}) {
  const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;
  const company = await service.createConnectedCompany({
    sendGreetingAccepted: 'disabled',
    userRating: 'disabled',
    ...settings,
  });
  const { admin, companyId, connectionId } = company;
  const queue = async (name: string, color: string) =>
    (await admin.request('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const [sales, support] = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')];
  const createAgent = (fields: object = {}) => service.server.createAgent(companyId, { queueIds: [sales], ...fields });

  /** A new customer writes; the ticket waits in the given queue. */
  async function customerWrites(
    queueId: number | null = sales,
    text = 'Bom dia',
    more: Partial<ChannelEvent> = {},
    name = 'Rita',
  ) {
    const number = newNumber();
    const answer = await company.sendWebhook([
      company.customerMessage(number, text, { peer: createPeer(number, name), ...(more as object) }),
    ]);
    expect(answer.statusCode).toBe(200);
    const find = () =>
      sql(
        `select t.* from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id
          where t.company_id = $1 and m.body = $2 order by t.id desc limit 1`,
        [companyId, text],
      );
    const [ticket] = await service.until(find, (rows) => rows.length === 1);
    await sql('update tickets set queue_id = $1 where id = $2', [queueId, ticket.id]);
    return { id: ticket.id as number, uuid: ticket.uuid as string, contactId: ticket.contact_id as number, number };
  }
  const row = async (id: number) => (await sql('select * from tickets where id = $1', [id]))[0];
  const log = async (id: number): Promise<string[]> =>
    (await sql('select type from ticket_log where ticket_id = $1 order by id', [id])).map((entry) => entry.type);
  const track = (id: number) => sql('select * from ticket_tracking where ticket_id = $1 order by id', [id]);
  const texts = async (id: number): Promise<string[]> =>
    (await sql('select body from messages where ticket_id = $1 and from_me and not is_private order by seq', [id])).map(
      (message) => message.body,
    );
  const connection = (set: string) => sql(`update connections set ${set} where id = $1`, [connectionId]);
  return {
    ...company,
    sales,
    support,
    createAgent,
    customerWrites,
    row,
    log,
    track,
    texts,
    connection,
    ana: await createAgent({ name: 'Ana' }),
    bia: await createAgent({ name: 'Bia' }),
  };
}
export const put = (caller: Caller, id: number, body: object) => caller.request('PUT', `/tickets/${id}`, body);
export const accept = async (caller: Caller, id: number, more: object = {}) => {
  const answer = await put(caller, id, { status: 'open', userId: caller.user.id, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
let textCount = 0;
export const uniqueText = () => `palavras ${process.pid} ${++textCount}`;

/** Helpers of a test file; the server is started after they are created. */
export const createTicketHelpers = (service: () => ConnectedServer) => ({
  sql: async (text: string, values: unknown[] = []) => (await service().server.asOwner.query(text, values)).rows,
  createFixture: (settings: Settings = {}) => createTicketFixture(service(), settings),
});
