/** Addresses of the form `user:device@server`. Contacts are numbers or LIDs; groups have their own server. */
import type { WirePeer } from './wire.ts';

export interface Jid {
  user: string;
  server: string;
}

export function parseJid(jid: string | null | undefined): Jid | undefined {
  const match = /^([^@:/]{1,100})(?::\d+)?@([a-z.]{1,30})$/.exec(jid ?? '');
  return match ? { user: match[1]!.replace(/_\d+$/, ''), server: match[2]! } : undefined;
}

const phoneServers = ['s.whatsapp.net', 'c.us', 'hosted'];
const lidServers = ['lid', 'hosted.lid'];

export const isGroup = (jid: string | null | undefined): boolean => parseJid(jid)?.server === 'g.us';
export const isLid = (jid: string | null | undefined): boolean => lidServers.includes(parseJid(jid)?.server ?? '');
export const isPhone = (jid: string | null | undefined): boolean => {
  const parsed = parseJid(jid);
  if (!parsed || !phoneServers.includes(parsed.server)) return false;
  return /^\d{5,20}$/.test(parsed.user) && parsed.user !== '0';
};
/** A contact or a group: not a status, a broadcast list, a newsletter or the network itself. */
export const isConversation = (jid: string | null | undefined): boolean => isGroup(jid) || isLid(jid) || isPhone(jid);

/** Without device and server. */
export const userOf = (jid: string | null | undefined): string => parseJid(jid)?.user ?? '';
/** Canonical form: without the device, one server name per kind of address. */
export function plainJid(jid: string | null | undefined): string {
  const parsed = parseJid(jid);
  if (!parsed) return '';
  const server = isLid(jid) ? 'lid' : phoneServers.includes(parsed.server) ? 's.whatsapp.net' : parsed.server;
  return `${parsed.user}@${server}`;
}

/**
 * Canonical form for comparisons. Brazilian mobile numbers got a ninth digit, and old accounts appear with or without it:
 * both are one subscriber.
 */
export const comparableJid = (jid: string): string =>
  plainJid(jid).replace(/^(55[1-9]\d)9([6-9]\d{7}@s\.whatsapp\.net)$/, '$1$2');

/** The peer with all these addresses. */
export function peerFromJids(jids: (string | null | undefined)[], name?: string | null): WirePeer {
  const group = jids.find((jid) => isGroup(jid));
  const phone = jids.find((jid) => isPhone(jid));
  const lid = jids.find((jid) => isLid(jid));
  return {
    ...(group !== undefined && { group: userOf(group) }),
    ...(phone !== undefined && { phone: userOf(phone) }),
    ...(lid !== undefined && { lid: userOf(lid) }),
    ...(name && { name }),
  };
}

/** Address to send to. Check numbers first: not every number has an account. */
export const addressOf = ({ group, phone, lid }: WirePeer): string | undefined =>
  group !== undefined
    ? `${group}@g.us`
    : phone !== undefined
      ? `${phone}@s.whatsapp.net`
      : lid !== undefined
        ? `${lid}@lid`
        : undefined;
