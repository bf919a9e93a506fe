import type { QuickMessage, QuickMessageDraft } from '@balcao/contract/endpoints/quick-messages';
import type { z } from 'zod';
import type { QuickReplyFields } from '../../infrastructure/db/schema/quick-replies.ts';
import type { FullQuickReply } from './quick-replies.store.ts';

// Maps domain names to the names of the wire.

export const presentQuickReply = (row: FullQuickReply, sign: (key: string) => string): QuickMessage => ({
  id: row.id,
  shortcode: row.shortcode,
  message: row.message,
  geral: row.isShared,
  visao: row.isVisible,
  isMedia: row.mediaKey !== null,
  ...(row.mediaKey === null
    ? { mediaPath: null, mediaName: null, mediaType: null }
    : { mediaPath: sign(row.mediaKey), mediaName: row.mediaName, mediaType: typeOf(row.mediaMime) }),
  userId: row.userId,
  user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
  createdAt: row.createdAt.toISOString(),
});

/** Ignores the client's `isMedia`: it follows from the stored file. */
export const parseQuickReply = (draft: z.output<typeof QuickMessageDraft>): QuickReplyFields => ({
  shortcode: draft.shortcode,
  message: draft.message,
  isShared: draft.geral,
  isVisible: draft.visao,
});

/** Media type in the terms of messages. */
const typeOf = (mime: string): string => /^(image|audio|video)\//.exec(mime)?.[1] ?? 'document';
