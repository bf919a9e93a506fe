/** Announcements of the platform: pages for their screen, those that are shown, and changes. */
import type { Announcement, AnnouncementDraft } from '@balcao/contract/endpoints/announcements';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';
import { isSupportWindow } from '../../lib/support-window.ts';

export type { Announcement, AnnouncementDraft };

export type AnnouncementView = 'all' | 'active' | 'inactive';

export function useAnnouncementPages(search: string, view: AnnouncementView) {
  useAnnouncementsLive();
  const query = { searchParam: search, view };
  return useInfiniteList({
    key: api.announcements.list.key({ query }),
    page: (pageNumber, signal) => api.announcements.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.records,
  });
}

/** A scheduled announcement begins without an event. */
const REFETCH_MS = 300_000;

/** What the bell shows; not with an expired subscription and not in support access. */
export function useShownAnnouncements() {
  const { actor } = useSession();
  const canRead = useCan('announcement.read');
  const isEnabled = canRead && !actor.overdue && !isSupportWindow();
  useAnnouncementsLive();
  return useQuery({
    ...api.announcements.list.query({ query: { view: 'shown' } }),
    enabled: isEnabled,
    refetchInterval: REFETCH_MS,
  });
}

function useAnnouncementsLive(): void {
  const client = useQueryClient();
  useEffect(() => listen('company-announcement', () => void invalidateModule(client, 'announcements')), [client]);
}

export const useReadAnnouncement = () =>
  useChange((id: number | 'all') =>
    id === 'all' ? api.announcements.readAll() : api.announcements.read({ params: { id } }),
  );

/** Change of the picture on save: undefined keeps it, a file replaces it, null removes it. */
export type PictureChange = File | null | undefined;

export const useSaveAnnouncement = () =>
  useChange(({ id, ...body }: AnnouncementDraft & { id?: number | undefined }) =>
    id === undefined ? api.announcements.create({ body }) : api.announcements.update({ params: { id }, body }),
  );
export const useChangePicture = () =>
  useChange(({ id, picture }: { id: number; picture: File | null }) =>
    picture
      ? api.announcements.attach({ params: { id }, files: picture })
      : api.announcements.detach({ params: { id } }),
  );
export const useRemoveAnnouncement = () => useChange((id: number) => api.announcements.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'announcements') });
}
