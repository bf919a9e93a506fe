import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import type { z } from 'zod';
import { serializeContent } from '../serialize.ts';
import type { Files } from './files.ts';
import type { PhoneContent } from './phones.ts';

export type Action = z.output<typeof SandboxAction>;
export type ActionOf<K extends Action['act']> = Extract<Action, { act: K }>;
/** Actions that add a message of the customer to the phone. */
export type CustomerContent = ActionOf<
  'say' | 'send' | 'location' | 'contacts' | 'poll' | 'event' | 'ad' | 'strange' | 'call'
>;

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
      return serializeContent({ ...action, kind: 'location' })!;
    case 'contacts':
      return serializeContent({ ...action, kind: 'contacts' })!;
    case 'poll':
      return serializeContent({ ...action, kind: 'poll' })!;
    case 'event': {
      const { endsAt, ...event } = action;
      return serializeContent({ ...event, kind: 'event', ...(endsAt !== undefined && { endsAt }) })!;
    }
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
