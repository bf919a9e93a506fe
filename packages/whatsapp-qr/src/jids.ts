/** Addresses: «user:device@server». People are numbers or LIDs, groups have a server of their own. */
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
  const read = parseJid(jid);
  return read !== undefined && phoneServers.includes(read.server) && /^\d{5,20}$/.test(read.user) && read.user !== '0';
};
/** A person or a group: not a status, a broadcast list, a newsletter or the network itself. */
export const isConversation = (jid: string | null | undefined): boolean => isGroup(jid) || isLid(jid) || isPhone(jid);

/** Without device and server. */
export const userOf = (jid: string | null | undefined): string => parseJid(jid)?.user ?? '';
/** One spelling for one address. */
export function plainJid(jid: string | null | undefined): string {
  const read = parseJid(jid);
  if (!read) return '';
  const server = isLid(jid) ? 'lid' : phoneServers.includes(read.server) ? 's.whatsapp.net' : read.server;
  return `${read.user}@${server}`;
}

/** One person or group, by any addresses that are known to be the same. */
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

/** Where a message to somebody goes; a number is asked about before, because not every number has an account. */
export const addressOf = ({ group, phone, lid }: WirePeer): string | undefined =>
  group !== undefined
    ? `${group}@g.us`
    : phone !== undefined
      ? `${phone}@s.whatsapp.net`
      : lid !== undefined
        ? `${lid}@lid`
        : undefined;
