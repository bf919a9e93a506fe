import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

describe("a customer's message", () => {
  it('opens one waiting ticket and stands in it, once, however often it is delivered', async () => {
    const counter = await service.aCounter();
    const signal = counter.says('5500987654321', 'Oi! Vocês abrem no sábado?');
    for (const answer of await Promise.all([
      counter.ring([signal]),
      counter.ring([signal]),
      counter.ring([signal, signal]),
    ])) {
      expect(answer.statusCode).toBe(200);
    }
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1 && rows[0].unread === 1);
    expect(ticket).toMatchObject({
      status: 'pending',
      last_message: 'Oi! Vocês abrem no sábado?',
      unread: 1,
      is_bot: true,
    });
    expect(await counter.messages()).toMatchObject([
      { body: 'Oi! Vocês abrem no sábado?', from_me: false, seq: '1', delivery: 'received' },
    ]);
    expect(await counter.ring([signal]).then((answer) => answer.statusCode)).toBe(200);
    expect(await counter.messages()).toHaveLength(1);
  });

  it('keeps its order, and twenty first words at once make one ticket', async () => {
    const counter = await service.aCounter();
    const words = Array.from({ length: 20 }, (_, n) => counter.says('5500911112222', `linha ${n}`));
    for (const word of words) await counter.ring([word]);
    const rows = await service.until(counter.messages, (seen) => seen.length === 20);
    expect(rows.map((row) => row.body)).toEqual(words.map((_, n) => `linha ${n}`));
    expect(rows.map((row) => Number(row.seq))).toEqual(words.map((_, n) => n + 1));
    expect(await counter.tickets()).toHaveLength(1);
  });

  it('is of one contact with and without the ninth digit', async () => {
    const counter = await service.aCounter();
    await counter.ring([counter.says('5511987654321', 'com nove'), counter.says('551187654321', 'sem nove')]);
    await service.until(counter.messages, (seen) => seen.length === 2);
    expect(await counter.tickets()).toHaveLength(1);
    const { rows } = await service.house.asOwner.query('select name, number from contacts where company_id = $1', [
      counter.companyId,
    ]);
    expect(rows).toEqual([{ name: 'Helena Prado', number: '5511987654321' }]);
  });

  it('with a wrong signature is turned away and leaves nothing', async () => {
    const counter = await service.aCounter();
    const answer = await counter.ring([counter.says('5500987654321', 'oi')], { signature: 'f'.repeat(64) });
    expect(answer.statusCode).toBe(401);
    expect(await counter.messages()).toEqual([]);
  });

  it('of a blocked contact or of a group that is not served does not come in [M-118] [M-180]', async () => {
    const counter = await service.aCounter();
    await counter.ring([counter.says('5500922223333', 'primeira')]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
    await counter.admin.ask('PUT', `/contacts/block/${ticket.contact_id}`, { active: false });
    await counter.ring([counter.says('5500922223333', 'segunda')]);
    await counter.ring([
      counter.says('x', 'grupo', {
        peer: { identities: [{ kind: 'group', value: 'g1' }], isGroup: true, name: 'Turma' },
        author: person('5500933334444'),
      }),
    ]);
    await counter.ring([counter.says('5500944445555', 'última')]);
    const rows = await service.until(counter.messages, (seen) => seen.some((row) => row.body === 'última'));
    expect(rows.map((row) => row.body)).toEqual(['primeira', 'última']);
  });

  it('that cannot be read is set aside, and the next one comes in', async () => {
    const counter = await service.aCounter();
    await counter.ring('isto não é uma lista' as never);
    await counter.ring([counter.says('5500955556666', 'depois')]);
    await service.until(counter.messages, (seen) => seen.length === 1);
    const { rows } = await service.house.asOwner.query('select kind from quarantine where company_id = $1', [
      counter.companyId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe("an agent's answer", () => {
  it('goes out once, in order, and its receipts only rise', async () => {
    const counter = await service.aCounter({ sendGreetingAccepted: 'disabled' });
    await counter.ring([counter.says('5500966667777', 'oi')]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
    const taken = await counter.admin.ask('PUT', `/tickets/${ticket.id}`, {
      status: 'open',
      userId: counter.admin.user.id,
    });
    expect(taken.json()).toMatchObject({ status: 'open', userId: counter.admin.user.id, unreadMessages: 0 });
    const before = service.phone.sent.length;
    for (const body of ['Olá, {{firstName}}!', 'Em que posso ajudar?']) {
      const sent = await counter.admin.ask(
        'POST',
        `/messages/${ticket.id}`,
        { body },
        { 'idempotency-key': `k ${ticket.id} ${body}` },
      );
      const again = await counter.admin.ask(
        'POST',
        `/messages/${ticket.id}`,
        { body },
        { 'idempotency-key': `k ${ticket.id} ${body}` },
      );
      expect([sent.statusCode, again.json()[0].id]).toEqual([200, sent.json()[0].id]);
    }
    const rows = await service.until(
      counter.messages,
      (seen) => seen.filter((row) => row.delivery === 'sent').length === 2,
    );
    expect(service.phone.texts().slice(before)).toEqual(['Olá, Helena!', 'Em que posso ajudar?']);
    const [, first] = rows;
    const peer = person('5500966667777');
    const at = new Date().toISOString();
    for (const told of ['read', 'delivered', 'sent'] as const)
      await counter.ring([{ is: 'receipt', wid: first.wid, peer, told, at }]);
    const after = await service.until(counter.messages, (seen) => seen[1].delivery === 'read');
    expect(after[1]).toMatchObject({ ack: 3, delivery: 'read' });
  });

  it('that surely did not leave is tried again; what may have left is not [OB-04]', async () => {
    const counter = await service.aCounter({ sendGreetingAccepted: 'disabled' });
    await counter.ring([counter.says('5500977778888', 'oi')]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
    await counter.admin.ask('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: counter.admin.user.id });
    service.phone.moods.push('not-sent', 'well');
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'uma vez' });
    await service.until(counter.messages, (seen) =>
      seen.some((row) => row.body === 'uma vez' && row.delivery === 'sent'),
    );
    service.phone.moods.push('silent-after');
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'talvez' });
    const rows = await service.until(counter.messages, (seen) =>
      seen.some((row) => row.body === 'talvez' && row.delivery === 'unknown'),
    );
    expect(service.phone.texts().filter((text) => text === 'uma vez' || text === 'talvez')).toEqual([
      'uma vez',
      'talvez',
    ]);
    const { rows: out } = await service.house.asOwner.query('select correlation from outbox where message_id = $1', [
      rows.at(-1).id,
    ]);
    await counter.ring([
      {
        is: 'receipt',
        correlation: out[0].correlation,
        wid: 'w-9',
        peer: person('5500977778888'),
        told: 'delivered',
        at: new Date().toISOString(),
      },
    ]);
    await service.until(counter.messages, (seen) => seen.at(-1).delivery === 'delivered');
    service.phone.moods.push('refused');
    const refused = (await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'recusada' })).json()[0];
    await service.until(counter.messages, (seen) =>
      seen.some(
        (row) => row.body === 'recusada' && row.delivery === 'failed' && row.failure_code === 'ERR_CHANNEL_REFUSED',
      ),
    );
    expect((await counter.admin.ask('POST', `/messages/${refused.id}/resend`)).json()).toMatchObject({
      delivery: 'queued',
    });
    await service.until(counter.messages, (seen) =>
      seen.some((row) => row.body === 'recusada' && row.delivery === 'sent'),
    );
  });
});
