/** The service worker, which runs when all pages are closed: it shows notifications and caches nothing. */

/** Registering twice has no effect. Undefined where the browser has no service workers or the page is not secure. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.register('/sw.js');
  } catch {
    return undefined;
  }
}

/** A notification of the service worker was clicked, and this page is to open its ticket. */
export function onOpenRequested(open: (url: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const url = (data as { open?: unknown } | null)?.open;
    if (typeof url === 'string' && /^\/tickets(?:\/[\w-]+)?$/.test(url)) open(url);
  };
  const worker = navigator.serviceWorker;
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
