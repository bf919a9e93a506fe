import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../../channels/port.ts';
import { createForm } from '../../../../test/form.ts';
import { startConnectedServer } from '../../../../test/connected-server.ts';
import { createTone } from '../../../../test/sounds.ts';

const MB = 1024 * 1024;
let service: Awaited<ReturnType<typeof startConnectedServer>>;
let photo: Buffer;
beforeAll(async () => {
  service = await startConnectedServer();
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'a-secret-in-the-metadata' } })
    .toBuffer();
});
afterEach(() => {
  freeDisk();
  service.testChannel.abilities.voice = 'ogg';
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const noGreeting = { sendGreetingAccepted: 'disabled' };
let files = 0;
/** A customer sends a file; returns the message as agents see it, once the condition holds. */
async function receiveFile(
  company: Company,
  fileContent: Buffer | Error | (Buffer | Error)[] | undefined,
  more: { type?: 'image' | 'audio' | 'video' | 'document'; mime?: string; bytes?: number; isViewOnce?: boolean } = {},
) {
  const ref = `arquivo-${++files}`;
  if (fileContent) service.testChannel.files.set(ref, fileContent);
  const { type = 'image', mime = 'image/jpeg', bytes, ...rest } = more;
  const content: Content = {
    kind: 'media',
    type,
    media: { ref, mime, ...(bytes !== undefined && { bytes }) },
    ...rest,
  };
  await company.sendWebhook([company.customerMessage('5500971110001', content, { wid: ref })]);
  const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1);
  return async (state: string) => {
    const findMessage = async () => (await company.messages()).find((row) => row.wid === ref);
    const row = await service.until(findMessage, (seen) => seen?.media_state === state);
    const { messages } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    return { message: messages.find(({ wid }: { wid: string }) => wid === ref), row };
  };
}
/** No file can be stored any more. Returns the refused attempts. */
function fillDisk(): Error[] {
  const { storage } = service.server;
  const refusals: Error[] = [];
  put ??= storage.put;
  storage.put = async (content) => {
    // As the storage on disk does; the file of the source may be gone already.
    if (content instanceof Readable) content.on('error', () => {}).destroy();
    refusals.push(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    throw refusals.at(-1)!;
  };
  return refusals;
}
let put: typeof service.server.storage.put | undefined;
const freeDisk = () => void (service.server.storage.put = put ?? service.server.storage.put);
const get = (url: string) => service.server.app.inject({ method: 'GET', url });

describe('a received file', () => {
  it('is downloaded after its message, with a preview, and published to sockets [M-103]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { message, row } = await (await receiveFile(company, photo))('ready');
    expect(message).toMatchObject({ mediaType: 'image', mediaState: 'ready' });
    const fullFile = await get(message.mediaUrl);
    expect([fullFile.statusCode, fullFile.headers['content-type'], fullFile.rawPayload.equals(photo)]).toEqual([
      200,
      'image/jpeg',
      true,
    ]);
    const small = await get(message.previewUrl);
    expect(small.headers['content-type']).toBe('image/webp');
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 480, height: 320 });
    expect(small.rawPayload.includes('a-secret-in-the-metadata')).toBe(false);
    expect(row).toMatchObject({ media_ref: null, media_mime: 'image/jpeg', media_bytes: String(photo.length) });
    const { rows } = await service.server.asOwner.query(
      `select kind from event_log where company_id = $1 and data->>'messageId' = $2 order by id`,
      [company.companyId, row.id],
    );
    expect(rows.map((event) => event.kind)).toEqual(['message.stored', 'media.pending', 'message.changed']);
  });

  it('has the type of its bytes: an HTML page named as an image is a document [UP-02]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const { message } = await (await receiveFile(company, page))('ready');
    expect(message).toMatchObject({ mediaType: 'application', previewUrl: null, dataJson: { type: 'document' } });
    const { headers } = await get(message.mediaUrl);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  it('with too many pixels is stored without a preview [UP-14]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const { message } = await (await receiveFile(company, bomb, { mime: 'image/png' }))('ready');
    expect(message).toMatchObject({ mediaType: 'image', previewUrl: null });
  });

  it('keeps view-once, and a sound in a video container is audio', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    expect((await (await receiveFile(company, photo, { isViewOnce: true }))('ready')).message.mediaType).toBe(
      'viewOnceMessage',
    );
    const m4a = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypmp42'), Buffer.alloc(64)]);
    const { message, row } = await (await receiveFile(company, m4a, { type: 'audio', mime: 'audio/mp4' }))('ready');
    expect([message.mediaType, row.media_mime]).toEqual(['audio', 'audio/mp4']);
  });

  it('is refused above the platform’s limit, whether its size was announced or not [M-115] [UP-16]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const refusedMessage = await (await receiveFile(company, photo, { bytes: 64 * MB + 1 }))('refused');
    expect(refusedMessage.message).toMatchObject({ mediaUrl: null, mediaState: 'refused', mediaType: 'image' });
    expect(refusedMessage.row.media_tries).toBe(0);

    const { settings, access } = service.server.modules;
    await settings.savePlatform(
      access.authenticator.asAdmin(company.companyId, company.admin.user.id),
      'downloadLimit',
      '32',
    );
    const hidden = await (await receiveFile(company, Buffer.alloc(32 * MB + 1)))('refused');
    expect(hidden.message).toMatchObject({ mediaUrl: null });
    const allowed = await (
      await receiveFile(company, Buffer.alloc(32 * MB), { type: 'document', mime: 'application/zip' })
    )('ready');
    expect(allowed.message.mediaUrl).not.toBeNull();
    await settings.savePlatform(
      access.authenticator.asAdmin(company.companyId, company.admin.user.id),
      'downloadLimit',
      '64',
    );
  });

  it('is retried after a failed download, while its message is shown [CR-09] [WH-09]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const once = await receiveFile(company, [new Error('no space left on device'), photo]);
    const pending = await once('pending');
    expect(pending.message).toMatchObject({ mediaState: 'pending', mediaUrl: null, mediaType: 'image' });
    expect((await once('ready')).row.media_tries).toBe(2);
  });

  it('waits on a full disk while its message is shown, and is stored once there is space [CR-09]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const refusals = fillDisk();
    const stored = await receiveFile(company, photo);
    await service.until(
      async () => refusals.length,
      (count) => count > 0,
    );
    const { message } = await stored('pending');
    expect(message).toMatchObject({ mediaState: 'pending', mediaUrl: null, mediaType: 'image' });
    freeDisk();
    expect((await stored('ready')).row.media_tries).toBeGreaterThan(1);
  });

  it('fails when the channel no longer has it, and its message stays', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { message } = await (await receiveFile(company, undefined))('failed');
    expect(message).toMatchObject({ mediaState: 'failed', mediaUrl: null, mediaType: 'image' });
    const forwarded = await company.admin.request('POST', '/message/forward', {
      messageId: message.id,
      contactId: message.contact.id,
    });
    expect(forwarded.json().error).toBe('ERR_WAPP_DOWNLOAD_MEDIA');
  });

  it('of another company is downloaded while none of a busy company ends [F-H6]', async () => {
    const [busy, other] = [
      await service.createConnectedCompany(noGreeting),
      await service.createConnectedCompany(noGreeting),
    ];
    const { channel, files: channelFiles } = service.testChannel;
    const { fetchMedia } = channel;
    const released = Promise.withResolvers<void>();
    let held = 0;
    channel.fetchMedia = async (account, ...rest) => {
      if (account.connectionId === busy.connectionId) {
        held += 1;
        await released.promise;
      }
      return fetchMedia(account, ...rest);
    };
    try {
      // More files than are downloaded at once.
      const refs = Array.from({ length: 12 }, (_, n) => `ocupada-${n}`);
      for (const ref of refs) channelFiles.set(ref, photo);
      await busy.sendWebhook(
        refs.map((ref) => {
          const content: Content = { kind: 'media', type: 'image', media: { ref, mime: 'image/jpeg' } };
          return busy.customerMessage('5500971110002', content);
        }),
      );
      await expect.poll(() => held).toBe(4);
      await (
        await receiveFile(other, photo)
      )('ready');
      expect(held).toBe(4);
      released.resolve();
      await service.until(busy.messages, (all) => all.filter((row) => row.media_state === 'ready').length === 12);
    } finally {
      released.resolve();
      channel.fetchMedia = fetchMedia;
    }
  });

  it('of a dead worker is downloaded by the sweep after the lease', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { row } = await (await receiveFile(company, [photo, photo]))('ready');
    const set = (when: string) =>
      service.server.asOwner.query(
        `update messages set media_state = 'pending', media_ref = '{"ref":"arquivo-${files}","mime":"image/jpeg"}', media_not_before = now() + $2::interval where id = $1`,
        [row.id, when],
      );
    const tries = async () => (await company.messages()).at(-1).media_tries;
    await set('5 minutes');
    await service.server.modules.downloadWorker.sweep();
    service.server.modules.downloadWorker.wake(company.companyId, Number(row.id));
    await service.server.modules.downloadWorker.sweep();
    expect(await tries()).toBe(1);
    await set('-1 second');
    await service.server.modules.downloadWorker.sweep();
    await service.until(company.messages, (rows) => rows.at(-1).media_state === 'ready');
    expect(await tries()).toBe(2);
  });
});

