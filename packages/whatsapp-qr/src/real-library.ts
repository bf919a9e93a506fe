/** Baileys, as far as it is needed. Loaded only here, and only inside a child. */
import type { SocketConfig } from 'baileys';
import { voteOpener } from './vote.ts';
import { asLike, type ConnectOptions, type WaLibrary } from './wa-socket.ts';

/** Says nothing: its lines would name people and keys. */
const silentLogger: SocketConfig['logger'] = {
  level: 'silent',
  child: () => silentLogger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
};

/** Another address than WhatsApp's own only for a trial on this machine. */
export async function openRealLibrary(address?: string): Promise<WaLibrary> {
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
          // What we send is kept by the house already.
          emitOwnEvents: false,
          // The phone goes on ringing for its owner.
          markOnlineOnConnect: false,
          syncFullHistory: wantsHistory,
          shouldSyncHistoryMessage: ({ syncType }) =>
            wantsHistory || syncType !== proto.HistorySync.HistorySyncType.FULL,
          shouldIgnoreJid: (jid) => jid.endsWith('@broadcast') || jid.endsWith('@newsletter'),
          getMessage,
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
      // These are messages of the protocol, and must be so again.
      return kind === 'app-state-sync-key'
        ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
        : value;
    },
    openVote: voteOpener(baileys.decryptPollVote),
  };
}
