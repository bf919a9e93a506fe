import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../channels/port.ts';
import { aForm } from '../../../test/form.ts';
import { aService } from '../../../test/service.ts';
import { aTone } from '../../../test/sounds.ts';

const MB = 1024 * 1024;
let service: Awaited<ReturnType<typeof aService>>;
let photo: Buffer;
beforeAll(async () => {
  service = await aService();
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'a-secret-in-the-metadata' } })
    .toBuffer();
});
afterEach(() => {
  service.phone.abilities.voice = 'ogg';
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const quiet = { sendGreetingAccepted: 'disabled' };
let files = 0;
/** A customer sends a file; the message as the agents see it, once it is so. */
async function arrives(
  counter: Counter,
  behind: Buffer | Error | (Buffer | Error)[] | undefined,
  more: { type?: 'image' | 'audio' | 'video' | 'document'; mime?: string; bytes?: number; isViewOnce?: boolean } = {},
) {
  const ref = `arquivo-${++files}`;
  if (behind) service.phone.files.set(ref, behind);
  const { type = 'image', mime = 'image/jpeg', bytes, ...rest } = more;
  const content: Content = {
    kind: 'media',
    type,
    media: { ref, mime, ...(bytes !== undefined && { bytes }) },
    ...rest,
  };
  await counter.ring([counter.says('5500971110001', content, { wid: ref })]);
  const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
  return async (state: string) => {
    const mine = async () => (await counter.messages()).find((row) => row.wid === ref);
    const row = await service.until(mine, (seen) => seen?.media_state === state);
    const { messages } = (await counter.admin.ask('GET', `/messages/${ticket.uuid}`)).json();
    return { message: messages.find(({ wid }: { wid: string }) => wid === ref), row };
  };
}
const get = (url: string) => service.house.app.inject({ method: 'GET', url });

describe('a file that a customer sends', () => {
  it('is brought in after its message, shown small and whole, and the screens are told [M-103]', async () => {
    const counter = await service.aCounter(quiet);
    const { message, row } = await (await arrives(counter, photo))('ready');
    expect(message).toMatchObject({ mediaType: 'image', mediaState: 'ready' });
    const whole = await get(message.mediaUrl);
    expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(photo)]).toEqual([
      200,
      'image/jpeg',
      true,
    ]);
    const small = await get(message.previewUrl);
    expect(small.headers['content-type']).toBe('image/webp');
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 480, height: 320 });
    expect(small.rawPayload.includes('a-secret-in-the-metadata')).toBe(false);
    expect(row).toMatchObject({ media_ref: null, media_mime: 'image/jpeg', media_bytes: String(photo.length) });
    const { rows } = await service.house.asOwner.query(
      `select kind from event_log where company_id = $1 and data->>'messageId' = $2 order by id`,
      [counter.companyId, row.id],
    );
    expect(rows.map((event) => event.kind)).toEqual(['message.stored', 'media.pending', 'message.changed']);
  });

  it('is what its bytes say: a page that calls itself a picture is a document to be saved [UP-02]', async () => {
    const counter = await service.aCounter(quiet);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const { message } = await (await arrives(counter, page))('ready');
    expect(message).toMatchObject({ mediaType: 'application', previewUrl: null, dataJson: { type: 'document' } });
    const { headers } = await get(message.mediaUrl);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  it('with more pixels than memory is kept without a small one [UP-14]', async () => {
    const counter = await service.aCounter(quiet);
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const { message } = await (await arrives(counter, bomb, { mime: 'image/png' }))('ready');
    expect(message).toMatchObject({ mediaType: 'image', previewUrl: null });
  });

  it('to be seen once stays so, and a sound in the container of films is a sound', async () => {
    const counter = await service.aCounter(quiet);
    expect((await (await arrives(counter, photo, { isViewOnce: true }))('ready')).message.mediaType).toBe(
      'viewOnceMessage',
    );
    const m4a = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypmp42'), Buffer.alloc(64)]);
    const { message, row } = await (await arrives(counter, m4a, { type: 'audio', mime: 'audio/mp4' }))('ready');
    expect([message.mediaType, row.media_mime]).toEqual(['audio', 'audio/mp4']);
  });

  it('is not brought in when it is larger than the platform allows, whether it says so or not [M-115] [UP-16]', async () => {
    const counter = await service.aCounter(quiet);
    const said = await (await arrives(counter, photo, { bytes: 64 * MB + 1 }))('refused');
    expect(said.message).toMatchObject({ mediaUrl: null, mediaState: 'refused', mediaType: 'image' });
    expect(said.row.media_tries).toBe(0);

    const { settings, access } = service.house.modules;
    await settings.savePlatform(
      access.doorkeeper.asAdmin(counter.companyId, counter.admin.user.id),
      'downloadLimit',
      '32',
    );
    const hidden = await (await arrives(counter, Buffer.alloc(32 * MB + 1)))('refused');
    expect(hidden.message).toMatchObject({ mediaUrl: null });
    const allowed = await (
      await arrives(counter, Buffer.alloc(32 * MB), { type: 'document', mime: 'application/zip' })
    )('ready');
    expect(allowed.message.mediaUrl).not.toBeNull();
    await settings.savePlatform(
      access.doorkeeper.asAdmin(counter.companyId, counter.admin.user.id),
      'downloadLimit',
      '64',
    );
  });

  it('is tried again when it did not come, and its message stands meanwhile [CR-09] [WH-09]', async () => {
    const counter = await service.aCounter(quiet);
    const once = await arrives(counter, [new Error('no space left on device'), photo]);
    const pending = await once('pending');
    expect(pending.message).toMatchObject({ mediaState: 'pending', mediaUrl: null, mediaType: 'image' });
    expect((await once('ready')).row.media_tries).toBe(2);
  });

  it('that the channel no longer has is given up, and its message stays', async () => {
    const counter = await service.aCounter(quiet);
    const { message } = await (await arrives(counter, undefined))('failed');
    expect(message).toMatchObject({ mediaState: 'failed', mediaUrl: null, mediaType: 'image' });
    const forwarded = await counter.admin.ask('POST', '/message/forward', {
      messageId: message.id,
      contactId: message.contact.id,
    });
    expect(forwarded.json().error).toBe('ERR_WAPP_DOWNLOAD_MEDIA');
  });

  it('whose fetcher died is fetched by the next sweep, and by nobody before', async () => {
    const counter = await service.aCounter(quiet);
    const { row } = await (await arrives(counter, [photo, photo]))('ready');
    const set = (when: string) =>
      service.house.asOwner.query(
        `update messages set media_state = 'pending', media_ref = '{"ref":"arquivo-${files}","mime":"image/jpeg"}', media_not_before = now() + $2::interval where id = $1`,
        [row.id, when],
      );
    const tries = async () => (await counter.messages()).at(-1).media_tries;
    await set('5 minutes');
    await service.house.modules.fetching.sweep();
    service.house.modules.fetching.wake(counter.companyId, Number(row.id));
    await service.house.modules.fetching.sweep();
    expect(await tries()).toBe(1);
    await set('-1 second');
    await service.house.modules.fetching.sweep();
    await service.until(counter.messages, (rows) => rows.at(-1).media_state === 'ready');
    expect(await tries()).toBe(2);
  });
});

