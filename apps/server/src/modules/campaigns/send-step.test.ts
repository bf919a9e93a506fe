import { HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createCampaignCompany, nextNumber, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

const numbers = (size: number) => Array.from({ length: size }, nextNumber);

describe('a campaign', () => {
  it('reaches each number of its list once, with the values filled in, and ends [M-239] [M-243] [PB-10]', async () => {
    const company = await createCampaignCompany(service);
    const [first, second] = numbers(2) as [string, string];
    const contactListId = await company.createList([first, second]);
    const { id, status } = await company.create({ contactListId });
    expect(status).toBe('PROGRAMADA');
    const ended = await company.runUntil(id);
    expect(ended).toMatchObject({ status: 'FINALIZADA', counts: { recipients: 2, sent: 2, waiting: 0, failed: 0 } });
    expect(ended.completedAt).not.toBeNull();
    expect([company.textsTo(first), company.textsTo(second)]).toEqual([['Oi, Pessoa 1!'], ['Oi, Pessoa 2!']]);
    const messages = (await company.messages()).filter(({ origin }) => origin === 'campaign');
    expect(messages).toHaveLength(2);
    // It opens no conversation: the tickets are in no list.
    expect((await company.tickets()).every(({ is_unlisted }) => is_unlisted)).toBe(true);
    const listed = await company.must<{ tickets: unknown[] }>('GET', '/tickets?status=closed&showAll=true');
    expect(listed.tickets).toEqual([]);
  });

  it('reaches the same number once, whatever its spelling, in a list and by a tag [CP-06]', async () => {
    const company = await createCampaignCompany(service);
    const number = '5511987650001';
    const contactListId = await company.createList([number, '+55 11 98765-0001', '551187650001']);
    const { id } = await company.create({ contactListId });
    await company.runUntil(id);
    expect(company.textsTo(number)).toHaveLength(1);

    const tag = await company.must<{ id: number }>('POST', '/tags', { name: 'Clientes', color: '#2f9e44', kanban: 0 });
    const made = [];
    for (const typed of [nextNumber(), nextNumber()])
      made.push((await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number: typed })).id);
    // The same subscriber twice, as old imports left it.
    await service.server.asOwner.query('update contacts set number = $2 where id = any($1)', [made, '5511987650002']);
    for (const contactId of made) await company.must('POST', '/tags/sync', { contactId, tags: [{ id: tag.id }] });
    const byTag = await company.create({ tagListId: tag.id });
    await company.runUntil(byTag.id);
    const states = (await company.recipients(byTag.id)).map(({ state, reason }) => `${state} ${reason}`.trim());
    expect(states.sort()).toEqual(['sent', 'skipped duplicate']);
  });

  it('skips invalid, blocked and opted-out people with a reason [CP-06] [M-241]', async () => {
    const company = await createCampaignCompany(service);
    const [fine, invalid, blocked, out] = numbers(4) as [string, string, string, string];
    const contactListId = await company.createList([fine, invalid, blocked, out]);
    await service.server.asOwner.query('update contact_list_items set is_valid = false where number = $1', [invalid]);
    const contact = async (number: string) =>
      (await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number })).id;
    const blockedId = await contact(blocked);
    await company.must('PUT', `/contacts/block/${blockedId}`, { active: false });
    await company.must('POST', `/contacts/${await contact(out)}/opt-outs`, {});
    const { id } = await company.create({ contactListId });
    await company.runUntil(id);
    const rows = await company.recipients(id);
    expect(rows.map(({ state, reason }) => `${state} ${reason}`.trim())).toEqual([
      'sent',
      'skipped invalid',
      'skipped blocked',
      'skipped opted-out',
    ]);
    const { reasons, counts } = await company.report(id);
    expect(counts).toMatchObject({ recipients: 1, skipped: 3 });
    expect(reasons.map(({ reason }) => reason).sort()).toEqual(['blocked', 'invalid', 'opted-out']);
  });

  it('by phone reaches only people who wrote before, and others only after an admin typed its name', async () => {
    const company = await createCampaignCompany(service, { channel: 'whatsapp' });
    const [friend, other] = numbers(2) as [string, string];
    await company.wrote(friend, `oi de ${friend}`);
    const contactListId = await company.createList([friend, other]);
    const { id } = await company.create({ contactListId });
    await company.runUntil(id);
    expect((await company.recipients(id)).map(({ state, reason }) => `${state} ${reason}`.trim())).toEqual([
      'sent',
      'skipped cold',
    ]);
    const refused = await company.ask('POST', '/campaigns', company.draft({ contactListId, allowCold: true }));
    expect(refused.json<{ error: string }>().error).toBe('ERR_CAMPAIGN_COLD_NAME');
    const cold = await company.create({ contactListId, allowCold: true, coldConfirmation: 'Matriz' });
    await company.runUntil(cold.id);
    expect((await company.recipients(cold.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('by phone sends nothing to a number that could not be looked up, and asks again after ten minutes', async () => {
    const company = await createCampaignCompany(service, { channel: 'whatsapp' });
    const { channel } = service.testChannel;
    const { findNumber } = channel;
    const [newcomer, friend] = numbers(2) as [string, string];
    await company.wrote(friend, `oi de ${friend}`);
    const contactListId = await company.createList([newcomer, friend]);
    // Unknown validity: the number was not checked when it was added to the list.
    await service.server.asOwner.query('update contact_list_items set is_valid = null where list_id = $1', [
      contactListId,
    ]);
    channel.findNumber = async () => {
      throw new Error('timed out');
    };
    const { id } = await company.create({ contactListId, allowCold: true, coldConfirmation: 'Matriz' });
    try {
      await company.runUntil(id, ({ counts }) => counts.sent === 1);
    } finally {
      channel.findNumber = findNumber;
    }
    const [first, second] = await company.recipients(id);
    expect([first!.state, first!.reason, second!.state]).toEqual(['planned', '', 'sent']);
    expect(company.textsTo(newcomer)).toEqual([]);
    const waitsMs = +first!.not_before - +service.server.clock.now();
    expect(waitsMs).toBeGreaterThan(9 * 60_000);
    expect(waitsMs).toBeLessThanOrEqual(10 * 60_000);
    service.server.clock.pass(10 * 60_000);
    await company.runUntil(id);
    expect(company.textsTo(newcomer)).toEqual(['Oi, Pessoa 1!']);
  });

  it('opens a ticket for its queue if it should, and closes it if it should [M-242]', async () => {
    const company = await createCampaignCompany(service);
    const queue = await company.must<{ id: number }>('POST', '/queue', { name: 'Vendas', color: '#2f9e44' });
    const [waits, open, closed] = numbers(3) as [string, string, string];
    const send = async (number: string, statusTicket: 'pending' | 'open' | 'closed') => {
      const contactListId = await company.createList([number]);
      const userId = company.admin.user.id;
      const given = { contactListId, openTicket: 'enabled', statusTicket, queueId: queue.id, userId } as const;
      const { id } = await company.create(given);
      await company.runUntil(id);
      return (await company.tickets()).at(-1);
    };
    expect(await send(waits, 'pending')).toMatchObject({ status: 'pending', queue_id: queue.id, is_unlisted: false });
    expect(await send(open, 'open')).toMatchObject({ status: 'open', user_id: company.admin.user.id });
    expect(await send(closed, 'closed')).toMatchObject({ status: 'closed', is_unlisted: false });
  });

  it('sends nothing before its date, nor outside its hours [M-247]', async () => {
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList([nextNumber()]);
    const at = new Date(+service.server.clock.now() + HOUR_MS / 2);
    const { id } = await company.create({ contactListId, scheduledAt: at.toISOString() });
    // It is planned within the hour before its date.
    const planned = await company.runUntil(id, ({ isPlanned }) => isPlanned);
    expect(planned).toMatchObject({ status: 'EM_ANDAMENTO', waiting: { reason: 'start' }, editable: 'none' });
    expect((await company.recipients(id)).map(({ state }) => state)).toEqual(['planned']);
    const now = service.server.clock.now();
    const pad = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hour12: false, timeZone: 'America/Sao_Paulo' }).format(now),
    );
    const closed = { startHour: pad((hour + 3) % 23), endHour: pad(((hour + 3) % 23) + 1) };
    await company.must('POST', '/campaign-settings', { settings: closed });
    service.server.clock.set(at);
    const waiting = await company.runUntil(id, (campaign) => campaign.waiting?.reason === 'hours');
    expect(waiting.counts.sent).toBe(0);
    await company.must('POST', '/campaign-settings', { settings: { startHour: '00:00', endHour: '00:00' } });
    await company.runUntil(id);
  });

  it('sends nothing on a company holiday that is closed all day, and on the next day at the opening [M-247]', async () => {
    const company = await createCampaignCompany(service, { settings: { startHour: '09:00', endHour: '18:00' } });
    const [closed, next] = [1, 2].map((days) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10));
    await company.must('POST', '/company-holidays', { day: closed, name: 'Aniversário da cidade', hours: null });
    // 11:00 in São Paulo.
    service.server.clock.set(new Date(`${closed}T14:00:00Z`));
    const number = nextNumber();
    const { id } = await company.create({ contactListId: await company.createList([number]) });
    const waiting = await company.runUntil(id, (campaign) => campaign.waiting?.reason === 'hours');
    expect(waiting.waiting!.until).toBe(`${next}T12:00:00.000Z`);
    expect(company.textsTo(number)).toEqual([]);
    service.server.clock.set(new Date(`${next}T12:00:01Z`));
    await company.runUntil(id);
    expect(company.textsTo(number)).toEqual(['Oi, Pessoa 1!']);
  });

  it('leaves the interval between two messages, shared by two campaigns of a connection [CP-08] [PB-11]', async () => {
    const company = await createCampaignCompany(service, { settings: { messageInterval: 1 } });
    const lists = [await company.createList(numbers(2)), await company.createList(numbers(2))];
    const [a, b] = [
      await company.create({ contactListId: lists[0]! }),
      await company.create({ contactListId: lists[1]! }),
    ];
    await company.runUntil(a.id);
    await company.runUntil(b.id);
    const sent = (await company.messages()).filter(({ origin }) => origin === 'campaign');
    const gaps = sent.slice(1).map(({ created_at }, index) => +created_at - +sent[index].created_at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(990);
    // They take turns.
    const order = (
      await service.server.asOwner.query<{ campaign_id: number }>(
        'select campaign_id from campaign_recipients where company_id = $1 order by queued_at',
        [company.companyId],
      )
    ).rows.map(({ campaign_id }) => campaign_id);
    expect(order[0]).not.toBe(order[1]);
    expect(order[1]).not.toBe(order[2]);
  });

  it('stops with a reason while the connection is down, and goes on by itself [CP-05]', async () => {
    const company = await createCampaignCompany(service);
    const owner = service.server.asOwner;
    const contactListId = await company.createList(numbers(1));
    await owner.query(`update connections set status = 'DISCONNECTED' where id = $1`, [company.connectionId]);
    service.server.modules.db.invalidate(company.companyId);
    const { id } = await company.create({ contactListId });
    const held = await company.runUntil(id, ({ hold }) => hold !== null);
    expect(held.hold?.reason).toBe('connection');
    const continued = await company.ask('POST', `/campaigns/${id}/continue`);
    expect(continued.json<{ error: string }>().error).toBe('ERR_CAMPAIGN_HOLD_REMAINS');
    await owner.query(`update connections set status = 'CONNECTED' where id = $1`, [company.connectionId]);
    await company.runUntil(id);
  });

  it('shows a hold at once, also during a long interval between messages [CP-05]', async () => {
    const company = await createCampaignCompany(service, { settings: { messageInterval: 120 } });
    const { id } = await company.create({ contactListId: await company.createList(numbers(2)) });
    await company.runUntil(id, ({ counts }) => counts.sent === 1);
    const { campaignModule, db } = service.server.modules;
    await service.server.asOwner.query(`update connections set status = 'DISCONNECTED' where id = $1`, [
      company.connectionId,
    ]);
    db.invalidate(company.companyId);
    await campaignModule.worker.poll();
    expect((await company.read(id)).hold?.reason).toBe('connection');
    await company.must('POST', `/campaigns/${id}/cancel`);
  });

  it.each([
    ['the company is inactive', 'update companies set is_active = not is_active where company_id = $1'],
    [
      'the company is overdue',
      `update companies set due_date = make_date(case when due_date < now() then 2100 else 2000 end, 1, 1)
        where company_id = $1`,
    ],
    [
      'the e-mail of the company is not confirmed',
      'update companies set verified_at = case when verified_at is null then now() end where company_id = $1',
    ],
    [
      'the plan has no campaigns',
      `update plans set use_campaigns = not use_campaigns
        where id = (select plan_id from companies where company_id = $1)`,
    ],
  ])('stops with a reason while %s, and goes on by itself [CP-09] [M-034]', async (_, toggle) => {
    const company = await createCampaignCompany(service);
    const owner = service.server.asOwner;
    const { id: contactListId, numbers: people } = await company.createLargeList(3);
    const { id } = await company.create({ contactListId });
    const change = async () => {
      await owner.query(toggle, [company.companyId]);
      service.server.modules.db.invalidate(company.companyId);
    };
    await change();
    await service.until(
      async () => {
        await service.server.modules.campaignModule.worker.poll();
        return (await owner.query('select hold from campaigns where id = $1', [id])).rows[0].hold as string | null;
      },
      (hold) => hold === 'company',
    );
    expect(people.flatMap((number) => company.textsTo(number))).toEqual([]);
    await change();
    await company.runUntil(id);
    expect(people.flatMap((number) => company.textsTo(number))).toHaveLength(3);
  });
});

