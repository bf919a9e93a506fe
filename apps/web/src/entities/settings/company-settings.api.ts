/** The company's settings and their history. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { patchCache } from '../../lib/cache-updates.ts';
import { useSession } from '../../lib/session.tsx';

export type CompanySettings = Partial<Record<CompanySetting, SettingValue>>;

/** All settings, including colleagues' changes. */
export function useCompanySettings() {
  const { companyId } = useSession();
  const client = useQueryClient();
  useTopic('settings', ({ setting }) => {
    cacheSetting(client, companyId, setting.key, setting.value);
    void invalidateChanges(client);
  });
  return useQuery(settingsOf(companyId));
}

/** Saves one setting; returns the id of the change, for undo. */
export function useSaveSetting() {
  const { companyId } = useSession();
  const client = useQueryClient();
  return async (column: CompanySetting, data: SettingValue): Promise<number | null> => {
    const { result, changeId } = await api.settings.saveCompany({ body: { column, data } });
    cacheSetting(client, companyId, column, result[column] ?? data);
    void invalidateChanges(client);
    return changeId;
  };
}

export function useSettingChanges() {
  const client = useQueryClient();
  useTopic('companyHours', () => void invalidateChanges(client));
  return useInfiniteQuery({
    queryKey: CHANGES,
    queryFn: ({ pageParam, signal }) =>
      api.settings.changes({ query: pageParam === null ? {} : { before: String(pageParam) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasMore, changes }) => (hasMore ? (changes.at(-1)?.id ?? null) : null),
  });
}

/** Restores the previous value; refused if the setting was changed since. */
export function useUndoChange() {
  const client = useQueryClient();
  const { companyId } = useSession();
  return useMutation({
    mutationFn: (id: number) => api.settings.undo({ params: { id } }),
    onSuccess: ({ key, to }) => {
      if (!Array.isArray(to)) cacheSetting(client, companyId, key, to);
      if (key === 'schedules' || key === 'timeZone')
        void client.invalidateQueries({ queryKey: ['companies', 'hours'] });
    },
    onSettled: () => invalidateChanges(client),
  });
}

const settingsOf = (companyId: number) => api.settings.company.query({ params: { companyId } });
const CHANGES = ['settings', 'changes'];
export const invalidateChanges = (client: QueryClient) => client.invalidateQueries({ queryKey: CHANGES });

const cacheSetting = (client: QueryClient, companyId: number, key: string, value: SettingValue) =>
  patchCache<CompanySettings>(client, settingsOf(companyId).queryKey, (cached) => ({ ...cached, [key]: value }));
