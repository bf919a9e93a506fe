/** Messenger and Instagram: the page token serves both; contacts have ids per page or account. */
import { z } from 'zod';
import { streamedForm } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import { OutcomeUnknown, Refused, type Account, type Content, type Peer, type StoredMedia } from '../../port.ts';
import { fileNotFound } from '../../egress-errors.ts';
import { isMetaFileHost } from '../hosts.ts';
import type { MetaKind, MetaKindDeps } from '../kind.ts';
import { scopeOf, channelMessageId } from '../field-parsers.ts';
import { createPageCheck } from './check.ts';
import { fetchProfile } from './profile.ts';
import { parsePagesPayload } from './parse.ts';
import { fileTypes, serializeContent, type PageKind } from './serialize.ts';

const WireSent = z.object({ message_id: z.string().min(1) });
const WireUploaded = z.object({ attachment_id: z.union([z.string().min(1), z.number().transform(String)]) });
const WireDone = z.unknown();

const MEGABYTE = 1024 * 1024;
const maxBytesFor = (kind: PageKind, type: string): number =>
  (kind === 'instagram' && type === 'image' ? 8 : 25) * MEGABYTE;

export function createPages({ graph, graphUrl, openFile, uploads }: MetaKindDeps): MetaKind {
  const sendAction = async (account: Account, to: Peer, sender_action: string, payload?: object): Promise<void> => {
    const body = { recipient: { id: addressOf(to, account) }, sender_action, ...(payload && { payload }) };
    await graph.request(account, 'POST', [pageOf(account), 'messages'], { body }, WireDone);
  };

  /** Uploads the file of a message. If this fails, the message was not sent. */
  async function upload(account: Account, media: StoredMedia, type: string): Promise<string> {
    if (media.bytes > maxBytesFor(kindOf(account), type))
      throw new Refused({ code: 'ERR_CHANNEL_MEDIA', detail: 'the file exceeds the limit of the channel' });
    return uploads.run(account, media.bytes, () => uploadFile(account, media, type));
  }
  async function uploadFile(account: Account, media: StoredMedia, type: string): Promise<string> {
    const file = await openFile(media.key);
    if (!file) throw new Refused({ code: 'ERR_SENDING_WAPP_MSG', detail: 'the file is no longer stored' });
    const fields = {
      ...(account.kind === 'instagram' && { platform: 'instagram' }),
      message: JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }),
    };
    const { mime, fileName } = media;
    const form = streamedForm(fields, { ...file, field: 'filedata', fileName: fileName || 'file', mime });
    const path = [pageOf(account), 'message_attachments'];
    const { attachment_id } = await graph.upload(account, path, form, WireUploaded);
    return attachment_id;
  }
  async function uploaded(account: Account, content: Content<StoredMedia>): Promise<Content<string>> {
    if (content.kind === 'media')
      return { ...content, media: await upload(account, content.media, fileTypes[content.type]) };
    if (!('image' in content)) return content as Content<string>;
    const { image, ...rest } = content;
    return image ? { ...rest, image: await upload(account, image, 'image') } : rest;
  }

  return {
    parse: parsePagesPayload,

    async send(account, { to, content, correlation, quotes, isLateAgentReply = false }) {
      const id = addressOf(to, account);
      if (content.kind === 'reaction') {
        const reaction = account.kind === 'instagram' && content.emoji.startsWith('❤') ? 'love' : content.emoji;
        const of = { message_id: channelMessageId(content.to) ?? content.to };
        if (reaction === '') await sendAction(account, to, 'unreact', of);
        else await sendAction(account, to, 'react', { ...of, reaction });
        // A reaction has no id on the channel; later events name the message it refers to.
        return { wid: `reaction.${correlation}` };
      }
      const parts = serializeContent(await uploaded(account, content), kindOf(account));
      if (!parts || parts.length === 0) throw new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: content.kind });
      const replies = quotes === undefined ? undefined : channelMessageId(quotes);
      let wid = '';
      for (const [n, part] of parts.entries()) {
        // Only the last part carries the bare correlation: its echo confirms the whole message.
        const metadata = n === parts.length - 1 ? correlation : `${correlation}#${n + 1}`;
        const body = {
          recipient: { id },
          ...(isLateAgentReply
            ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
            : { messaging_type: 'RESPONSE' }),
          message: { ...part, metadata },
          ...(n === 0 && replies !== undefined && { reply_to: { mid: replies } }),
        };
        try {
          const sent = await graph.call(account, 'POST', [pageOf(account), 'messages'], { body }, WireSent);
          wid = sent.message_id;
        } catch (error) {
          if (isLateAgentReply && isRightMissing(error)) throw notAllowedLate(error);
          // A retry would send the first part twice.
          if (n > 0 && !(error instanceof Refused)) throw new OutcomeUnknown('only a part of it was sent');
          throw error;
        }
      }
      return { wid };
    },

    markRead: (account, to) => sendAction(account, to, 'mark_seen'),
    typing: (account, to) => sendAction(account, to, 'typing_on'),

    async fetchMedia(_, { ref }, maxBytes) {
      if (!isMetaFileHost(ref, graphUrl)) throw fileNotFound('not a file host of the channel');
      // These URLs need no authentication, so no token is sent.
      return graph.fetchFile(ref, maxBytes);
    },
    // Contacts of pages have ids, never numbers.
    findNumber: () => Promise.resolve(null),
    check: createPageCheck(graph),
    profile: (account, of) => fetchProfile(graph, account, addressOf(of, account)),
  };
}

/** The app may answer within the reply window but has no permission for the tag: the account itself still works. */
const isRightMissing = (error: unknown): error is Refused =>
  error instanceof Refused && error.fault.code === 'ERR_CHANNEL_RIGHTS';
const notAllowedLate = ({ fault }: Refused) => new Refused({ code: 'ERR_REPLY_WINDOW', detail: fault.detail });

const kindOf = ({ kind }: Account): PageKind => (kind === 'instagram' ? 'instagram' : 'facebook');
/** Instagram calls go through the linked page. */
const pageOf = ({ secrets }: Account): string => secrets['pageId'] || 'me';

/** Ids of another account are ignored: they are invalid here or belong to another contact. */
function addressOf({ identities }: Peer, account: Account): string {
  const kind = account.kind === 'instagram' ? 'igsid' : 'psid';
  const own = identities.find((identity) => identity.kind === kind && (identity.scope ?? '') === scopeOf(account));
  if (!own)
    throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'the contact has no identity for this account' });
  return own.value;
}
