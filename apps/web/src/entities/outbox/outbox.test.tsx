import { endpoints } from '@balcao/contract/endpoints/index';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSocket } from '../../lib/socket.ts';
import { refresh } from '../../lib/token.ts';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { aToken, anAgent } from '../../testing/people.ts';
import { connect, hear } from '../../testing/render.tsx';
import { answer, plugIn, refuse, unplug } from '../../testing/server.ts';
import { pretendUploads } from '../../testing/uploads.ts';
import { keepWishes } from './kept-wishes.ts';
import { outbox, usePending, type Said } from './outbox.ts';

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

function Shown() {
  return usePending(TICKET).map(({ clientKey, body, state, failure, progress, files }) => (
    <p key={clientKey} data-testid="pending" data-state={state} data-progress={progress}>
      {[body, ...files.map(({ name }) => name), failure].filter(Boolean).join(' · ')}
    </p>
  ));
}
const pending = () =>
  screen.queryAllByTestId('pending').map((line) => `${line.dataset['state']}: ${line.textContent ?? ''}`);
const put = (said: Partial<Said>): string => {
  let key = '';
  act(() => void (key = outbox.send({ ticketId: TICKET, ...said })));
  return key;
};
const say = (body: string) => put({ body });
/** Answers as the server does: the message with the key it was sent under. */
const keepsIt = () =>
  answer(endpoints.messages.send, ({ body }) => [
    aMessage({ body: body.body, fromMe: true, clientKey: body.clientKey ?? null }),
  ]);

describe('a message on its way', () => {
  it('shows at once and goes when the server has it, with one key as its name', async () => {
    const asked = keepsIt();
    render(<Shown />);
    const key = say('Já separei');
    expect(pending()).toEqual(['sending: Já separei']);
    await waitFor(() => expect(pending()).toEqual([]));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body.clientKey).toBe(key);
  });

  it('tells whoever keeps messages before it goes, so that nothing flickers', async () => {
    keepsIt();
    render(<Shown />);
    const seen: string[][] = [];
    const stop = outbox.onKept((messages) => seen.push([...messages.map(({ body }) => body), ...pending()]));
    say('Bom dia');
    await waitFor(() => expect(seen).toEqual([['Bom dia', 'sending: Bom dia']]));
    stop();
  });

  it('is sent in the order it was said, one at a time', async () => {
    let release = () => {};
    const held = new Promise<void>((go) => (release = go));
    const asked = answer(endpoints.messages.send, async ({ body }) => {
      if (body.body === 'um') await held;
      return [aMessage({ body: body.body })];
    });
    render(<Shown />);
    for (const body of ['um', 'dois', 'três']) say(body);
    await waitFor(() => expect(asked).toHaveLength(1));
    release();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(asked.map(({ body }) => body.body)).toEqual(['um', 'dois', 'três']);
  });

  it('goes when the socket tells of it, even before the answer', async () => {
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<Shown />);
    const clientKey = say('Olá');
    hear('appMessage', {
      action: 'create',
      message: aMessage({ body: 'Olá', fromMe: true, clientKey }),
      ticket: aTicket(),
    });
    await waitFor(() => expect(pending()).toEqual([]));
  });
});

describe('a lost line', () => {
  it('keeps it waiting and sends it once when the line is back', async () => {
    unplug();
    render(<Shown />);
    const key = say('Sem internet');
    await waitFor(() => expect(pending()).toEqual(['waiting: Sem internet']));
    plugIn();
    const asked = keepsIt();
    connect();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(asked.map(({ body }) => body.clientKey)).toEqual([key]);
  });

  it('does not even knock while the browser knows that it is offline', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const asked = keepsIt();
    render(<Shown />);
    say('Depois');
    expect(pending()).toEqual(['waiting: Depois']);
    expect(asked).toHaveLength(0);
    offline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(asked).toHaveLength(1);
  });

  it('waits while the house is busy, and tries again by itself', async () => {
    let busy = true;
    const asked = answer(endpoints.messages.send, ({ body }) =>
      busy ? refuse('ERR_BUSY') : [aMessage({ body: body.body })],
    );
    render(<Shown />);
    say('Olá');
    await waitFor(() => expect(pending()).toEqual(['waiting: Olá']));
    busy = false;
    await waitFor(() => expect(pending()).toEqual([]), { timeout: 4000 });
    expect(new Set(asked.map(({ body }) => body.clientKey)).size).toBe(1);
  });
});

