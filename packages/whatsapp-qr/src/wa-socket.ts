/** The narrow part of the library that a session uses: everything a stand-in has to be able to do. */
import type { Readable } from 'node:stream';
import type {
  AnyMessageContent,
  AuthenticationCreds,
  BaileysEventMap,
  Contact,
  DownloadableMessage,
  MediaType,
  MiscMessageGenerationOptions,
  SignalKeyStore,
  WAMessage,
  WAMessageContent,
  WAMessageKey,
  WAPresence,
  WASocket,
} from 'baileys';

export type { AnyMessageContent, WAMessage, WAMessageContent } from 'baileys';

export interface WaSocketLike {
  ev: {
    on<T extends keyof BaileysEventMap>(event: T, listener: (payload: BaileysEventMap[T]) => void): void;
    /** Tells what was gathered and not told yet. */
    flush?(): boolean;
  };
  readonly user: Contact | undefined;
  sendMessage(
    jid: string,
    content: AnyMessageContent,
    options?: MiscMessageGenerationOptions,
  ): Promise<WAMessage | undefined>;
  /** The first stanza that names this id: the server's word on a message. Undefined when none comes in time. */
  waitForMessage(id: string, timeoutMs?: number): Promise<unknown>;
  readMessages(keys: WAMessageKey[]): Promise<void>;
  sendPresenceUpdate(type: WAPresence, to?: string): Promise<void>;
  onWhatsApp(...numbers: string[]): Promise<{ jid: string; exists: boolean }[] | undefined>;
  requestPairingCode(number: string): Promise<string>;
  groupMetadata(jid: string): Promise<{ subject: string }>;
  updateMediaMessage(message: WAMessage): Promise<WAMessage>;
  signalRepository: {
    lidMapping: { getPNForLID(lid: string): Promise<string | null> };
  };
  logout(reason?: string): Promise<void>;
  end(error: Error | undefined): void | Promise<void>;
}

export interface ConnectOptions {
  /** Which of the sessions it is for. */
  session: string;
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  /** Ask the phone for all it has, not only for what is recent. */
  wantsHistory: boolean;
  /** A message of ours that somebody could not open and wants again. */
  getMessage(key: WAMessageKey): Promise<WAMessageContent | undefined>;
}

/** The library itself, or what stands in for it. */
export interface WaLibrary {
  newCreds(): AuthenticationCreds;
  connect(options: ConnectOptions): WaSocketLike;
  download(media: DownloadableMessage, type: MediaType): Promise<Readable>;
  /** Keys and credentials as text, and back. */
  pack(value: unknown): string;
  unpack(kind: string, text: string): unknown;
  /** Which options of a poll were chosen, as their hashes; undefined when it cannot be told. */
  openVote?(
    vote: unknown,
    poll: { id: string; secret: Uint8Array; creator: string; voter: string },
  ): Uint8Array[] | undefined;
  /** Of a stand-in: something happens at the other end. */
  play?(session: string, action: unknown): Promise<unknown>;
}

/** Compiles as long as the real socket can do all of it. */
export const asLike = (socket: WASocket): WaSocketLike => socket;
