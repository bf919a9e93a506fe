import type { Readable } from 'node:stream';
import type { WireSend } from '@balcao/whatsapp-qr/wire';
import { Refused, type Account, type Channel, type Peer, type StoredMedia } from '../port.ts';
import type { FileOffers } from './file-offers.ts';
import { canSend, serializeContent, serializePeer } from './serialize.ts';

type Outgoing = Parameters<Channel['send']>[1];
interface SendDeps {
  fileOffers: FileOffers;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  sessionOf(account: Account): string;
  requestSend(account: Account, send: WireSend): Promise<{ id: string }>;
}

/** Sends through the child process; files are offered to it until the request ends. */
export function createSend({ fileOffers, openFile, sessionOf, requestSend }: SendDeps): Channel['send'] {
  async function openStored({ key }: StoredMedia): Promise<Readable> {
    const file = await openFile(key);
    if (!file) throw new Refused({ code: 'ERR_SENDING_WAPP_MSG', detail: 'the file is no longer stored' });
    return file.stream;
  }

  return async (account, { to, content, correlation, quotes, isForwarded }) => {
    if (!canSend(content.kind)) throw unsupported(content.kind);
    const address = addressOf(to);
    const offered: number[] = [];
    const files = new Map<string, Readable>();
    for (const media of mediaOf(content)) files.set(media.key, await openStored(media));
    const wireContent = serializeContent(content, (media) => {
      const stream = fileOffers.offer(sessionOf(account), files.get(media.key)!);
      offered.push(stream);
      return { stream, mime: media.mime, name: media.fileName };
    });
    if (!wireContent) throw unsupported(content.kind);
    try {
      const { id } = await requestSend(account, {
        correlation,
        to: address,
        content: wireContent,
        ...(quotes !== undefined && { quotes }),
        ...(isForwarded && { isForwarded }),
      });
      return { wid: id };
    } finally {
      for (const stream of offered) fileOffers.remove(stream);
    }
  };
}

export function addressOf(peer: Peer) {
  const address = serializePeer(peer);
  if (!address) throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'the contact has no WhatsApp identity' });
  return address;
}
const unsupported = (detail: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail });
const mediaOf = (content: Outgoing['content']): StoredMedia[] =>
  content.kind === 'media' ? [content.media] : content.kind === 'button' && content.image ? [content.image] : [];
