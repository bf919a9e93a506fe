/** Outgoing content in the library's format. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AnyMessageContent, WAMessageKey } from 'baileys';
import type { OutFile, OutgoingContent } from './wire.ts';

/**
 * The id is derived from the correlation before anything is sent. A repeated send, also by another process after a crash,
 * is therefore the same message for every phone. The form is that of linked devices.
 */
export const messageIdOf = (correlation: string): string =>
  `3EB0${createHash('sha256').update(correlation).digest('hex').slice(0, 18).toUpperCase()}`;

export interface OutgoingDeps {
  open(file: OutFile): Readable;
  /** Key of the message that a reaction refers to. */
  keyOf(id: string): WAMessageKey;
  isForwarded: boolean;
}

export function contentOf(content: OutgoingContent, { open, keyOf, isForwarded }: OutgoingDeps): AnyMessageContent {
  const forwardedContext = isForwarded && { contextInfo: { isForwarded: true, forwardingScore: 1 } };
  switch (content.kind) {
    case 'text':
      // A link preview would request the URL in the text.
      return { text: content.text, linkPreview: null, ...forwardedContext };
    case 'file': {
      const { mime, name } = content.file;
      const stream = { stream: open(content.file) };
      const caption = content.caption === undefined ? {} : { caption: content.caption };
      const once = content.isViewOnce ? { viewOnce: true } : {};
      switch (content.type) {
        case 'image':
          return { image: stream, mimetype: mime, ...caption, ...once, ...forwardedContext };
        case 'video':
          return { video: stream, mimetype: mime, ...caption, ...once, ...forwardedContext };
        case 'audio':
          return {
            audio: stream,
            mimetype: content.isVoice ? 'audio/ogg; codecs=opus' : mime,
            ptt: content.isVoice ?? false,
            ...once,
          };
        case 'sticker':
          return { sticker: stream, mimetype: mime };
        case 'document':
          return { document: stream, mimetype: mime, fileName: name, ...caption, ...forwardedContext };
      }
    }
    // falls through: every file type has returned above
    case 'place':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          ...(content.name !== undefined && { name: content.name }),
          ...(content.address !== undefined && { address: content.address }),
        },
      };
    case 'cards':
      return {
        contacts: {
          displayName: content.cards.map(({ name }) => name).join(', '),
          contacts: content.cards.map(({ name, numbers }) => ({ displayName: name, vcard: vcardOf(name, numbers) })),
        },
      };
    case 'reaction':
      return { react: { key: keyOf(content.to), text: content.emoji } };
    case 'poll':
      return { poll: { name: content.question, values: content.options, selectableCount: content.isMultiple ? 0 : 1 } };
    case 'event':
      return {
        event: {
          name: content.title,
          startDate: new Date(content.starts * 1000),
          ...(content.ends !== undefined && { endDate: new Date(content.ends * 1000) }),
          ...(content.location !== undefined && {
            location: { degreesLatitude: 0, degreesLongitude: 0, name: content.location },
          }),
          ...(content.description !== undefined && { description: content.description }),
        },
      };
  }
}

/** A line break in a name could inject another property. */
const escapeVcardValue = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/([\\;,])/g, '\\$1');
function vcardOf(name: string, numbers: string[]): string {
  const phones = numbers.map((number) => {
    const digits = number.replace(/\D/g, '');
    return `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`;
  });
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escapeVcardValue(name)};;;`,
    `FN:${escapeVcardValue(name)}`,
    ...phones,
    'END:VCARD',
  ].join('\n');
}
