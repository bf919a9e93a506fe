/** What the house wants said, as the library takes it. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AnyMessageContent, WAMessageKey } from 'baileys';
import type { OutFile, ToSay } from './wire.ts';

/**
 * The name of a message is made of our own name of the send, before anything leaves: the same send twice, also by
 * another process after a crash, is the same message to every phone. In the form that linked devices use.
 */
export const messageIdOf = (correlation: string): string =>
  `3EB0${createHash('sha256').update(correlation).digest('hex').slice(0, 18).toUpperCase()}`;

export interface OutgoingNeeds {
  open(file: OutFile): Readable;
  /** Of a message that is reacted to. */
  keyOf(id: string): WAMessageKey;
  isForwarded: boolean;
}

export function contentOf(say: ToSay, { open, keyOf, isForwarded }: OutgoingNeeds): AnyMessageContent {
  const passedOn = isForwarded && { contextInfo: { isForwarded: true, forwardingScore: 1 } };
  switch (say.kind) {
    case 'text':
      // A preview would be fetched from wherever the text points to.
      return { text: say.text, linkPreview: null, ...passedOn };
    case 'file': {
      const { mime, name } = say.file;
      const stream = { stream: open(say.file) };
      const caption = say.caption === undefined ? {} : { caption: say.caption };
      const once = say.isViewOnce ? { viewOnce: true } : {};
      switch (say.type) {
        case 'image':
          return { image: stream, mimetype: mime, ...caption, ...once, ...passedOn };
        case 'video':
          return { video: stream, mimetype: mime, ...caption, ...once, ...passedOn };
        case 'audio':
          return {
            audio: stream,
            mimetype: say.isVoice ? 'audio/ogg; codecs=opus' : mime,
            ptt: say.isVoice ?? false,
            ...once,
          };
        case 'sticker':
          return { sticker: stream, mimetype: mime };
        case 'document':
          return { document: stream, mimetype: mime, fileName: name, ...caption, ...passedOn };
      }
    }
    // falls through: every type of file has answered above
    case 'place':
      return {
        location: {
          degreesLatitude: say.latitude,
          degreesLongitude: say.longitude,
          ...(say.name !== undefined && { name: say.name }),
          ...(say.address !== undefined && { address: say.address }),
        },
      };
    case 'cards':
      return {
        contacts: {
          displayName: say.cards.map(({ name }) => name).join(', '),
          contacts: say.cards.map(({ name, numbers }) => ({ displayName: name, vcard: vcardOf(name, numbers) })),
        },
      };
    case 'reaction':
      return { react: { key: keyOf(say.to), text: say.emoji } };
    case 'poll':
      return { poll: { name: say.question, values: say.options, selectableCount: say.isMultiple ? 0 : 1 } };
    case 'event':
      return {
        event: {
          name: say.title,
          startDate: new Date(say.starts * 1000),
          ...(say.ends !== undefined && { endDate: new Date(say.ends * 1000) }),
          ...(say.place !== undefined && { location: { degreesLatitude: 0, degreesLongitude: 0, name: say.place } }),
          ...(say.description !== undefined && { description: say.description }),
        },
      };
  }
}

/** A name must not end its line and begin another. */
const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/([\\;,])/g, '\\$1');
function vcardOf(name: string, numbers: string[]): string {
  const phones = numbers.map((number) => {
    const digits = number.replace(/\D/g, '');
    return `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`;
  });
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${inOneLine(name)};;;`,
    `FN:${inOneLine(name)}`,
    ...phones,
    'END:VCARD',
  ].join('\n');
}
