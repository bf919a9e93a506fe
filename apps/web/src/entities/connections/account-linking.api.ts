/** Official accounts: what they are linked with, whether the channel takes it, and pages handed over by signing in. */
import type { LinkablePage, Linking, LinkingField, LinkingFinding } from '@balcao/contract/endpoints/connections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

export type { LinkablePage, Linking, LinkingField, LinkingFinding };

export const useLinking = (id: number | undefined) =>
  useQuery({ ...api.linkings.show.query({ params: { id: id ?? 0 } }), enabled: id !== undefined });

/** Asks the channel about each key; with nothing wrong it is connected from then on. */
export const useCheckLinking = () =>
  useLinkingChange(['connections', 'linkings'], (id: number) => api.linkings.check({ params: { id } }));

/** The browser goes to the channel and comes back with `?link=` or `?linkError=`. */
export const useSignInAtMeta = () =>
  useMutation({
    mutationFn: () => api.linkings.begin(),
    onSuccess: ({ url }) => leaveFor(url),
  });

/** Only where a browser can go. */
export function leaveFor(url: string): void {
  if (/^https?:\/\//i.test(url)) window.location.assign(url);
}

/** What the sign-in left is there for a few minutes and is not asked for twice behind the person's back. */
export const useLinkablePages = (link: string) =>
  useQuery({ ...api.linkings.pages.query({ query: { link } }), staleTime: Infinity, retry: false });

/** What the sign-in left is used up by it, and not asked for again. */
export const useJoinPages = () =>
  useLinkingChange(['connections'], (chosen: { link: string; pageIds: string[]; addInstagram: boolean }) =>
    api.linkings.join({ body: chosen }),
  );

function useLinkingChange<V, R>(changes: readonly ('connections' | 'linkings')[], change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(changes.map((module) => invalidateModule(client, module)));
    },
  });
}