describe('a confirmation', () => {
  it('is asked once; an answer is followed by the message once, a refusal by nothing [M-240] [CP-07]', async () => {
    const company = await createCampaignCompany(service);
    const [yes, no] = numbers(2) as [string, string];
    const contactListId = await company.createList([yes, no]);
    const { id } = await company.create({
      contactListId,
      confirmation: true,
      confirmationMessage1: 'Posso mandar, {nome}?',
    });
    await company.runUntil(id, ({ counts }) => counts.asked === 2);
    expect([company.textsTo(yes), company.textsTo(no)]).toEqual([
      ['Posso mandar, Pessoa 1?'],
      ['Posso mandar, Pessoa 2?'],
    ]);
    await company.wrote(yes, 'pode sim');
    await company.wrote(no, 'Não');
    await service.server.asOwner.query(
      `update campaign_recipients set not_before = now() where campaign_id = $1 and state = 'confirmed'`,
      [id],
    );
    await company.runUntil(id);
    await company.wrote(yes, 'obrigada');
    expect(company.textsTo(yes).slice(0, 2)).toEqual(['Posso mandar, Pessoa 1?', 'Oi, Pessoa 1!']);
    expect(company.textsTo(yes).filter((text) => text.startsWith('Oi, P'))).toHaveLength(1);
    expect(company.textsTo(no).some((text) => text.startsWith('Oi, P'))).toBe(false);
    const { confirmationsAsked, confirmed, states } = await company.report(id);
    expect({ confirmationsAsked, confirmed, declined: states.declined }).toEqual({
      confirmationsAsked: 2,
      confirmed: 1,
      declined: 1,
    });
  });

  it('without an answer ends after seven days', async () => {
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList(numbers(1));
    const { id } = await company.create({ contactListId, confirmation: true, confirmationMessage1: 'Posso?' });
    await company.runUntil(id, ({ counts }) => counts.asked === 1);
    await service.server.asOwner.query(
      `update campaign_recipients set asked_at = now() - interval '8 days' where campaign_id = $1`,
      [id],
    );
    await service.server.modules.campaignModule.worker.sweep();
    expect((await company.recipients(id)).map(({ state }) => state)).toEqual(['no-answer']);
    expect((await company.read(id)).status).toBe('FINALIZADA');
  });
});
