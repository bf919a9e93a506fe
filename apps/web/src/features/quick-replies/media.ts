import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import type { IconName } from '../../ui/index.ts';

export interface Attached {
  name: string;
  /** Media type of a message: image, audio, video or document. */
  type: string | null;
}

export const iconOfMedia = (type: string | null): IconName =>
  type === 'image' ? 'image' : type === 'audio' ? 'mic' : type === 'video' ? 'video' : 'file';

export const attachedTo = (reply: QuickMessage | undefined): Attached | null =>
  reply?.mediaName == null ? null : { name: reply.mediaName, type: reply.mediaType };

/** Name and type of a chosen file after saving: the server replaces spaces in the name. */
export const attachedFrom = (file: File): Attached => ({
  name: file.name.replaceAll(/\s/g, '_'),
  type: /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'document',
});
