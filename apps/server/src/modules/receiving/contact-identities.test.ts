import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity, Peer, ChannelEvent } from '../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import { createReceivingHelpers } from './receiving-helpers.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { allProcessed, contactsOf } = createReceivingHelpers(() => service);

describe('a changed phone number', () => {
  const renumbered = (from: Peer, peer: Peer): ChannelEvent => ({
    type: 'renumbered',
    from,
    peer,
    at: new Date().toISOString(),
  });

  it('keeps the contact with all messages and frees the old number', async () => {
    const company = await service.createConnectedCompany();
    const [old, next] = ['5581987650001', '5581987650002'];
    await company.sendWebhook([company.customerMessage(old, 'do antigo')]);
    await service.until(company.messages, (rows) => rows.length === 1);
    const [before] = await contactsOf(company);
    // The new number writes before the channel reports the change.
    await company.sendWebhook([company.customerMessage(next, 'do novo')]);
    await service.until(company.messages, (rows) => rows.length === 2);
    await company.sendWebhook([
      company.customerMessage(old, 'última do antigo'),
      renumbered({ identities: [{ kind: 'phone', value: old }], isGroup: false }, createPeer(next)),
    ]);
    await allProcessed();
    expect(await contactsOf(company)).toMatchObject([{ id: before.id, number: next }]);
    expect((await company.messages()).map((row) => row.contact_id)).toEqual([before.id, before.id, before.id]);
    // Both spellings of the new number belong to the contact; the old number is a new contact.
    await company.sendWebhook([
      company.customerMessage('558187650002', 'sem o nono'),
      company.customerMessage(old, 'sou outra pessoa'),
    ]);
    await allProcessed();
    const contacts = await contactsOf(company);
    expect(contacts.map((row) => row.number)).toEqual([next, old]);
    const writers = (await company.messages()).slice(-2).map((row) => row.contact_id);
    expect(new Set(writers)).toEqual(new Set(contacts.map((row) => row.id)));
  });

  it('creates no contact for an unknown number', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([renumbered(createPeer('5581987650011'), createPeer('5581987650012'))]);
    await allProcessed();
    expect(await contactsOf(company)).toEqual([]);
  });
});

describe('contact resolution by identity [IN-08]', () => {
  const bsuid = (value: string): Identity => ({ kind: 'bsuid', value, scope: 'w1' });
  const phone = (value: string): Identity => ({ kind: 'phone', value });
  const username = (value: string): Identity => ({ kind: 'username', value });
  const lid = (value: string): Identity => ({ kind: 'lid', value });
  const cases: [string, Identity[][], number][] = [
    ['with and without the ninth digit', [[phone('5581987651111')], [phone('558187651111')]], 1],
    ['spelled with signs', [[phone('+55 81 98765-1111')], [phone('5581987651111')]], 1],
    ['two landlines that differ by a nine are two', [[phone('558134567890')], [phone('5581934567890')]], 2],
    [
      'a number, then the id with it, then the id alone',
      [[phone('550033330000')], [phone('550033330000'), bsuid('A')], [bsuid('A')]],
      1,
    ],
    ['an id without any number, then its number', [[bsuid('A')], [bsuid('A'), phone('550033330000')]], 1],
    [
      'a LID and a number that turn out to be one',
      [[lid('9')], [phone('550033330000')], [lid('9'), phone('550033330000')]],
      1,
    ],
    ['a user name, then the id that goes with it', [[username('rita')], [username('rita'), bsuid('A')]], 1],
    [
      'a user name that somebody else took over',
      [
        [username('rita'), bsuid('A')],
        [username('rita'), bsuid('B')],
      ],
      2,
    ],
    [
      'and its former owner is still known by the id',
      [[username('rita'), bsuid('A')], [username('rita'), bsuid('B')], [bsuid('A')], [username('rita')]],
      2,
    ],
  ];
  it('finds one contact for all identities of a person', async () => {
    const company = await service.createConnectedCompany();
    let receivedCount = 0;
    for (const [n, [description, identityLists, contactCount]] of cases.entries()) {
      // Each case has identities of its own.
      const own = (identity: Identity) => ({
        ...identity,
        value: `${identity.value}${identity.kind === 'phone' ? '' : n}`,
      });
      const spelled = (identity: Identity) =>
        identity.kind === 'phone' ? phone(identity.value.replace(/\d$/, String(n))) : own(identity);
      const before = (await contactsOf(company)).length;
      for (const identities of identityLists) {
        await company.sendWebhook([
          company.customerMessage('x', `vez ${receivedCount}`, {
            peer: { identities: identities.map(spelled), isGroup: false },
          }),
        ]);
        receivedCount += 1;
        await service.until(company.messages, (rows) => rows.length === receivedCount);
      }
      expect((await contactsOf(company)).length - before, description).toBe(contactCount);
    }
    const [first, second, again, named] = (await company.messages()).slice(-4).map((row) => row.contact_id);
    expect([again, named]).toEqual([first, second]);
  });

  it('sends replies to the number as the channel spells it', async () => {
    const company = await service.createConnectedCompany();
    const ticket = await company.openTicket('5581987652222');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'para o número inteiro' });
    const sent = await service.until(
      async () =>
        service.testChannel.sent.find(({ content }) => content.kind === 'text' && content.text.includes('inteiro')),
      (seen) => seen !== undefined,
    );
    expect(sent!.to.identities).toMatchObject([{ kind: 'phone', value: '5581987652222' }]);
  });
});
