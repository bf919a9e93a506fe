import type { HelpNotice } from '@balcao/contract';
import type { Help } from '@balcao/contract/endpoints/helps';
import { describe, expect, it } from 'vitest';
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

const draft = { title: 'Conectar o WhatsApp', description: 'Ler o QR Code', video: 'dQw4w9WgXcQ' };
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

describe('help videos [M-225]', () => {
  it('are written by super users and read by every company, by title', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', '/helps/list')).json()).toEqual([]);
    const { id } = (await owner.request('POST', '/helps', draft)).json<Help>();
    await owner.request('POST', '/helps', { ...draft, title: 'A primeira conversa' });
    expect((await admin.request('GET', '/helps/list')).json<Help[]>().map(({ title }) => title)).toEqual([
      'A primeira conversa',
      'Conectar o WhatsApp',
    ]);
    expect((await admin.request('GET', '/helps?searchParam=whats')).json()).toEqual({
      records: [{ id, ...draft }],
      count: 1,
      hasMore: false,
    });
    expect((await admin.request('GET', `/helps/${id}`)).json()).toEqual({ id, ...draft });
    const changed = await owner.request('PUT', `/helps/${id}`, { ...draft, video: 'abcdefghi-_' });
    expect(changed.json()).toMatchObject({ id, video: 'abcdefghi-_' });
    for (const answer of [
      await admin.request('POST', '/helps', draft),
      await admin.request('PUT', `/helps/${id}`, draft),
      await admin.request('DELETE', `/helps/${id}`),
    ])
      expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await owner.request('DELETE', `/helps/${id}`)).statusCode).toBe(200);
    expect(errorOf(await admin.request('GET', `/helps/${id}`))).toEqual([404, 'ERR_NO_HELP_FOUND']);
    expect(errorOf(await owner.request('PUT', `/helps/${id}`, draft))).toEqual([404, 'ERR_NO_HELP_FOUND']);
  });

  it('are announced to every company under its own name', async () => {
    const admins = [await server.createAdmin(), await server.createAdmin()];
    const sockets = await Promise.all(admins.map((admin) => openSocket(server, admin)));
    const notices = (action: HelpNotice['action']) =>
      Promise.all(
        sockets.map((socket, n) =>
          socket.waitForEvent<HelpNotice>(`company-${admins[n]!.companyId}-help`, (notice) => notice.action === action),
        ),
      );
    const { id } = (await owner.request('POST', '/helps', draft)).json<Help>();
    const record = { id, ...draft };
    expect(await notices('create')).toEqual([1, 2].map(() => ({ action: 'create', record })));
    await owner.request('DELETE', `/helps/${id}`);
    expect(await notices('delete')).toEqual([1, 2].map(() => ({ action: 'delete', id })));
    for (const socket of sockets) socket.close();
  });

  it.each([
    'x" onload="alert(1)',
    'https://evil.example/embed',
    'https://youtu.be/dQw4w9WgXcQ',
    'dQw4w9WgXcQ?x',
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    '../../../a',
    'x'.repeat(1_000_000),
  ])('accept only the eleven characters of a video id, not %.20s [XS-06]', async (video) => {
    const answer = await owner.request('POST', '/helps', { ...draft, video });
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'video' }] });
  });

  it('need a title and a description of three letters', async () => {
    for (const field of ['title', 'description'])
      expect((await owner.request('POST', '/helps', { ...draft, [field]: 'ab' })).json()).toMatchObject({
        fields: [{ field, rule: 'tooShort' }],
      });
  });
});
