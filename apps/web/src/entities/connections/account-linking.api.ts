/** Official accounts: their keys, the check of the keys with the channel, and pages linked by signing in. */
import type { LinkablePage, Linking, LinkingField, LinkingFinding } from '@balcao/contract/endpoints/connections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

export type { LinkablePage, Linking, LinkingField, LinkingFinding };

export const useLinking = (id: number | undefined) =>
  useQuery({ ...api.linkings.show.query({ params: { id: id ?? 0 } }), enabled: id !== undefined });

/** Checks each key with the channel; if all are valid, the account is connected. A PIN registers the number first. */
export const useCheckLinking = () =>
  useLinkingChange(['connections', 'linkings'], ({ id, pin }: { id: number; pin?: string }) =>
    api.linkings.check({ params: { id }, body: pin === undefined ? {} : { pin } }),
  );

/** The browser leaves for Meta and returns with `?link=` or `?linkError=`. */
export const useSignInAtMeta = () =>
  useMutation({
    mutationFn: () => api.linkings.begin(),
    onSuccess: ({ url }) => leaveFor(url),
  });

/** Opens only http and https addresses. */
export function leaveFor(url: string): void {
  if (/^https?:\/\//i.test(url)) window.location.assign(url);
}

/** The result of the sign-in is valid for a few minutes and is not refetched in the background. */
export const useLinkablePages = (link: string) =>
  useQuery({ ...api.linkings.pages.query({ query: { link } }), staleTime: Infinity, retry: false });

/** Uses up the result of the sign-in, so the query must not run again. */
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
