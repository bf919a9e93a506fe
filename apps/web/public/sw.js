/* Runs when every page of the app is closed, to show pushed notifications and open them. It caches nothing of the app:
   pages and files always come from the server. */
self.addEventListener('push', (event) => {
  event.waitUntil(tell(read(event.data)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf(event.notification.data && event.notification.data.url)));
});

function read(data) {
  try {
    return data ? data.json() : {};
  } catch {
    return {};
  }
}

async function tell({ title, body, tag, url }) {
  const path = pathOf(url);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isLookedAt = pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path);
  if (isLookedAt) return;
  await Promise.all([
    self.registration.showNotification(String(title || 'Balcão'), {
      body: String(body || ''),
      ...(tag ? { tag: String(tag), renotify: true } : {}),
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: path },
    }),
    // Without a number: only a page knows how many are unread.
    self.navigator.setAppBadge && self.navigator.setAppBadge().catch(() => {}),
  ]);
}

/** An open page navigates by itself, without a reload. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname !== '/login');
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}

/** A notification opens only addresses of this app. */
function pathOf(url) {
  return typeof url === 'string' && /^\/tickets\/[\w-]+$/.test(url) ? url : '/tickets';
}
