import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChannel } from '../../../test/channel.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { aScreen, calm } from '../../../test/screens.ts';
import { maker } from '../../../test/world/tenants.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true, channels: { of: () => aChannel().channel, close: async () => {} } });
});
afterAll(() => house.stop());

describe('a colleague named in an internal note', () => {
  it('is kept with it when the conversation is theirs to read; others are left out without a word', async () => {
    const admin = await house.anAdmin();
    const stranger = await house.anAdmin();
    const make = maker(house, admin.companyId);
    const [sales, support] = [await make.queue(), await make.queue()];
    const ana = await house.anAgent(admin.companyId, { name: 'Ana', queueIds: [sales] });
    const eva = await house.anAgent(admin.companyId, { name: 'Eva', queueIds: [support] });
    const ticketId = await make.ticketIn(sales);
    const screen = await aScreen(house, ana);
    await calm(admin, screen);
    const say = (body: object) => admin.ask('POST', `/messages/${ticketId}`, body);

    const mentions = [ana.user.id, eva.user.id, stranger.user.id, 2_147_483_647, ana.user.id];
    const noted = await say({ body: 'Olha isto', isPrivate: true, mentions });
    expect(noted.json()).toMatchObject([
      { isPrivate: true, body: 'Olha isto', dataJson: { mentions: [{ id: ana.user.id, name: 'Ana' }] } },
    ]);
    const told = await screen.hears('appMessage', (one) => one.action === 'create');
    expect(told).toMatchObject({ message: { dataJson: { mentions: [{ id: ana.user.id }] } } });

    // What goes to the customer names nobody, and neither does a note without names.
    expect((await say({ body: 'Oi', mentions: [ana.user.id] })).json()).toMatchObject([{ dataJson: null }]);
    expect((await say({ body: 'Nota', isPrivate: true })).json()).toMatchObject([{ dataJson: null }]);
    expect((await say({ body: 'Nota', isPrivate: true, mentions: [eva.user.id] })).json()).toMatchObject([
      { dataJson: null },
    ]);
    expect(
      (await say({ body: 'x', isPrivate: true, mentions: Array.from({ length: 21 }, (_, n) => n + 1) })).statusCode,
    ).toBe(400);
    screen.close();
  });
});
