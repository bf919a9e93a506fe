import type { SandboxAct } from '@balcao/contract/endpoints/sandbox';
import type { z } from 'zod';
import type { Files } from './files.ts';
import type { PhoneSay } from './phones.ts';

export type Act = z.output<typeof SandboxAct>;
export type ActOf<K extends Act['act']> = Extract<Act, { act: K }>;
/** The acts that put a message of the customer on the phone. */
export type Saying = ActOf<'say' | 'send' | 'location' | 'contacts' | 'poll' | 'event' | 'ad' | 'strange' | 'call'>;

const secondsOf = (moment: string) => Math.floor(Date.parse(moment) / 1000);

export function sayOf(act: Saying, files: Files): PhoneSay {
  switch (act.act) {
    case 'say':
      return { kind: 'text', body: act.text };
    case 'send':
      return {
        kind: act.type === 'document' ? 'file' : act.type,
        file: act.file
          ? files.put(Buffer.from(act.file.base64, 'base64'), { mime: act.file.mime, name: act.file.fileName })
          : files.sample(act.type),
        caption: act.caption,
        once: act.isViewOnce,
      };
    case 'location':
      return { kind: 'place', lat: act.latitude, lng: act.longitude, label: act.name, address: act.address };
    case 'contacts':
      return { kind: 'cards', cards: act.contacts.map(({ name, numbers }) => ({ name, phones: numbers })) };
    case 'poll':
      return { kind: 'poll', question: act.question, options: act.options, many: act.isMultiple };
    case 'event':
      return {
        kind: 'meeting',
        title: act.title,
        starts: secondsOf(act.startsAt),
        ends: act.endsAt === undefined ? null : secondsOf(act.endsAt),
        place: act.place,
        about: act.description,
      };
    case 'ad':
      return {
        kind: 'ad',
        text: act.text,
        title: act.title,
        body: act.body,
        url: act.url,
        image: act.hasImage ? files.sample('ad') : null,
      };
    case 'strange':
      return { kind: 'strange', what: act.what };
    case 'call':
      return { kind: 'call', video: act.isVideo, outcome: act.outcome };
  }
}
