/** Fakes of the browser outside the page: notifications, service worker, app badge, audio. */
import { vi } from 'vitest';

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  click: () => void;
}

/** A browser that answers the permission prompt this way; records what was shown and how often it was asked. */
export function fakeNotifications({
  first = 'default',
  then = 'granted',
}: Record<string, NotificationPermission> = {}) {
  const notifications: ShownNotification[] = [];
  const permissionRequests = vi.fn<() => void>();
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = first;
    static requestPermission = async () => {
      permissionRequests();
      return (FakeNotification.permission = then);
    };
    constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
      super();
      notifications.push({ title, body, tag, click: () => this.dispatchEvent(new Event('click')) });
    }
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification);
  return { notifications, permissionRequests };
}

/** Records what was played and at which volume. */
export function fakeAudioPlayback() {
  const played: { sound: string; volume: number }[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push({ sound: new URL(this.src, 'http://localhost').pathname, volume: this.volume });
    return Promise.resolve();
  });
  return played;
}

/** A service worker with a push subscription. */
export function fakeServiceWorker() {
  let subscription: { endpoint: string; toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null;
  const events = new EventTarget();
  const registered = vi.fn<(path: string) => void>();
  const keys: Uint8Array[] = [];
  const endpoint = 'https://push.example.com/this-browser';
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      keys.push(applicationServerKey);
      subscription ??= {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription;
    },
  };
  const container = Object.assign(events, {
    register: async (path: string) => {
      registered(path);
      return { pushManager };
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return {
    endpoint,
    keys,
    registered,
    isSubscribed: () => subscription !== null,
    postMessage: (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data })),
    end: () => Reflect.deleteProperty(navigator, 'serviceWorker'),
  };
}
