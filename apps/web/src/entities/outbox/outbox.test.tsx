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
/** Answers like the server: the message with its client key. */
const answerSaved = () =>
  answer(endpoints.messages.send, ({ body }) => [
    aMessage({ body: body.body, fromMe: true, clientKey: body.clientKey ?? null }),
  ]);

describe('a pending message', () => {
  it('appears at once and disappears when the server has stored it, under one key', async () => {
    const requests = answerSaved();
    render(<PendingList />);
    const key = sendText('Já separei');
    expect(pending()).toEqual(['sending: Já separei']);
    await waitFor(() => expect(pending()).toEqual([]));
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body.clientKey).toBe(key);
  });

  it('notifies listeners of the stored message before it disappears, so that nothing flickers', async () => {
    answerSaved();
    render(<PendingList />);
    const seen: string[][] = [];
    const stop = outbox.onSaved((messages) => seen.push([...messages.map(({ body }) => body), ...pending()]));
    sendText('Bom dia');
    await waitFor(() => expect(seen).toEqual([['Bom dia', 'sending: Bom dia']]));
    stop();
  });

  it('is sent in order, one at a time', async () => {
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

  it('disappears with the socket update, even before the reply', async () => {
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

describe('a lost connection', () => {
  it('keeps the message waiting and sends it once after the reconnect', async () => {
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

  it('sends no request while the browser is offline', async () => {
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

  it('waits while the server is busy and retries', async () => {
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

describe('a refused message', () => {
  it('shows its error, lets the next ones pass, and can be retried', async () => {
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

  it('can be discarded', async () => {
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

  it('are uploaded together with one caption each and show their progress [M-085]', async () => {
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

  it('stop uploading when they are discarded', async () => {
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

  it('ask before the page is left, because they are stored nowhere else', async () => {
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

  it('disappear when the socket has reported all of them', async () => {
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
  it('restores the texts of the same user and drops those of another', async () => {
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

  it('restores unsent messages in the same tab', async () => {
    goOffline();
    sendText('guardada');
    expect(sessionStorage.getItem('balcao.outbox')).toContain('guardada');
  });
});
