import type { Campaign, CampaignDraft, CampaignReport, Shipping } from '@balcao/contract/endpoints/campaigns';
import { expect } from 'vitest';
import type { startConnectedServer } from '../../../test/connected-server.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';

export type ConnectedServer = Awaited<ReturnType<typeof startConnectedServer>>;
export type CampaignCompany = Awaited<ReturnType<typeof createCampaignCompany>>;

let count = 0;
export const nextNumber = () => `55009844${String(++count).padStart(5, '0')}`;

/** Always open and without intervals, unless a test says otherwise. */
export const unlimitedSettings = {
  messageInterval: 0,
  longerIntervalAfter: 0,
  greaterInterval: 0,
  startHour: '00:00',
  endHour: '00:00',
  sabado: true,
  domingo: true,
};

/** A company that can send campaigns at once, through an official account without a reply window. */
export async function createCampaignCompany(
  service: ConnectedServer,
  {
    channel = 'whatsappapi',
    settings = {},
    companySettings = {},
  }: { channel?: string; settings?: Record<string, unknown>; companySettings?: Record<string, string> } = {},
) {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', ...companySettings });
  const { server } = service;
  await server.asOwner.query('update connections set channel = $2 where id = $1', [company.connectionId, channel]);
  server.modules.connectionCache.invalidate(company.companyId);
  server.modules.db.invalidate(company.companyId);
  /** Request as admin, with a new token if the clock has moved. */
  const ask = (...args: Parameters<typeof company.admin.request>) =>
    server.withToken(freshToken(server, company.admin))(...args);
  const must = async <T>(...args: Parameters<typeof company.admin.request>): Promise<T> => {
    const answer = await ask(...args);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return (answer.body === '' ? undefined : answer.json()) as T;
  };
  await must('POST', '/campaign-settings', { settings: { ...unlimitedSettings, ...settings } });

  /** A list with these numbers, written as they are given. */
  const createList = async (numbers: string[], name = `Lista ${nextNumber()}`): Promise<number> => {
    const { id } = await must<{ id: number }>('POST', '/contact-lists', { name });
    for (const [index, number] of numbers.entries())
      await must('POST', '/contact-list-items', { name: `Pessoa ${index + 1}`, number, contactListId: id });
    return id;
  };
  /** The same for many, without a request for each. */
  const createLargeList = async (size: number): Promise<{ id: number; numbers: string[] }> => {
    const { id } = await must<{ id: number }>('POST', '/contact-lists', { name: `Lista ${nextNumber()}` });
    const numbers = Array.from({ length: size }, nextNumber);
    await server.asOwner.query(
      `insert into contact_list_items (company_id, list_id, name, number, address_key)
       select $1, $2, 'Pessoa ' || n, number, phone_key(number) from unnest($3::text[]) with ordinality as p (number, n)`,
      [company.companyId, id, numbers],
    );
    return { id, numbers };
  };
  const draft = (given: Partial<CampaignDraft> = {}): CampaignDraft => ({
    name: 'Mês do cliente',
    message1: 'Oi, {nome}!',
    whatsappId: company.connectionId,
    scheduledAt: new Date(+server.clock.now() - 60_000).toISOString(),
    ...given,
  });
  const create = (given: Partial<CampaignDraft> = {}) => must<Campaign>('POST', '/campaigns', draft(given));
  const read = (id: number) => must<Campaign & { shipping: Shipping[] }>('GET', `/campaigns/${id}`);
  const report = (id: number) => must<CampaignReport>('GET', `/campaigns/${id}/report`);
  const recipients = async (id: number) =>
    (
      await server.asOwner.query(
        'select id::float8 as id, state, reason, number, variant, attempt, message_id::float8 as message_id, contact_id, not_before, replied_at, opted_out_at from campaign_recipients where company_id = $1 and campaign_id = $2 order by id',
        [company.companyId, id],
      )
    ).rows as {
      id: number;
      state: string;
      reason: string;
      number: string;
      variant: number | null;
      attempt: number;
      message_id: number | null;
      contact_id: number | null;
      not_before: Date;
      replied_at: Date | null;
      opted_out_at: Date | null;
    }[];
  /** Texts that reached this number. */
  const textsTo = (number: string) =>
    service.testChannel.sent
      .filter(({ to }) => to.identities.some(({ value }) => value.slice(-8) === number.slice(-8)))
      .map(({ content }) => ('text' in content ? content.text : ''));
  /** Runs the worker until the campaign has the state. */
  const runUntil = (id: number, isDone: (campaign: Campaign) => boolean = ({ status }) => status === 'FINALIZADA') =>
    service.until(async () => {
      await server.modules.campaignModule.worker.poll();
      return read(id);
    }, isDone);
  /** The customer writes, and the message is stored. */
  const wrote = async (number: string, text: string) => {
    await company.sendWebhook([company.customerMessage(number, text)]);
    await service.until(company.messages, (rows) => rows.some(({ body, from_me }) => body === text && !from_me));
  };
  return {
    ...company,
    ask,
    must,
    createList,
    createLargeList,
    draft,
    create,
    read,
    report,
    recipients,
    textsTo,
    runUntil,
    wrote,
  };
}
