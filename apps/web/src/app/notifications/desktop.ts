/** System notifications: permission, and showing one. */
import { useSyncExternalStore } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import { registration } from './service-worker.ts';

export type NotificationAccess = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
const readPermission = (): NotificationAccess =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';
/** Cached: the browser asks another process for the permission, which would delay every render. */
let cached: NotificationAccess | undefined;
const getPermission = (): NotificationAccess => (cached ??= readPermission());
function refreshPermission(): void {
  cached = readPermission();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    cached = readPermission();
    window.addEventListener('focus', refreshPermission);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('focus', refreshPermission);
  };
}
const usePermission = (): NotificationAccess => useSyncExternalStore(subscribe, getPermission);

/** The user's choice in this browser, and the browser's permission. */
export function useNotifications() {
  const { user } = useSession();
  const permission = usePermission();
  const [isEnabled, setIsEnabled] = useStored(`balcao.notices.${user.id}`, false);
  return {
    permission,
    on: isEnabled && permission === 'granted',
    /** Only on a click: browsers and users reject an unexpected prompt. */
    async turnOn(): Promise<boolean> {
      if (readPermission() === 'default') await Notification.requestPermission();
      refreshPermission();
      setIsEnabled(getPermission() === 'granted');
      return getPermission() === 'granted';
    },
    turnOff: () => {
      setIsEnabled(false);
      void import('./web-push.ts').then((module) => module.unsubscribe()).catch(() => {});
    },
  };
}

export interface AppNotification {
  title: string;
  body: string;
  /** One notification per ticket: the next replaces the previous one. */
  tag: string;
  url: string;
}

export function showNotification({ title, body, tag, url }: AppNotification, open: (url: string) => void): void {
  // Our own sound is played at the chosen volume.
  const options: NotificationOptions = { body, tag, silent: true, icon: '/icons/icon-192.png', data: { url } };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      open(url);
    });
  } catch {
    // On phones only a service worker can show notifications.
    void registration().then((worker) => worker?.showNotification(title, options));
  }
}
