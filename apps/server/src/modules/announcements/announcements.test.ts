import type { AnnouncementNotice } from '@balcao/contract';
import type { Announcement } from '@balcao/contract/endpoints/announcements';
import { describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
shareServer(
  () => startTestServer({ open: true }),
  async (started) => {
    server = started;
    owner = await server.createSuperUser();
  },
);

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const missing = [404, 'ERR_NO_ANNOUNCEMENT_FOUND'];
let count = 0;
async function announce(fields: object = {}) {
  const title = `Manutenção ${++count}`;
  const answer = await owner.request('POST', '/announcements', { title, text: 'Das 2h às 4h', ...fields });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Announcement>();
}
const list = async (caller: Caller, query = '') =>
  (await caller.request('GET', `/announcements/?${query}`)).json<{
    records: Announcement[];
    count: number;
    hasMore: boolean;
  }>();
const found = async (caller: Caller, { title }: Announcement, query = '') =>
  (await list(caller, `searchParam=${encodeURIComponent(title)}&${query}`)).records.find(
    (record) => record.title === title,
  );
const upload = (caller: Caller, id: number, bytes: Buffer, name = 'vitrine nova.png') => {
  const form = createForm([['typeArch', 'announcements']], [{ field: 'file', name, bytes }]);
  return server.app.inject({
    method: 'POST',
    url: `/api/announcements/${id}/media-upload`,
    headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
    payload: form.payload,
  });
};

describe('announcements', () => {
  it('have a title, a text, a priority and a status; low and active by default [M-222] [M-224]', async () => {
    const created = await announce();
    expect(created).toMatchObject({ priority: 3, status: true, text: 'Das 2h às 4h', mediaPath: null, isRead: false });
    const changed = await owner.request('PUT', `/announcements/${created.id}`, { priority: '1', status: 'false' });
    expect(changed.json()).toMatchObject({ id: created.id, title: created.title, priority: 1, status: false });
    expect((await owner.request('GET', `/announcements/${created.id}`)).json()).toMatchObject({ priority: 1 });
    for (const field of ['title', 'text'])
      expect(
        (await owner.request('POST', '/announcements', { title: 'Oi', text: 'Oi', [field]: ' ' })).json(),
      ).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule: 'required' }] });
    expect((await owner.request('DELETE', `/announcements/${created.id}`)).statusCode).toBe(200);
    for (const method of ['GET', 'DELETE'] as const)
      expect(errorOf(await owner.request(method, `/announcements/${created.id}`))).toEqual(missing);
  });

  it('are written by super users only; admins and agents read them [M-221] [RB-06]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const { id, title } = await announce();
    for (const caller of [admin, agent]) {
      for (const answer of [
        await caller.request('POST', '/announcements', { title: 'Meu', text: 'Meu' }),
        await caller.request('PUT', `/announcements/${id}`, { title: 'Meu' }),
        await caller.request('DELETE', `/announcements/${id}`),
        await upload(caller, id, onePixelPicture()),
        await caller.request('DELETE', `/announcements/${id}/media-upload`),
      ])
        expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
      expect((await caller.request('GET', `/announcements/${id}`)).json()).toMatchObject({ title });
    }
  });

  it('are shown to others only while active and within their time [M-223]', async () => {
    const admin = await server.createAdmin();
    const day = (offset: number) => new Date(+server.clock.now() + offset * 86_400_000).toISOString();
    const shown = [await announce(), await announce({ startsAt: day(-1), endsAt: day(1) })];
    const hidden = [
      await announce({ status: false }),
      await announce({ startsAt: day(1) }),
      await announce({ endsAt: day(-1) }),
    ];
    for (const announcement of shown) expect(await found(admin, announcement)).toMatchObject({ isRead: false });
    for (const announcement of hidden) {
      expect(await found(admin, announcement)).toBeUndefined();
      expect(errorOf(await admin.request('GET', `/announcements/${announcement.id}`))).toEqual(missing);
      expect(errorOf(await admin.request('POST', `/announcements/${announcement.id}/read`))).toEqual(missing);
      expect(await found(owner, announcement)).toBeDefined();
      expect(await found(owner, announcement, 'view=shown')).toBeUndefined();
    }
    // A year that the database does not have.
    const tooEarly = { title: 'Aviso', text: 'Texto', priority: 1, startsAt: '0000-02-29T22:04:10+21:45' };
    expect((await owner.request('POST', '/announcements', tooEarly)).json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'startsAt' }],
    });
    expect((await owner.request('PUT', `/announcements/${shown[1]!.id}`, { startsAt: day(2) })).json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'endsAt' }],
    });
  });

  it('come in pages, newest first', async () => {
    for (let n = 0; n < 21; n++) await announce({ title: `Página ${n}` });
    const first = await list(owner, 'searchParam=pagina&pageNumber=1');
    expect([first.records.length, first.count, first.hasMore, first.records[0]!.title]).toEqual([
      20,
      21,
      true,
      'Página 20',
    ]);
    expect((await list(owner, 'searchParam=pagina&pageNumber=2')).records.map(({ title }) => title)).toEqual([
      'Página 0',
    ]);
  });

  it('are listed for super users by their status, for others only those that are shown', async () => {
    const admin = await server.createAdmin();
    const [active, inactive] = [await announce({ endsAt: '2020-01-01T00:00:00Z' }), await announce({ status: false })];
    const shown = await announce();
    const views = async (caller: Caller, announcement: Announcement) => {
      const seen: string[] = [];
      for (const view of ['all', 'active', 'inactive'])
        if (await found(caller, announcement, `view=${view}`)) seen.push(view);
      return seen;
    };
    expect(await views(owner, active)).toEqual(['all', 'active']);
    expect(await views(owner, inactive)).toEqual(['all', 'inactive']);
    expect([await views(admin, active), await views(admin, inactive)]).toEqual([[], []]);
    expect(await views(admin, shown)).toEqual(['all', 'active']);
  });

  it('count who has read them, once a user, for super users only', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const other = await server.createAdmin();
    const announcement = await announce();
    for (const caller of [admin, agent, other, admin])
      expect((await caller.request('POST', `/announcements/${announcement.id}/read`)).statusCode).toBe(200);
    expect(await found(owner, announcement)).toMatchObject({ readers: { users: 3, companies: 2 } });
    const seen = await found(admin, announcement);
    expect(seen).toMatchObject({ isRead: true });
    expect(seen).not.toHaveProperty('readers');

    const later = await announce();
    expect((await admin.request('POST', '/announcements/read')).statusCode).toBe(200);
    expect([await found(admin, later), await found(agent, later)]).toMatchObject([{ isRead: true }, { isRead: false }]);
  });

  it('reach the users of all companies at once, with id and priority only [M-223] [M-316]', async () => {
    const admins = [await server.createAdmin(), await server.createAdmin()];
    const sockets = await Promise.all(admins.map((admin) => openSocket(server, admin)));
    const { id } = await announce({ priority: 1, text: 'Texto secreto' });
    const notices = (action: string) =>
      Promise.all(
        sockets.map((socket) =>
          socket.waitForEvent<AnnouncementNotice>(
            'company-announcement',
            (notice) => ('record' in notice ? notice.record.id : notice.id) === id && notice.action === action,
          ),
        ),
      );
    for (const notice of await notices('create'))
      expect(notice).toEqual({ action: 'create', record: { id, priority: 1 } });
    await owner.request('PUT', `/announcements/${id}`, { status: false });
    for (const notice of await notices('delete')) expect(notice).toEqual({ action: 'delete', id });
    for (const socket of sockets) {
      expect(socket.frames.join()).not.toContain('Texto secreto');
      socket.close();
    }
  });

  it('keep text with markup literally', async () => {
    const text = '<img src=x onerror=alert(1)> *negrito* & "aspas"';
    const { id } = await announce({ title: '<b>Oi</b>', text });
    expect((await owner.request('GET', `/announcements/${id}`)).json()).toMatchObject({ title: '<b>Oi</b>', text });
  });
});

