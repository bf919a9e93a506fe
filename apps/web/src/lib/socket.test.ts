import { afterEach, describe, expect, it, vi } from 'vitest';
import { sockets } from '../testing/socket.ts';
import { openSocket } from './socket.ts';

let close = () => {};
afterEach(() => close());

it('the page reconnects after the time that a stopping server asks for [F-A9]', () => {
  close = openSocket(7);
  const opened = sockets.at(-1)!;
  opened.trigger('connect');
  const usualMs = opened.reconnectionMs;
  opened.trigger('restarting', 2_700);
  opened.trigger('disconnect', 'transport close');
  expect(opened.reconnectionMs).toBe(2_700);
  opened.trigger('connect');
  expect(opened.reconnectionMs).toBe(usualMs);
});

describe('a socket whose library is not loaded yet', () => {
  async function openBeforeLoaded() {
    vi.resetModules();
    const fresh = await import('./socket.ts');
    close = fresh.openSocket(7);
    expect(sockets).toHaveLength(0);
    return fresh;
  }

  it('is opened as soon as it is, joins the topics, and asks for a reload of what was fetched before', async () => {
    const { autoJoin, listen } = await openBeforeLoaded();
    const reloaded = vi.fn<() => void>();
    listen('reload', reloaded);
    autoJoin(
      (to) => to.emit('joinNotification'),
      () => {},
    );
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    sockets[0]!.trigger('connect');
    expect(sockets[0]!.emitted).toContainEqual(['joinNotification']);
    sockets[0]!.options.auth?.(() => {});
    sockets[0]!.trigger('resumed', '9');
    expect(reloaded).toHaveBeenCalledOnce();
  });

  it('is not opened after it was closed', async () => {
    const { loadSocketClient } = await openBeforeLoaded();
    close();
    await loadSocketClient();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sockets).toHaveLength(0);
  });

  it('is not opened after its session was taken over', async () => {
    const { closeForGood, loadSocketClient } = await openBeforeLoaded();
    closeForGood();
    await loadSocketClient();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sockets).toHaveLength(0);
  });
});
