import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import type { z } from 'zod';
import type { Files } from './files.ts';
import type { PhoneContent } from './phones.ts';

export type Action = z.output<typeof SandboxAction>;
export type ActionOf<K extends Action['act']> = Extract<Action, { act: K }>;
/** The acts that put a message of the customer on the phone. */
export type CustomerContent = ActionOf<
  'say' | 'send' | 'location' | 'contacts' | 'poll' | 'event' | 'ad' | 'strange' | 'call'
>;

const secondsOf = (isoTime: string) => Math.floor(Date.parse(isoTime) / 1000);

export function contentOf(action: CustomerContent, files: Files): PhoneContent {
  switch (action.act) {
    case 'say':
      return { kind: 'text', body: action.text };
    case 'send':
      return {
        kind: action.type === 'document' ? 'file' : action.type,
        file: action.file
          ? files.put(Buffer.from(action.file.base64, 'base64'), { mime: action.file.mime, name: action.file.fileName })
          : files.sample(action.type),
        caption: action.caption,
        once: action.isViewOnce,
      };
    case 'location':
      return {
        kind: 'place',
        lat: action.latitude,
        lng: action.longitude,
        label: action.name,
        address: action.address,
      };
    case 'contacts':
      return { kind: 'cards', cards: action.contacts.map(({ name, numbers }) => ({ name, phones: numbers })) };
    case 'poll':
      return { kind: 'poll', question: action.question, options: action.options, many: action.isMultiple };
    case 'event':
      return {
        kind: 'meeting',
        title: action.title,
        starts: secondsOf(action.startsAt),
        ends: action.endsAt === undefined ? null : secondsOf(action.endsAt),
        place: action.place,
        about: action.description,
      };
    case 'ad':
      return {
        kind: 'ad',
        text: action.text,
        title: action.title,
        body: action.body,
        url: action.url,
        image: action.hasImage ? files.sample('ad') : null,
      };
    case 'strange':
      return { kind: 'strange', what: action.what };
    case 'call':
      return { kind: 'call', video: action.isVideo, outcome: action.outcome };
  }
}