describe('the picture of an announcement', () => {
  it('is encoded again, has a signed URL for every company, and is replaced and removed [M-222] [M-224]', async () => {
    const admin = await server.createAdmin();
    const announcement = await announce();
    // A script behind the pixels is not carried over.
    const polyglot = Buffer.concat([onePixelPicture(), Buffer.from('<script>alert(1)</script>')]);
    expect((await upload(owner, announcement.id, polyglot)).json()).toEqual({ mensagem: 'Arquivo Anexado' });
    const { mediaPath, mediaName } = (await found(admin, announcement))!;
    expect(mediaName).toBe('vitrine_nova.png');
    const picture = await server.app.inject(mediaPath!);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(picture.body).not.toContain('script');
    expect((await server.app.inject(mediaPath!.replace(/s=..../, 's=AAAA'))).statusCode).toBe(404);

    await upload(owner, announcement.id, onePixelPicture(), 'outra.png');
    expect((await server.app.inject(mediaPath!)).statusCode).toBe(404);
    expect((await owner.request('DELETE', `/announcements/${announcement.id}/media-upload`)).statusCode).toBe(200);
    expect(await found(admin, announcement)).toMatchObject({ mediaPath: null, mediaName: null });
    const { rows } = await server.asOwner.query("select from files where purpose = 'announcements'");
    expect(rows).toEqual([]);
  });

  it.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['html with the beginning of a png', Buffer.concat([onePixelPicture().subarray(0, 8), Buffer.from('<script>')])],
    ['gif', Buffer.from('GIF89a/*…*/=alert(1)')],
    ['pdf', Buffer.from('%PDF-1.7')],
  ])('is no %s', async (_, bytes) => {
    const { id } = await announce();
    const answer = await upload(owner, id, bytes, 'foto.png');
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'file', rule: 'image' }] });
    expect((await owner.request('GET', `/announcements/${id}`)).json()).toMatchObject({ mediaPath: null });
  });
});
