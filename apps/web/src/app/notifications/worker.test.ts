import { describe, expect, it, vi } from 'vitest';
import source from '../../../public/sw.js?raw';

type Page = { url: string; visibilityState: string; focus: () => void; postMessage: (message: unknown) => void };

/** The service worker as a browser runs it, with these pages open. */
function worker(...pages: Page[]) {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: vi.fn<(path: string) => void>() },
    registration: { showNotification: vi.fn<(title: string, options: object) => Promise<void>>(async () => {}) },
    navigator: { setAppBadge: vi.fn<() => Promise<void>>(async () => {}) },
  };
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function('self', source)(self);
  const dispatch = async (name: string, event: object) => {
    const done: Promise<unknown>[] = [];
    listeners.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) });
    await Promise.all(done);
  };
  return {
    ...self,
    listeners: [...listeners.keys()],
    pushed: (notification: unknown) =>
      dispatch('push', {
        data: { json: () => (typeof notification === 'string' ? JSON.parse(notification) : notification) },
      }),
    clicked: (url: unknown) => dispatch('notificationclick', { notification: { close: () => {}, data: { url } } }),
  };
}
const aPage = (path: string, visibilityState = 'visible'): Page => ({
  url: `https://desk.example.com${path}`,
  visibilityState,
  focus: vi.fn<() => void>(),
  postMessage: vi.fn<(message: unknown) => void>(),
});
const notification = { title: 'Helena Prado', body: 'Paguei agora', tag: 'abc', url: '/tickets/abc' };

describe('the service worker', () => {
  it('caches nothing of the app: it handles pushes and clicks, no fetch', () => {
    expect(worker().listeners).toEqual(['push', 'notificationclick']);
  });

  it('shows a pushed notification, one per ticket, and sets the badge', async () => {
    const it = worker();
    await it.pushed(notification);
    expect(it.registration.showNotification).toHaveBeenCalledWith(
      'Helena Prado',
      expect.objectContaining({ body: 'Paguei agora', tag: 'abc', data: { url: '/tickets/abc' } }),
    );
    expect(it.navigator.setAppBadge).toHaveBeenCalled();
  });

  it('shows nothing for a visible conversation, but does for one in a hidden page', async () => {
    const viewed = worker(aPage('/tickets/abc'));
    await viewed.pushed(notification);
    expect(viewed.registration.showNotification).not.toHaveBeenCalled();
    const behind = worker(aPage('/tickets/abc', 'hidden'));
    await behind.pushed(notification);
    expect(behind.registration.showNotification).toHaveBeenCalled();
  });

  it('shows a notification even for an unreadable push', async () => {
    const it = worker();
    await it.pushed('{broken');
    expect(it.registration.showNotification).toHaveBeenCalledTimes(1);
  });

  it('a click focuses and navigates the open page, or opens one, only within the app', async () => {
    const page = aPage('/tags');
    const open = worker(page);
    await open.clicked('/tickets/abc');
    expect(page.postMessage).toHaveBeenCalledWith({ open: '/tickets/abc' });
    expect(page.focus).toHaveBeenCalled();

    const closed = worker();
    await closed.clicked('/tickets/abc');
    await closed.clicked('https://evil.example/tickets/abc');
    expect(closed.clients.openWindow.mock.calls).toEqual([['/tickets/abc'], ['/tickets']]);
  });
});
