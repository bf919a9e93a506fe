/** The part of the app that lives on when its pages are closed; it shows notices and keeps nothing. */

/** Registering twice is registering once. Nothing where the browser has no workers, or the page is not secure. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.register('/sw.js');
  } catch {
    return undefined;
  }
}

/** A notice that the worker showed was clicked, and this page is to open what it is about. */
export function onOpenRequested(open: (url: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const url = (data as { open?: unknown } | null)?.open;
    if (typeof url === 'string' && /^\/tickets(?:\/[\w-]+)?$/.test(url)) open(url);
  };
  const worker = navigator.serviceWorker;
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
