/** Notifications while every page is closed: registers and removes this browser's push subscription. */
import { api } from '../../lib/api.ts';
import { registration } from './service-worker.ts';

/** Does nothing if the browser or the server does not support web push. */
export async function subscribe(): Promise<void> {
  const manager = (await registration())?.pushManager;
  if (!manager) return;
  const { publicKey } = await api.push.key();
  if (publicKey === null) return;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const subscription = await manager.subscribe(options).catch(async (error: unknown) => {
    // Created with a key that the server no longer has: replaced.
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return;
  await api.push.subscribe({ body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } } });
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await registration())?.pushManager?.getSubscription();
  if (!subscription) return;
  await api.push.unsubscribe({ query: { endpoint: subscription.endpoint } }).catch(() => {});
  await subscription.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
}
