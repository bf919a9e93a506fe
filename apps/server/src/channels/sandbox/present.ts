import type { SandboxContent } from '@balcao/contract/endpoints/sandbox';
import type { Content, MediaRef } from '../port.ts';

/** Content as the simulated phone shows it. */
export function presentContent(content: Content): SandboxContent {
  switch (content.kind) {
    case 'media':
      return {
        kind: 'media',
        type: content.type,
        media: presentFile(content.media),
        caption: content.caption ?? '',
        isVoice: content.isVoice ?? false,
        isViewOnce: content.isViewOnce ?? false,
      };
    case 'location':
      return { ...content, name: content.name ?? '', address: content.address ?? '' };
    case 'list':
      return { ...content, footer: content.footer ?? '' };
    case 'button':
      return { ...content, image: content.image ? presentFile(content.image) : null };
    case 'event':
      return {
        ...content,
        endsAt: content.endsAt ?? null,
        place: content.place ?? '',
        description: content.description ?? '',
      };
    case 'ad':
      return {
        ...content,
        body: content.body ?? '',
        url: content.url ?? '',
        image: content.image ? presentFile(content.image) : null,
      };
    // A reaction is shown at its message, never as a message.
    case 'reaction':
      return { kind: 'unsupported', what: 'reaction' };
    case 'buttons':
      return { ...content, footer: content.footer ?? '' };
    case 'template': {
      const { name, language, text, title, footer } = content.template;
      return {
        kind: 'template',
        name,
        language,
        text,
        title: title ?? '',
        footer: footer ?? '',
        image: content.image ? presentFile(content.image) : null,
      };
    }
    case 'form':
    case 'order':
    case 'story':
    case 'share':
      return { kind: 'unsupported', what: content.kind };
    case 'text':
    case 'contacts':
    case 'pix':
    case 'choice':
    case 'poll':
    case 'call':
    case 'unsupported':
      return content;
  }
}

/** Preview for the conversation list; empty for content without text, which the screen labels. */
export function textOf(content: SandboxContent): string {
  switch (content.kind) {
    case 'text':
    case 'list':
    case 'buttons':
    case 'template':
    case 'ad':
      return content.text;
    case 'media':
      return content.caption || content.media.fileName;
    case 'location':
      return content.name || content.address;
    case 'contacts':
      return content.contacts.map(({ name }) => name).join(', ');
    case 'button':
    case 'pix':
    case 'choice':
    case 'event':
      return content.title;
    case 'poll':
      return content.question;
    case 'call':
    case 'unsupported':
      return '';
  }
}

const presentFile = ({ ref, mime, fileName, bytes }: MediaRef) => ({
  ref,
  mime,
  fileName: fileName ?? '',
  bytes: bytes ?? 0,
});
