import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import type { IconName } from '../../ui/index.ts';

export interface Attached {
  name: string;
  /** As messages call it: image, audio, video or document. */
  type: string | null;
}

export const iconOfMedia = (type: string | null): IconName =>
  type === 'image' ? 'image' : type === 'audio' ? 'mic' : type === 'video' ? 'video' : 'file';

export const attachedTo = (reply: QuickMessage | undefined): Attached | null =>
  reply?.mediaName == null ? null : { name: reply.mediaName, type: reply.mediaType };

/** A chosen file as it will be called once it is kept: without spaces, as the server names it. */
export const attachedFrom = (file: File): Attached => ({
  name: file.name.replaceAll(/\s/g, '_'),
  type: /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'document',
});
