/** The Baileys library behind `WaLibrary`. Loaded only here and only in a child process. */
import type { SocketConfig } from 'baileys';
import { voteOpener } from './vote.ts';
import { asLike, type ConnectOptions, type WaLibrary } from './wa-socket.ts';

/** The library's log lines would contain phone numbers and keys. */
const silentLogger: SocketConfig['logger'] = {
  level: 'silent',
  child: () => silentLogger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
};

/** WhatsApp refuses an outdated version of its web client; the operator can name a newer one than the library knows. */
export const versionOption = (version: string): { version?: [number, number, number] } => {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  return parts.length === 3 ? { version: parts.map(Number) as [number, number, number] } : {};
};

/** `address` replaces WhatsApp's own server in tests; it must be on this machine. */
export async function openRealLibrary(version = '', address?: string): Promise<WaLibrary> {
  const baileys = await import('baileys');
  const { proto } = baileys;
  const url = address === undefined ? undefined : new URL(address);
  if (url && url.hostname !== '127.0.0.1') throw new Error('only an address of this machine');

  return {
    newCreds: () => baileys.initAuthCreds(),
    connect({ creds, keys, wantsHistory, getMessage }: ConnectOptions) {
      return asLike(
        baileys.makeWASocket({
          auth: { creds, keys: baileys.makeCacheableSignalKeyStore(keys, silentLogger) },
          logger: silentLogger,
          browser: baileys.Browsers.macOS('Desktop'),
          // The server has already stored what it sends.
          emitOwnEvents: false,
          // The phone continues to notify its owner.
          markOnlineOnConnect: false,
          syncFullHistory: wantsHistory,
          shouldSyncHistoryMessage: ({ syncType }) =>
            wantsHistory || syncType !== proto.HistorySync.HistorySyncType.FULL,
          shouldIgnoreJid: (jid) => jid.endsWith('@broadcast') || jid.endsWith('@newsletter'),
          getMessage,
          ...versionOption(version),
          ...(url && { waWebSocketUrl: url.href }),
        }),
      );
    },
    async download(media, type) {
      return baileys.downloadContentFromMessage(media, type);
    },
    pack: (value) => JSON.stringify(value, baileys.BufferJSON.replacer),
    unpack(kind, text) {
      const value: unknown = JSON.parse(text, baileys.BufferJSON.reviver);
      // The library needs these as protobuf objects.
      return kind === 'app-state-sync-key'
        ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
        : value;
    },
    openVote: voteOpener(baileys.decryptPollVote),
  };
}
