import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import type { SweepName } from './catalogue.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const run = (name: SweepName) => jobHandlers(house.modules, house)[name]({});
const renew = (who: Caller) =>
  house.stranger('POST', '/auth/refresh_token', undefined, { cookie: who.cookie, 'sec-fetch-site': 'same-origin' });
const keysOf = async (companyId: number) =>
  (
    await house.asOwner.query<{ n: number }>(
      `select count(*)::int as n from directory where company_id = $1 and kind = 'refresh'`,
      [companyId],
    )
  ).rows[0]!.n;

async function withPicture(who: Caller): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  const form = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const answer = await who.ask('POST', `/users/${who.user.id}/media-upload`, form, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  return answer.json().user.profileImage;
}
const keyOf = (address: string) => address.slice('/media/'.length).split('?')[0]!;
const age = (key: string) => utimes(join(house.config.storageDir, key), new Date(0), new Date(0));

describe('the sweeps', () => {
  it('throw away sessions a month after their end, with every key that led to them', async () => {
    const { companyId } = await house.anAdmin();
    const [old, live] = [await house.anAgent(companyId), await house.anAgent(companyId)];
    for (const who of [old, live]) expect((await renew(who)).statusCode).toBe(200);
    const before = await keysOf(companyId);
    await house.asOwner.query(
      `update sessions set expires_at = now() - interval '31 days' where company_id = $1 and user_id = $2`,
      [companyId, old.user.id],
    );
    for (let n = 0; n < 2; n++) await run('session.prune');
    const { rows } = await house.asOwner.query(
      'select user_id from sessions where company_id = $1 and user_id = any($2)',
      [companyId, [old.user.id, live.user.id]],
    );
    expect(rows).toEqual([{ user_id: live.user.id }]);
    expect(await keysOf(companyId)).toBe(before - 2);
    expect((await live.ask('GET', '/auth/me')).statusCode).toBe(200);
  });

  it('leave nothing of a removed person: no key of a session, no picture', async () => {
    const admin = await house.anAdmin();
    const before = await keysOf(admin.companyId);
    const agent = await house.anAgent(admin.companyId);
    await renew(agent);
    const address = await withPicture(agent);
    expect((await house.app.inject(address)).statusCode).toBe(200);
    await admin.ask('DELETE', `/users/${agent.user.id}`);
    expect(await keysOf(admin.companyId)).toBe(before);
    expect((await house.app.inject(address)).statusCode).toBe(404);
    await age(keyOf(address));
    await run('file.sweep');
    expect(await house.storage.open(keyOf(address))).toBeUndefined();
  });

  it('remove bytes that no row knows, once they are old enough, and no others', async () => {
    const admin = await house.anAdmin();
    const [kept, young, orphan] = [keyOf(await withPicture(admin)), await put(), await put()];
    for (const key of [kept, orphan]) await age(key);
    for (let n = 0; n < 2; n++) await run('file.sweep');
    const isThere = async (key: string) => {
      const file = await house.storage.open(key);
      file?.stream.destroy();
      return file !== undefined;
    };
    expect(await Promise.all([kept, young, orphan].map(isThere))).toEqual([true, true, false]);

    async function put() {
      return (await house.storage.put(Buffer.from('bytes'), { companyId: admin.companyId, kind: 'user' })).key;
    }
  });
});
