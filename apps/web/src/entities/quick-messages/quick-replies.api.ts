/** The ready answers this person may use, fetched when first asked for and kept fresh from then on. */
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useFresh } from '../../lib/fresh.ts';
import { keptFile } from '../../lib/kept-file.ts';

export type { QuickMessage };

export function useQuickReplies(wanted: boolean) {
  useFresh('quickmessage', 'quickMessages');
  return useQuery({ ...api.quickMessages.pick.query(), enabled: wanted });
}

export const fileOfReply = async ({ mediaPath, mediaName }: QuickMessage): Promise<File | null> =>
  mediaPath === null ? null : keptFile(mediaPath, mediaName ?? 'arquivo');
