import { endpoints } from '@balcao/contract/endpoints/index';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSocket } from '../../lib/socket.ts';
import { refresh } from '../../lib/token.ts';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { aToken, anAgent } from '../../testing/fixtures.ts';
import { connect, receive } from '../../testing/render.tsx';
import { answer, goOnline, refuse, goOffline } from '../../testing/server.ts';
import { fakeUploads } from '../../testing/uploads.ts';
import { savePersisted } from './persisted-messages.ts';
import { outbox, usePending, type NewMessage } from './outbox.ts';

const TICKET = 48213;
let closeSocket = () => {};

beforeEach(async () => {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent(), sessionId: 'this-session' }));
  await refresh();
  closeSocket = openSocket(7);
});
afterEach(() => {
  act(() => outbox.empty());
  closeSocket();
  vi.unstubAllGlobals();
});

function PendingList() {
  return usePending(TICKET).map(({ clientKey, body, state, failure, progress, files }) => (
    <p key={clientKey} data-testid="pending" data-state={state} data-progress={progress}>
      {[body, ...files.map(({ name }) => name), failure].filter(Boolean).join(' · ')}
    </p>
  ));
}
const pending = () =>
  screen.queryAllByTestId('pending').map((element) => `${element.dataset['state']}: ${element.textContent ?? ''}`);
const sendToOutbox = (fields: Partial<NewMessage>): string => {
  let key = '';
  act(() => void (key = outbox.send({ ticketId: TICKET, ...fields })));
  return key;
};
const sendText = (body: string) => sendToOutbox({ body });
/** Answers as the server does: the message with the key it was sent under. */
const answerSaved = () =>
  answer(endpoints.messages.send, ({ body }) => [
    aMessage({ body: body.body, fromMe: true, clientKey: body.clientKey ?? null }),
  ]);

describe('a message on its way', () => {
  it('shows at once and goes when the server has it, with one key as its name', async () => {
    const requests = answerSaved();
    render(<PendingList />);
    const key = sendText('Já separei');
    expect(pending()).toEqual(['sending: Já separei']);
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body.clientKey).toBe(key);
  });

  it('tells whoever keeps messages before it goes, so that nothing flickers', async () => {
    answerSaved();
    render(<PendingList />);
    const seen: string[][] = [];
    const stop = outbox.onSaved((messages) => seen.push([...messages.map(({ body }) => body), ...pending()]));
    sendText('Bom dia');
    await waitFor(() => expect(seen).toEqual([['Bom dia', 'sending: Bom dia']]));
    stop();
  });

  it('is sent in the order it was said, one at a time', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const requests = answer(endpoints.messages.send, async ({ body }) => {
      if (body.body === 'um') await gate;
      return [aMessage({ body: body.body })];
    });
    render(<PendingList />);
    for (const body of ['um', 'dois', 'três']) sendText(body);
    await waitFor(() => expect(requests).toHaveLength(1));
    release();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests.map(({ body }) => body.body)).toEqual(['um', 'dois', 'três']);
  });

  it('goes when the socket tells of it, even before the answer', async () => {
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<PendingList />);
    const clientKey = sendText('Olá');
    receive('appMessage', {
      action: 'create',
      message: aMessage({ body: 'Olá', fromMe: true, clientKey }),
      ticket: aTicket(),
    });
    await waitFor(() => expect(pending()).toEqual([]));
  });
});

describe('a lost line', () => {
  it('keeps it waiting and sends it once when the line is back', async () => {
    goOffline();
    render(<PendingList />);
    const key = sendText('Sem internet');
    await waitFor(() => expect(pending()).toEqual(['waiting: Sem internet']));
    goOnline();
    const requests = answerSaved();
    connect();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests.map(({ body }) => body.clientKey)).toEqual([key]);
  });

  it('does not even knock while the browser knows that it is offline', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const requests = answerSaved();
    render(<PendingList />);
    sendText('Depois');
    expect(pending()).toEqual(['waiting: Depois']);
    expect(requests).toHaveLength(0);
    offline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests).toHaveLength(1);
  });

  it('waits while the house is busy, and tries again by itself', async () => {
    let busy = true;
    const requests = answer(endpoints.messages.send, ({ body }) =>
      busy ? refuse('ERR_BUSY') : [aMessage({ body: body.body })],
    );
    render(<PendingList />);
    sendText('Olá');
    await waitFor(() => expect(pending()).toEqual(['waiting: Olá']));
    busy = false;
    await waitFor(() => expect(pending()).toEqual([]), { timeout: 4000 });
    expect(new Set(requests.map(({ body }) => body.clientKey)).size).toBe(1);
  });
});

