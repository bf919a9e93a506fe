/** The quick replies that the user can send, fetched at first use and refetched on changes. */
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { downloadFile } from '../../lib/download-file.ts';

export type { QuickMessage };

export function useQuickReplies(isEnabled: boolean) {
  useRefetchOnTopic('quickmessage', 'quickMessages');
  return useQuery({ ...api.quickMessages.pick.query(), enabled: isEnabled });
}

export const fileOfReply = async ({ mediaPath, mediaName }: QuickMessage): Promise<File | null> =>
  mediaPath === null ? null : downloadFile(mediaPath, mediaName ?? 'arquivo');
