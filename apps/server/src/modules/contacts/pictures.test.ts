import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotSent, type MediaRef } from '../../channels/port.ts';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
let portrait: Buffer;
beforeAll(async () => {
  service = await aService();
  portrait = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'nobody must read this' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service.house.stop());

async function aFace(number: string) {
  const counter = await service.aCounter();
  await counter.ring([counter.says(number, 'Oi')]);
  await service.until(counter.messages, (rows) => rows.length === 1);
  const shows = (media: MediaRef | null) => counter.ring([{ is: 'picture', peer: person(number), media }]);
  const row = async () =>
    (await service.house.asOwner.query('select * from contacts where company_id = $1', [counter.companyId])).rows[0];
  return { ...counter, shows, row };
}

it('a contact looks as it does on its channel: square, small, pixels of ours, and no longer when it is taken back', async () => {
  const face = await aFace('5500987650001');
  service.phone.files.set('face-1', portrait);
  await face.shows({ mime: 'image/jpeg', ref: 'face-1' });
  const { picture_key: key } = await service.until(face.row, (row) => row.picture_key !== null);
  const [contact] = (await face.admin.ask('GET', '/contacts')).json<{ contacts: { urlPicture: string }[] }>().contacts;
  const shown = await service.house.app.inject({ method: 'GET', url: contact!.urlPicture });
  const picture = await sharp(shown.rawPayload).metadata();
  expect([shown.statusCode, picture.width, picture.height, picture.exif]).toEqual([200, 256, 256, undefined]);

  await face.shows(null);
  await service.until(face.row, (row) => row.picture_key === null);
  expect((await service.house.asOwner.query('select from files where storage_key = $1', [key])).rowCount).toBe(0);
});

it('a channel that is away for a moment is asked again; what is no picture changes nothing', async () => {
  const face = await aFace('5500987650002');
  service.phone.files.set('face-2', [new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'away' }), portrait]);
  const fetch = async () =>
    service.house.modules.contactPictures.fetch({
      companyId: face.companyId,
      contactId: (await face.row()).id,
      connectionId: face.connectionId,
    });
  await service.house.asOwner.query('update contacts set picture_ref = $1 where company_id = $2', [
    { mime: 'image/jpeg', ref: 'face-2' },
    face.companyId,
  ]);
  await expect(fetch()).rejects.toThrow('away');
  await fetch();
  const { picture_key: key } = await face.row();
  expect(key).toMatch(/^\d+\/contact\//);

  service.phone.files.set('face-3', Buffer.from('MZ not a picture'));
  await service.house.asOwner.query('update contacts set picture_ref = $1 where company_id = $2', [
    { mime: 'image/jpeg', ref: 'face-3' },
    face.companyId,
  ]);
  await fetch();
  expect((await face.row()).picture_key).toBe(key);
});