describe('a refusal', () => {
  it('is told in a sentence, lets the next ones pass, and can be tried again', async () => {
    let isRefused = true;
    const requests = answer(endpoints.messages.send, ({ body }) =>
      isRefused && body.body === 'um' ? refuse('ERR_REPLY_WINDOW') : [aMessage({ body: body.body })],
    );
    render(<PendingList />);
    const key = sendText('um');
    sendText('dois');
    await waitFor(() => expect(pending()).toHaveLength(1));
    expect(pending()[0]).toMatch(/^failed: um · \S/);
    expect(pending()[0]).not.toContain('ERR_');
    isRefused = false;
    act(() => outbox.retry(key));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests.map(({ body }) => body.body)).toEqual(['um', 'dois', 'um']);
    expect(requests[2]?.body.clientKey).toBe(key);
  });

  it('can be dropped', async () => {
    answer(endpoints.messages.send, () => refuse('ERR_REPLY_WINDOW'));
    render(<PendingList />);
    const key = sendText('um');
    await waitFor(() => expect(pending()[0]).toMatch(/^failed/));
    act(() => outbox.drop(key));
    expect(pending()).toEqual([]);
  });
});

describe('files', () => {
  const picture = new File(['x'.repeat(2000)], 'cor 1.jpg', { type: 'image/jpeg' });
  const second = new File(['y'.repeat(2000)], 'cor 2.jpg', { type: 'image/jpeg' });

  it('go up together with a caption each, and tell how far they have come [M-085]', async () => {
    const uploads = fakeUploads();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    answer(endpoints.messages.send, async () => {
      await gate;
      return [aMessage(), aMessage()];
    });
    render(<PendingList />);
    const key = sendToOutbox({
      files: [
        { file: picture, caption: 'A primeira' },
        { file: second, caption: '' },
      ],
    });
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.upload.happens('progress', 50, 200));
    expect(screen.getByTestId('pending').dataset['progress']).toBe('0.25');
    const { form, headers } = uploads[0]!;
    expect(form.getAll('medias').map((file) => (file as File).name)).toEqual(['cor 1.jpg', 'cor 2.jpg']);
    expect(form.getAll('body')).toEqual(['A primeira', '']);
    expect(form.get('clientKey')).toBe(key);
    expect(headers.get('idempotency-key')).toBe(key);
    release();
    await waitFor(() => expect(pending()).toEqual([]));
  });

  it('stop going up when they are dropped', async () => {
    const uploads = fakeUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<PendingList />);
    const key = sendToOutbox({ files: [{ file: picture, caption: '' }] });
    await waitFor(() => expect(uploads).toHaveLength(1));
    const aborted = vi.spyOn(uploads[0]!, 'abort');
    act(() => outbox.drop(key));
    expect(aborted).toHaveBeenCalled();
    expect(pending()).toEqual([]);
  });

  it('ask before the page is left, because they are nowhere else', async () => {
    fakeUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    sendToOutbox({ files: [{ file: picture, caption: '' }] });
    expect(leave()).toBe(true);
  });

  it('go when the socket has told of all of them', async () => {
    fakeUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<PendingList />);
    const key = sendToOutbox({
      files: [
        { file: picture, caption: '' },
        { file: second, caption: '' },
      ],
    });
    const receiveCreated = (clientKey: string) =>
      receive('appMessage', { action: 'create', message: aMessage({ fromMe: true, clientKey }), ticket: aTicket() });
    receiveCreated(key);
    expect(pending()).toHaveLength(1);
    receiveCreated(`${key}/1`);
    expect(pending()).toEqual([]);
  });
});

describe('a reload', () => {
  it('keeps the words of this person and forgets those of another', async () => {
    const requests = answerSaved();
    const baseFields = {
      at: '2026-07-23T12:00:00.000Z',
      ticketId: TICKET,
      isPrivate: false,
      signed: false,
      voice: false,
    };
    const textMessage = { ...baseFields, quotedMsg: null, mentions: [], vCard: null, files: [] };
    savePersisted(9, [{ ...textMessage, clientKey: 'of-nine', body: 'de outra pessoa' }]);
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent({ id: 8 }), sessionId: 's' }));
    await refresh();
    savePersisted(9, [{ ...textMessage, clientKey: 'of-nine', body: 'ainda não foi' }]);
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent({ id: 9 }), sessionId: 's' }));
    await act(() => refresh());
    await waitFor(() => expect(requests.map(({ body }) => body.body)).toEqual(['ainda não foi']));
  });

  it('finds in the tab what was said and not yet sent', async () => {
    goOffline();
    sendText('guardada');
    expect(sessionStorage.getItem('balcao.outbox')).toContain('guardada');
  });
});
