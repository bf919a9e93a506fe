/** Hosts of Meta's files. A payload may contain any URL; only these hosts are called. */
const hosts = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'cdninstagram.com'];

export function isMetaFileHost(address: string, graphUrl?: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  // A simulator serves its files itself.
  if (graphUrl !== undefined && url.origin === new URL(graphUrl).origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
