/** Notices of the system, outside the page: whether they may be shown, and showing one. */
import { useSyncExternalStore } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import { registration } from './service-worker.ts';

export type NotificationAccess = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
const readPermission = (): NotificationAccess =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';
/** Remembered between looks at the page: the browser asks another process each time, and every drawing would wait for it. */
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

/** This person's wish in this browser, and what the browser says to it. */
export function useNotifications() {
  const { user } = useSession();
  const permission = usePermission();
  const [isEnabled, setIsEnabled] = useStored(`balcao.notices.${user.id}`, false);
  return {
    permission,
    on: isEnabled && permission === 'granted',
    /** Only ever from a click: a question nobody expects is answered with no. */
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
  /** One notice a conversation: the next takes the place of the one before. */
  tag: string;
  url: string;
}

export function showNotification({ title, body, tag, url }: AppNotification, open: (url: string) => void): void {
  // The sound is ours, at the volume the person chose.
  const options: NotificationOptions = { body, tag, silent: true, icon: '/icons/icon-192.png', data: { url } };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      open(url);
    });
  } catch {
    // Phones let only a worker show one.
    void registration().then((worker) => worker?.showNotification(title, options));
  }
}