describe('a refusal', () => {
  it('is told in a sentence, lets the next ones pass, and can be tried again', async () => {
    let refuses = true;
    const asked = answer(endpoints.messages.send, ({ body }) =>
      refuses && body.body === 'um' ? refuse('ERR_REPLY_WINDOW') : [aMessage({ body: body.body })],
    );
    render(<Shown />);
    const key = say('um');
    say('dois');
    await waitFor(() => expect(pending()).toHaveLength(1));
    expect(pending()[0]).toMatch(/^failed: um · \S/);
    expect(pending()[0]).not.toContain('ERR_');
    refuses = false;
    act(() => outbox.retry(key));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(asked.map(({ body }) => body.body)).toEqual(['um', 'dois', 'um']);
    expect(asked[2]?.body.clientKey).toBe(key);
  });

  it('can be dropped', async () => {
    answer(endpoints.messages.send, () => refuse('ERR_REPLY_WINDOW'));
    render(<Shown />);
    const key = say('um');
    await waitFor(() => expect(pending()[0]).toMatch(/^failed/));
    act(() => outbox.drop(key));
    expect(pending()).toEqual([]);
  });
});

describe('files', () => {
  const picture = new File(['x'.repeat(2000)], 'cor 1.jpg', { type: 'image/jpeg' });
  const second = new File(['y'.repeat(2000)], 'cor 2.jpg', { type: 'image/jpeg' });

  it('go up together with a caption each, and tell how far they have come [M-085]', async () => {
    const uploads = pretendUploads();
    let release = () => {};
    const held = new Promise<void>((go) => (release = go));
    answer(endpoints.messages.send, async () => {
      await held;
      return [aMessage(), aMessage()];
    });
    render(<Shown />);
    const key = put({
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
    const uploads = pretendUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<Shown />);
    const key = put({ files: [{ file: picture, caption: '' }] });
    await waitFor(() => expect(uploads).toHaveLength(1));
    const aborted = vi.spyOn(uploads[0]!, 'abort');
    act(() => outbox.drop(key));
    expect(aborted).toHaveBeenCalled();
    expect(pending()).toEqual([]);
  });

  it('ask before the page is left, because they are nowhere else', async () => {
    pretendUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    put({ files: [{ file: picture, caption: '' }] });
    expect(leave()).toBe(true);
  });

  it('go when the socket has told of all of them', async () => {
    pretendUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    render(<Shown />);
    const key = put({
      files: [
        { file: picture, caption: '' },
        { file: second, caption: '' },
      ],
    });
    const told = (clientKey: string) =>
      hear('appMessage', { action: 'create', message: aMessage({ fromMe: true, clientKey }), ticket: aTicket() });
    told(key);
    expect(pending()).toHaveLength(1);
    told(`${key}/1`);
    expect(pending()).toEqual([]);
  });
});

describe('a reload', () => {
  it('keeps the words of this person and forgets those of another', async () => {
    const asked = keepsIt();
    const wish = { at: '2026-07-23T12:00:00.000Z', ticketId: TICKET, isPrivate: false, signed: false, voice: false };
    const words = { ...wish, quotedMsg: null, mentions: [], vCard: null, files: [] };
    keepWishes(9, [{ ...words, clientKey: 'of-nine', body: 'de outra pessoa' }]);
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent({ id: 8 }), sessionId: 's' }));
    await refresh();
    keepWishes(9, [{ ...words, clientKey: 'of-nine', body: 'ainda não foi' }]);
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent({ id: 9 }), sessionId: 's' }));
    await act(() => refresh());
    await waitFor(() => expect(asked.map(({ body }) => body.body)).toEqual(['ainda não foi']));
  });

  it('finds in the tab what was said and not yet sent', async () => {
    unplug();
    say('guardada');
    expect(sessionStorage.getItem('balcao.outbox')).toContain('guardada');
  });
});
