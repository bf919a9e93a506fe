/** The company's business hours: week, time zone, and days that differ. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CompanyHours, Holiday, HolidayDraft } from '@balcao/contract/endpoints/companies';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { refetchAfterFetch } from '../../lib/cache-updates.ts';
import { useSession } from '../../lib/session.tsx';
import { invalidateChanges } from './company-settings.api.ts';

export type { CompanyHours, Holiday, HolidayDraft };

export function useCompanyHours() {
  const { companyId } = useSession();
  const client = useQueryClient();
  useTopic('companyHours', ({ hours }) => {
    client.setQueryData(hoursOf(companyId).queryKey, hours);
    refetchAfterFetch(client, hoursOf(companyId).queryKey);
  });
  return useQuery(hoursOf(companyId));
}

export const useSaveWeek = () =>
  useChange((companyId, schedules: CompanyHours['schedules']) =>
    api.companies.saveSchedules({ params: { companyId }, body: { schedules } }),
  );

export const useSaveTimeZone = () =>
  useChange((companyId, timeZone: string) => api.companies.saveTimeZone({ params: { companyId }, body: { timeZone } }));

export const useSaveHoliday = () =>
  useChange((_, { id, ...body }: HolidayDraft & { id?: number | undefined }) =>
    id === undefined ? api.companies.addHoliday({ body }) : api.companies.changeHoliday({ params: { id }, body }),
  );

export const useAddNationalDays = () =>
  useChange((_, days: string[]) => api.companies.addNationalDays({ body: { days } }));

export const useRemoveHoliday = () => useChange((_, id: number) => api.companies.removeHoliday({ params: { id } }));

const hoursOf = (companyId: number) => api.companies.hours.query({ params: { companyId } });

function useChange<V, R>(change: (companyId: number, value: V) => Promise<R>) {
  const { companyId } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => change(companyId, value),
    // After saving, the server's version is shown.
    onSuccess: () => settled(client, companyId),
  });
}

const settled = (client: QueryClient, companyId: number) =>
  Promise.all([client.invalidateQueries({ queryKey: hoursOf(companyId).queryKey }), invalidateChanges(client)]);
