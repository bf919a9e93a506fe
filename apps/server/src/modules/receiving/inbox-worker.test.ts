import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('a received message', () => {
  it('opens one pending ticket and is stored once, however often it is delivered', async () => {
    const company = await service.createConnectedCompany();
    const event = company.customerMessage('5500987654321', 'Oi! Vocês abrem no sábado?');
    for (const answer of await Promise.all([
      company.sendWebhook([event]),
      company.sendWebhook([event]),
      company.sendWebhook([event, event]),
    ])) {
      expect(answer.statusCode).toBe(200);
    }
    const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1 && rows[0].unread === 1);
    expect(ticket).toMatchObject({
      status: 'pending',
      last_message: 'Oi! Vocês abrem no sábado?',
      unread: 1,
      is_bot: true,
    });
    expect(await company.messages()).toMatchObject([
      { body: 'Oi! Vocês abrem no sábado?', from_me: false, seq: '1', delivery: 'received' },
    ]);
    expect(await company.sendWebhook([event]).then((answer) => answer.statusCode)).toBe(200);
    expect(await company.messages()).toHaveLength(1);
  });

  it('keeps its order and shares one ticket with nineteen others of a new contact', async () => {
    const company = await service.createConnectedCompany();
    const events = Array.from({ length: 20 }, (_, n) => company.customerMessage('5500911112222', `linha ${n}`));
    for (const event of events) await company.sendWebhook([event]);
    const rows = await service.until(company.messages, (seen) => seen.length === 20);
    expect(rows.map((row) => row.body)).toEqual(events.map((_, n) => `linha ${n}`));
    expect(rows.map((row) => Number(row.seq))).toEqual(events.map((_, n) => n + 1));
    expect(await company.tickets()).toHaveLength(1);
  });

  it('belongs to one contact with and without the ninth digit', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([
      company.customerMessage('5511987654321', 'com nove'),
      company.customerMessage('551187654321', 'sem nove'),
    ]);
    await service.until(company.messages, (seen) => seen.length === 2);
    expect(await company.tickets()).toHaveLength(1);
    const { rows } = await service.server.asOwner.query('select name, number from contacts where company_id = $1', [
      company.companyId,
    ]);
    expect(rows).toEqual([{ name: 'Helena Prado', number: '5511987654321' }]);
  });

  it('is refused and not stored with a wrong signature', async () => {
    const company = await service.createConnectedCompany();
    const answer = await company.sendWebhook([company.customerMessage('5500987654321', 'oi')], {
      signature: 'f'.repeat(64),
    });
    expect(answer.statusCode).toBe(401);
    expect(await company.messages()).toEqual([]);
  });

  it('is dropped for a blocked contact and for a group on a connection without groups [M-118] [M-180]', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([company.customerMessage('5500922223333', 'primeira')]);
    const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1);
    await company.admin.request('PUT', `/contacts/block/${ticket.contact_id}`, { active: false });
    await company.sendWebhook([company.customerMessage('5500922223333', 'segunda')]);
    await company.sendWebhook([
      company.customerMessage('x', 'grupo', {
        peer: { identities: [{ kind: 'group', value: 'g1' }], isGroup: true, name: 'Turma' },
        author: createPeer('5500933334444'),
      }),
    ]);
    await company.sendWebhook([company.customerMessage('5500944445555', 'última')]);
    const rows = await service.until(company.messages, (seen) => seen.some((row) => row.body === 'última'));
    expect(rows.map((row) => row.body)).toEqual(['primeira', 'última']);
  });

  it('is quarantined when it cannot be parsed, and the next one is stored', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook('isto não é uma lista' as never);
    await company.sendWebhook([company.customerMessage('5500955556666', 'depois')]);
    await service.until(company.messages, (seen) => seen.length === 1);
    const { rows } = await service.server.asOwner.query('select kind from quarantine where company_id = $1', [
      company.companyId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('an agent’s reply', () => {
  it('is sent once and in order, and its acknowledgement only rises', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    await company.sendWebhook([company.customerMessage('5500966667777', 'oi')]);
    const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1);
    const accepted = await company.admin.request('PUT', `/tickets/${ticket.id}`, {
      status: 'open',
      userId: company.admin.user.id,
    });
    expect(accepted.json()).toMatchObject({ status: 'open', userId: company.admin.user.id, unreadMessages: 0 });
    const before = service.testChannel.sent.length;
    for (const body of ['Olá, {{firstName}}!', 'Em que posso ajudar?']) {
      const sent = await company.admin.request(
        'POST',
        `/messages/${ticket.id}`,
        { body },
        { 'idempotency-key': `k ${ticket.id} ${body}` },
      );
      const again = await company.admin.request(
        'POST',
        `/messages/${ticket.id}`,
        { body },
        { 'idempotency-key': `k ${ticket.id} ${body}` },
      );
      expect([sent.statusCode, again.json()[0].id]).toEqual([200, sent.json()[0].id]);
    }
    const rows = await service.until(
      company.messages,
      (seen) => seen.filter((row) => row.delivery === 'sent').length === 2,
    );
    expect(service.testChannel.texts().slice(before)).toEqual(['Olá, Helena!', 'Em que posso ajudar?']);
    const [, first] = rows;
    const peer = createPeer('5500966667777');
    const at = new Date().toISOString();
    for (const status of ['read', 'delivered', 'sent'] as const)
      await company.sendWebhook([{ type: 'receipt', wid: first.wid, peer, status, at }]);
    const after = await service.until(company.messages, (seen) => seen[1].delivery === 'read');
    expect(after[1]).toMatchObject({ ack: 3, delivery: 'read' });
  });

  it('is retried when it surely was not sent, and not when it may have been sent [OB-04]', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    await company.sendWebhook([company.customerMessage('5500977778888', 'oi')]);
    const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1);
    await company.admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: company.admin.user.id });
    service.testChannel.moods.push('not-sent', 'well');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'uma vez' });
    await service.until(company.messages, (seen) =>
      seen.some((row) => row.body === 'uma vez' && row.delivery === 'sent'),
    );
    service.testChannel.moods.push('silent-after');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'talvez' });
    const rows = await service.until(company.messages, (seen) =>
      seen.some((row) => row.body === 'talvez' && row.delivery === 'unknown'),
    );
    expect(service.testChannel.texts().filter((text) => text === 'uma vez' || text === 'talvez')).toEqual([
      'uma vez',
      'talvez',
    ]);
    const { rows: out } = await service.server.asOwner.query('select correlation from outbox where message_id = $1', [
      rows.at(-1).id,
    ]);
    await company.sendWebhook([
      {
        type: 'receipt',
        correlation: out[0].correlation,
        wid: 'w-9',
        peer: createPeer('5500977778888'),
        status: 'delivered',
        at: new Date().toISOString(),
      },
    ]);
    await service.until(company.messages, (seen) => seen.at(-1).delivery === 'delivered');
    service.testChannel.moods.push('refused');
    const refusedMessage = (
      await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'recusada' })
    ).json()[0];
    await service.until(company.messages, (seen) =>
      seen.some(
        (row) => row.body === 'recusada' && row.delivery === 'failed' && row.failure_code === 'ERR_CHANNEL_REFUSED',
      ),
    );
    expect((await company.admin.request('POST', `/messages/${refusedMessage.id}/resend`)).json()).toMatchObject({
      delivery: 'queued',
    });
    await service.until(company.messages, (seen) =>
      seen.some((row) => row.body === 'recusada' && row.delivery === 'sent'),
    );
  });
});
