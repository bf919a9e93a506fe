import type { Content } from '../../channels/port.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

type Service = Awaited<ReturnType<typeof startConnectedServer>>;
type Company = Awaited<ReturnType<Service['createConnectedCompany']>>;

const plainSettings = { DirectTicketsToWallets: 'disabled', userRandom: 'disabled', sendQueuePosition: 'disabled' };
let numbers = 0;
const nextNumber = () => `550098${String(++numbers).padStart(7, '0')}`;
/** Monday to Friday, 08:00 to 12:00 and 13:00 to 18:00. */
export const officeHours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));
export const MENU = 'Olá, Helena!\n\n*1* – Vendas\n*2* – Suporte\n*sair* – Encerrar a conversa';

interface BotSetup {
  settings?: Record<string, string | boolean>;
  connection?: Record<string, unknown>;
  queues?: Record<string, unknown>[];
}
export async function startBotServer(more: Parameters<typeof startConnectedServer>[1] = {}) {
  const service = await startConnectedServer({}, more);

  /** A company with a bot: two queues by default, a greeting and a farewell. */
  async function createBot({ settings = {}, connection = {}, queues }: BotSetup = {}) {
    const company = await service.createConnectedCompany({ ...plainSettings, ...settings });
    const { admin, connectionId } = company;
    const createdQueues = [];
    for (const [n, queue] of (queues ?? [{ name: 'Vendas' }, { name: 'Suporte' }]).entries()) {
      const color = `#0000${n}0`;
      const answer = await admin.request('POST', '/queue', {
        color,
        orderQueue: n,
        greetingMessage: `Aqui é ${String(queue['name'])}`,
        ...queue,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      createdQueues.push(answer.json<{ id: number; chatbots: { id: number }[] }>());
    }
    const saved = await admin.request('PUT', `/whatsapp/${connectionId}`, {
      greetingMessage: 'Olá, {{firstName}}!',
      complationMessage: 'Até logo!',
      queueIds: createdQueues.map(({ id }) => id),
      ...connection,
    });
    if (saved.statusCode !== 200) throw new Error(saved.body);
    return { ...company, queues: createdQueues };
  }

  /** A customer of the company: sends messages and returns the bot's replies to each. */
  function createCustomer(company: Company, number = nextNumber()) {
    const queryRows = async <Row extends object>(text: string) =>
      (await service.server.asOwner.query<Row>(text, [company.companyId, number])).rows;
    const thread = () =>
      queryRows<{ wid: string; from_me: boolean; body: string; media_type: string }>(
        `select m.wid, m.from_me, m.body, m.media_type from contact_identities i
           join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id
          where i.company_id = $1 and i.value = $2 order by m.ticket_id, m.seq`,
      );
    const tickets = () =>
      queryRows<{
        id: number;
        contact_id: number;
      }>(`select t.* from contact_identities i join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
            where i.company_id = $1 and i.value = $2 order by t.id`);
    /** Returns the replies. They are stored in the same transaction as the message, so both appear together. */
    async function send(content: string | Content): Promise<string[]> {
      const event = company.customerMessage(number, content);
      const { wid } = event as { wid: string };
      await company.sendWebhook([event]);
      const rows = await service.until(thread, (messages) => messages.some((row) => row.wid === wid));
      return rows.slice(rows.findIndex((row) => row.wid === wid) + 1).map(({ body }) => body);
    }
    /** Contents that the channel has sent to the customer. */
    const sentTo = () =>
      service.testChannel.sent
        .filter(({ to }) => to.identities.some(({ value }) => value === number))
        .map(({ content }) => content);
    /** The ticket log: type and reason of each entry. */
    const log = async () => {
      const { rows } = await service.server.asOwner.query<{ entry: string }>(
        `select type || coalesce(' ' || why, '') as entry from ticket_log where ticket_id = $1 order by id`,
        [(await tickets()).at(-1)!.id],
      );
      return rows.map(({ entry }) => entry);
    };
    return { number, send, sentTo, thread, tickets, ticket: async () => (await tickets()).at(-1)!, log };
  }

  return { ...service, createBot, createCustomer };
}
export type Bot = Awaited<ReturnType<Awaited<ReturnType<typeof startBotServer>>['createBot']>>;
