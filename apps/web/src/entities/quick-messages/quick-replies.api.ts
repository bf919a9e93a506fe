/** The ready answers this person may use, fetched when first asked for and kept fresh from then on. */
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useFresh } from '../../lib/fresh.ts';

export type { QuickMessage };

export function useQuickReplies(wanted: boolean) {
  useFresh('quickmessage', 'quickMessages');
  return useQuery({ ...api.quickMessages.pick.query(), enabled: wanted });
}

/** The file of a reply, as if it had been chosen from this computer. */
export async function fileOfReply({ mediaPath, mediaName }: QuickMessage): Promise<File | null> {
  if (mediaPath === null) return null;
  const answer = await fetch(mediaPath);
  if (!answer.ok) throw new Error('ERR_NOT_FOUND');
  const bytes = await answer.blob();
  return new File([bytes], mediaName ?? 'arquivo', { type: bytes.type });
}
