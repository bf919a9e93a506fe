import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotSent, type MediaRef } from '../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
let portrait: Buffer;
beforeAll(async () => {
  service = await startConnectedServer();
  portrait = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'nobody must read this' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service.server.stop());

async function aFace(number: string) {
  const counter = await service.createConnectedCompany();
  await counter.sendWebhook([counter.customerMessage(number, 'Oi')]);
  await service.until(counter.messages, (rows) => rows.length === 1);
  const sendPicture = (media: MediaRef | null) =>
    counter.sendWebhook([{ type: 'picture', peer: createPeer(number), media }]);
  const row = async () =>
    (await service.server.asOwner.query('select * from contacts where company_id = $1', [counter.companyId])).rows[0];
  return { ...counter, sendPicture, row };
}

it('a picture from the channel is stored as a small square and removed when the channel removes it', async () => {
  const face = await aFace('5500987650001');
  service.testChannel.files.set('face-1', portrait);
  await face.sendPicture({ mime: 'image/jpeg', ref: 'face-1' });
  const { picture_key: key } = await service.until(face.row, (row) => row.picture_key !== null);
  const [contact] = (await face.admin.request('GET', '/contacts')).json<{ contacts: { urlPicture: string }[] }>()
    .contacts;
  const response = await service.server.app.inject({ method: 'GET', url: contact!.urlPicture });
  const picture = await sharp(response.rawPayload).metadata();
  expect([response.statusCode, picture.width, picture.height, picture.exif]).toEqual([200, 256, 256, undefined]);

  await face.sendPicture(null);
  await service.until(face.row, (row) => row.picture_key === null);
  expect((await service.server.asOwner.query('select from files where storage_key = $1', [key])).rowCount).toBe(0);
});

it('the download is retried when the channel is unreachable; a file that is no picture is ignored', async () => {
  const face = await aFace('5500987650002');
  service.testChannel.files.set('face-2', [new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'away' }), portrait]);
  const fetch = async () =>
    service.server.modules.contactPictures.fetch({
      companyId: face.companyId,
      contactId: (await face.row()).id,
      connectionId: face.connectionId,
    });
  await service.server.asOwner.query('update contacts set picture_ref = $1 where company_id = $2', [
    { mime: 'image/jpeg', ref: 'face-2' },
    face.companyId,
  ]);
  await expect(fetch()).rejects.toThrow('away');
  await fetch();
  const { picture_key: key } = await face.row();
  expect(key).toMatch(/^\d+\/contact\//);

  service.testChannel.files.set('face-3', Buffer.from('MZ not a picture'));
  await service.server.asOwner.query('update contacts set picture_ref = $1 where company_id = $2', [
    { mime: 'image/jpeg', ref: 'face-3' },
    face.companyId,
  ]);
  await fetch();
  expect((await face.row()).picture_key).toBe(key);
});