describe('a sent file', () => {
  let contactCount = 0;
  async function sends(company: Company, fields: [string, string][], sent: { name: string; bytes: Buffer }[]) {
    const number = `55009722${String(++contactCount).padStart(5, '0')}`;
    const ticket = await company.openTicket(number, `oi ${contactCount}`);
    const form = createForm(fields, sent);
    const headers = { ...form.headers, authorization: `Bearer ${company.admin.token}` };
    const url = `/api/messages/${ticket.id}`;
    const answer = await service.server.app.inject({ method: 'POST', url, headers, payload: form.payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const ids = answer.json().map(({ id }: { id: number }) => id);
    await service.until(
      company.messages,
      (rows) => rows.filter((row) => row.wid && ids.includes(Number(row.id))).length === ids.length,
    );
    // The channel may still be sending a file of an earlier test.
    const own = service.testChannel.sent.filter(({ to }) => to.identities.some(({ value }) => value === number));
    return { messages: answer.json(), contents: own.map(({ content }) => content) };
  }
  const bytesOf = async (content: unknown) => {
    const { media } = content as { media: { key: string } };
    const { stream } = (await service.server.storage.open(media.key))!;
    return Buffer.concat(await stream.toArray());
  };

  it('is refused on a full disk with nothing stored, and accepted once there is space [CR-09]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500973300002', 'tem nota?');
    const upload = async () => {
      const form = createForm([], [{ name: 'a.jpg', bytes: photo }]);
      const headers = { ...form.headers, authorization: `Bearer ${company.admin.token}` };
      const url = `/api/messages/${ticket.id}`;
      return service.server.app.inject({ method: 'POST', url, headers, payload: form.payload });
    };
    const before = [await company.messages(), await service.server.storedFiles(company.companyId)];
    fillDisk();
    const refused = await upload();
    freeDisk();
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'ERR_DISK_FULL']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([await company.messages(), await service.server.storedFiles(company.companyId)]).toEqual(before);
    expect((await upload()).json()).toMatchObject([{ mediaType: 'image' }]);
  });

  it('may quote a message by its id in a multipart form', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500973300001', 'qual a cor?');
    const question = (await company.messages()).find((row) => row.body === 'qual a cor?');
    const form = createForm([['quotedMsg', String(question.id)]], [{ name: 'a.jpg', bytes: photo }]);
    const answer = await service.server.app.inject({
      method: 'POST',
      url: `/api/messages/${ticket.id}`,
      headers: { ...form.headers, authorization: `Bearer ${company.admin.token}` },
      payload: form.payload,
    });
    expect(answer.json()).toMatchObject([{ mediaType: 'image', quotedMsg: { id: Number(question.id) } }]);
  });

  it('is sent with its own caption, in order [M-103]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { messages, contents } = await sends(
      company,
      [
        ['body', 'primeira'],
        ['body', 'segundo'],
      ],
      [
        { name: 'a.jpg', bytes: photo },
        { name: '../../../laudo.pdf', bytes: Buffer.from('%PDF-1.7') },
      ],
    );
    expect(messages).toMatchObject([
      { mediaType: 'image', body: 'primeira', mediaName: 'a.jpg' },
      { mediaType: 'application', body: 'segundo', previewUrl: null },
    ]);
    expect((await get(messages[0].previewUrl)).headers['content-type']).toBe('image/webp');
    expect(contents).toMatchObject([
      { type: 'image', caption: 'primeira', media: { mime: 'image/jpeg' } },
      { type: 'document', caption: 'segundo', media: { mime: 'application/pdf' } },
    ]);
    // Downloaded under its base name, without the path in the uploaded name.
    expect((await get(messages[1].mediaUrl)).headers['content-disposition']).toContain('laudo.pdf');
    expect((await get(messages[1].mediaUrl)).headers['content-disposition']).not.toContain('/');
  });

  it('recorded in the app becomes a voice message in the channel’s format, with an mp3 preview', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const tone = { name: 'gravacao.wav', bytes: createTone() };
    const onWhatsapp = await sends(company, [['voice', 'true']], [tone]);
    expect(onWhatsapp.contents).toMatchObject([
      { type: 'audio', isVoice: true, media: { mime: 'audio/ogg', fileName: 'gravacao.ogg' } },
    ]);
    expect((await bytesOf(onWhatsapp.contents[0])).subarray(0, 64).includes('OpusHead')).toBe(true);
    expect(onWhatsapp.messages).toMatchObject([{ mediaType: 'audio', dataJson: { isVoice: true } }]);
    expect((await get(onWhatsapp.messages[0].previewUrl)).headers['content-type']).toBe('audio/mpeg');

    service.testChannel.abilities.voice = 'm4a';
    const elsewhere = await sends(company, [], [tone]);
    expect(elsewhere.contents).toMatchObject([{ isVoice: true, media: { mime: 'audio/mp4' } }]);
  });

  it('stays a plain file if it is music or an unreadable recording', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const music = await sends(company, [], [{ name: 'jingle.wav', bytes: createTone(0.2) }]);
    expect(music.contents[0]).toMatchObject({ type: 'audio', media: { mime: 'audio/wav' } });
    expect(music.contents[0]).not.toHaveProperty('isVoice');
    const broken = await sends(company, [['voice', 'true']], [{ name: 'x.ogg', bytes: Buffer.from('OggS quebrado') }]);
    expect(broken.contents[0]).toMatchObject({ type: 'audio', media: { mime: 'audio/ogg', bytes: 13 } });
    expect(broken.contents[0]).not.toHaveProperty('isVoice');
  });

  it('in a note is not sent, and in an unreadable ticket is not stored', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500973330001');
    const form = createForm([['isPrivate', 'true']], [{ name: 'a.jpg', bytes: photo }]);
    const send = (token: string) =>
      service.server.app.inject({
        method: 'POST',
        url: `/api/messages/${ticket.id}`,
        headers: { ...form.headers, authorization: `Bearer ${token}` },
        payload: form.payload,
      });
    const before = service.testChannel.sent.length;
    expect((await send(company.admin.token)).json()).toMatchObject([
      { isPrivate: true, mediaType: 'image', delivery: 'note' },
    ]);
    const otherCompanyAdmin = await service.server.createAdmin();
    expect((await send(otherCompanyAdmin.token)).statusCode).toBe(404);
    const { rows } = await service.server.asOwner.query('select from files where company_id = $1', [
      otherCompanyAdmin.companyId,
    ]);
    expect(rows).toEqual([]);
    expect(service.testChannel.sent).toHaveLength(before);
  });
});