describe('a file that an agent sends', () => {
  let people = 0;
  async function sends(counter: Counter, fields: [string, string][], sent: { name: string; bytes: Buffer }[]) {
    const ticket = await counter.attended(`55009722${String(++people).padStart(5, '0')}`, `oi ${people}`);
    const form = aForm(fields, sent);
    const headers = { ...form.headers, authorization: `Bearer ${counter.admin.token}` };
    const url = `/api/messages/${ticket.id}`;
    const answer = await service.house.app.inject({ method: 'POST', url, headers, payload: form.payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const ids = answer.json().map(({ id }: { id: number }) => id);
    await service.until(
      counter.messages,
      (rows) => rows.filter((row) => row.wid && ids.includes(Number(row.id))).length === ids.length,
    );
    return { messages: answer.json(), contents: service.phone.sent.slice(-ids.length).map(({ content }) => content) };
  }
  const bytesOf = async (content: unknown) => {
    const { media } = content as { media: { key: string } };
    const { stream } = (await service.house.storage.open(media.key))!;
    return Buffer.concat(await stream.toArray());
  };

  it('may answer a message: a form, which carries text only, names it by its id', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500973300001', 'qual a cor?');
    const asking = (await counter.messages()).find((row) => row.body === 'qual a cor?');
    const form = aForm([['quotedMsg', String(asking.id)]], [{ name: 'a.jpg', bytes: photo }]);
    const answer = await service.house.app.inject({
      method: 'POST',
      url: `/api/messages/${ticket.id}`,
      headers: { ...form.headers, authorization: `Bearer ${counter.admin.token}` },
      payload: form.payload,
    });
    expect(answer.json()).toMatchObject([{ mediaType: 'image', quotedMsg: { id: Number(asking.id) } }]);
  });

  it('goes out with its own words each, in order [M-103]', async () => {
    const counter = await service.aCounter(quiet);
    const { messages, contents } = await sends(
      counter,
      [
        ['body', 'primeira'],
        ['body', 'segundo'],
      ],
      [
        { name: 'a.jpg', bytes: photo },
        { name: '../../laudo.pdf', bytes: Buffer.from('%PDF-1.7') },
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
    // Saved under the name it was sent with, wherever that name pointed.
    expect((await get(messages[1].mediaUrl)).headers['content-disposition']).toContain('laudo.pdf');
    expect((await get(messages[1].mediaUrl)).headers['content-disposition']).not.toContain('/');
  });

  it('recorded here becomes a voice message as the channel takes it, with an mp3 to listen to and keep', async () => {
    const counter = await service.aCounter(quiet);
    const tone = { name: 'gravacao.wav', bytes: aTone() };
    const onWhatsapp = await sends(counter, [['voice', 'true']], [tone]);
    expect(onWhatsapp.contents).toMatchObject([
      { type: 'audio', isVoice: true, media: { mime: 'audio/ogg', fileName: 'gravacao.ogg' } },
    ]);
    expect((await bytesOf(onWhatsapp.contents[0])).subarray(0, 64).includes('OpusHead')).toBe(true);
    expect(onWhatsapp.messages).toMatchObject([{ mediaType: 'audio', dataJson: { isVoice: true } }]);
    expect((await get(onWhatsapp.messages[0].previewUrl)).headers['content-type']).toBe('audio/mpeg');

    service.phone.abilities.voice = 'm4a';
    const elsewhere = await sends(counter, [], [tone]);
    expect(elsewhere.contents).toMatchObject([{ isVoice: true, media: { mime: 'audio/mp4' } }]);
  });

  it('that is music stays music, and a recording that cannot be read goes as it is', async () => {
    const counter = await service.aCounter(quiet);
    const music = await sends(counter, [], [{ name: 'jingle.wav', bytes: aTone(0.2) }]);
    expect(music.contents[0]).toMatchObject({ type: 'audio', media: { mime: 'audio/wav' } });
    expect(music.contents[0]).not.toHaveProperty('isVoice');
    const broken = await sends(counter, [['voice', 'true']], [{ name: 'x.ogg', bytes: Buffer.from('OggS quebrado') }]);
    expect(broken.contents[0]).toMatchObject({ type: 'audio', media: { mime: 'audio/ogg', bytes: 13 } });
    expect(broken.contents[0]).not.toHaveProperty('isVoice');
  });

  it('as a note stays in the house, and to a conversation that is not theirs leaves nothing behind', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500973330001');
    const form = aForm([['isPrivate', 'true']], [{ name: 'a.jpg', bytes: photo }]);
    const send = (token: string) =>
      service.house.app.inject({
        method: 'POST',
        url: `/api/messages/${ticket.id}`,
        headers: { ...form.headers, authorization: `Bearer ${token}` },
        payload: form.payload,
      });
    const before = service.phone.sent.length;
    expect((await send(counter.admin.token)).json()).toMatchObject([
      { isPrivate: true, mediaType: 'image', delivery: 'note' },
    ]);
    const stranger = await service.house.anAdmin();
    expect((await send(stranger.token)).statusCode).toBe(404);
    const { rows } = await service.house.asOwner.query('select from files where company_id = $1', [stranger.companyId]);
    expect(rows).toEqual([]);
    expect(service.phone.sent).toHaveLength(before);
  });
});
