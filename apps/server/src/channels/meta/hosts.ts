/** Where Meta keeps files. A delivery may name any address; only these are asked. */
const hosts = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'cdninstagram.com'];

export function isMetaFileHost(address: string, graphUrl?: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  // A simulator keeps its files itself.
  if (graphUrl !== undefined && url.origin === new URL(graphUrl).origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
