/** Notices of the system, outside the page: whether they may be shown, and showing one. */
import { useSyncExternalStore } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import { registration } from './service-worker.ts';

export type Allowed = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
const ask = (): Allowed => ('Notification' in globalThis ? Notification.permission : 'unsupported');
/** Remembered between looks at the page: the browser asks another process each time, and every drawing would wait for it. */
let known: Allowed | undefined;
const allowed = (): Allowed => (known ??= ask());
function askAgain(): void {
  known = ask();
  for (const hear of listeners) hear();
}

function subscribe(hear: () => void): () => void {
  if (listeners.size === 0) {
    known = ask();
    window.addEventListener('focus', askAgain);
  }
  listeners.add(hear);
  return () => {
    listeners.delete(hear);
    if (listeners.size === 0) window.removeEventListener('focus', askAgain);
  };
}
const useAllowed = (): Allowed => useSyncExternalStore(subscribe, allowed);

/** This person's wish in this browser, and what the browser says to it. */
export function useNotices() {
  const { user } = useSession();
  const may = useAllowed();
  const [wanted, setWanted] = useStored(`balcao.notices.${user.id}`, false);
  return {
    allowed: may,
    on: wanted && may === 'granted',
    /** Only ever from a click: a question nobody expects is answered with no. */
    async turnOn(): Promise<boolean> {
      if (ask() === 'default') await Notification.requestPermission();
      askAgain();
      setWanted(allowed() === 'granted');
      return allowed() === 'granted';
    },
    turnOff: () => {
      setWanted(false);
      void import('./web-push.ts').then((room) => room.unsubscribe()).catch(() => {});
    },
  };
}

export interface Notice {
  title: string;
  body: string;
  /** One notice a conversation: the next takes the place of the one before. */
  tag: string;
  url: string;
}

export function show({ title, body, tag, url }: Notice, open: (url: string) => void): void {
  // The sound is ours, at the volume the person chose.
  const how: NotificationOptions = { body, tag, silent: true, icon: '/icons/icon-192.png', data: { url } };
  try {
    const notice = new Notification(title, how);
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      open(url);
    });
  } catch {
    // Phones let only a worker show one.
    void registration().then((worker) => worker?.showNotification(title, how));
  }
}
