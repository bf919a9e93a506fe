/** The part of the library that a session uses and that the fake library implements. */
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
    /** Emits buffered events. */
    flush?(): boolean;
  };
  readonly user: Contact | undefined;
  sendMessage(
    jid: string,
    content: AnyMessageContent,
    options?: MiscMessageGenerationOptions,
  ): Promise<WAMessage | undefined>;
  /** First stanza with this id: WhatsApp's acknowledgement. Undefined when none arrives in time. */
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
  /** Session name. */
  session: string;
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  /** Request the full history from the phone, not only recent messages. */
  wantsHistory: boolean;
  /** Own message that a device could not decrypt and requests again. */
  getMessage(key: WAMessageKey): Promise<WAMessageContent | undefined>;
}

/** Implemented by the real and the fake library. */
export interface WaLibrary {
  newCreds(): AuthenticationCreds;
  connect(options: ConnectOptions): WaSocketLike;
  download(media: DownloadableMessage, type: MediaType): Promise<Readable>;
  /** Keys and credentials as text, and back. */
  pack(value: unknown): string;
  unpack(kind: string, text: string): unknown;
  /** Hashes of the chosen poll options; undefined when the vote cannot be decrypted. */
  openVote?(
    vote: unknown,
    poll: { id: string; secret: Uint8Array; creator: string; voter: string },
  ): Uint8Array[] | undefined;
  /** Fake library only: simulates an action of the phone or a customer. */
  play?(session: string, action: unknown): Promise<unknown>;
}

/** Compiles as long as the real socket implements `WaSocketLike`. */
export const asLike = (socket: WASocket): WaSocketLike => socket;
