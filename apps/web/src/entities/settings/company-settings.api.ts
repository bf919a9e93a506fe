/** What the company decided, as the server keeps it, and the history of it. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.tsx';
import { lay } from '../../lib/news.ts';
import { useSession } from '../../lib/session.tsx';

export type CompanySettings = Partial<Record<CompanySetting, SettingValue>>;

/** All of them, following what colleagues change meanwhile. */
export function useCompanySettings() {
  const { companyId } = useSession();
  const client = useQueryClient();
  useLive('settings', ({ setting }) => {
    keep(client, companyId, setting.key, setting.value);
    void forgetChanges(client);
  });
  return useQuery(settingsOf(companyId));
}

/** Saves one; answers the number of the change, by which it can be taken back. */
export function useSaveSetting() {
  const { companyId } = useSession();
  const client = useQueryClient();
  return async (column: CompanySetting, data: SettingValue): Promise<number | null> => {
    const { result, changeId } = await api.settings.saveCompany({ body: { column, data } });
    keep(client, companyId, column, result[column] ?? data);
    void forgetChanges(client);
    return changeId;
  };
}

export function useSettingChanges() {
  const client = useQueryClient();
  useLive('companyHours', () => void forgetChanges(client));
  return useInfiniteQuery({
    queryKey: CHANGES,
    queryFn: ({ pageParam, signal }) =>
      api.settings.changes({ query: pageParam === null ? {} : { before: String(pageParam) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasMore, changes }) => (hasMore ? (changes.at(-1)?.id ?? null) : null),
  });
}

/** Puts back what stood there before; refused when somebody has changed it since. */
export function useUndoChange() {
  const client = useQueryClient();
  const { companyId } = useSession();
  return useMutation({
    mutationFn: (id: number) => api.settings.undo({ params: { id } }),
    onSuccess: ({ key, to }) => {
      if (!Array.isArray(to)) keep(client, companyId, key, to);
      if (key === 'schedules' || key === 'timeZone')
        void client.invalidateQueries({ queryKey: ['companies', 'hours'] });
    },
    onSettled: () => forgetChanges(client),
  });
}

const settingsOf = (companyId: number) => api.settings.company.query({ params: { companyId } });
const CHANGES = ['settings', 'changes'];
export const forgetChanges = (client: QueryClient) => client.invalidateQueries({ queryKey: CHANGES });

const keep = (client: QueryClient, companyId: number, key: string, value: SettingValue) =>
  lay<CompanySettings>(client, settingsOf(companyId).queryKey, (known) => ({ ...known, [key]: value }));
