/** The numbers of the dashboard: live ones, those of a period, and the charts. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import type { DayRange } from '../../lib/days.ts';
import { useTopic } from '../../lib/topics.tsx';

export type { AgentStats, DashboardNow, DashboardPeriod } from '@balcao/contract/endpoints/dashboard';
export type Dashboard = NonNullable<ReturnType<typeof useDashboard>['data']>;

export const useDashboard = ({ from, to }: DayRange) =>
  useQuery(api.dashboard.show.query({ query: { date_from: from, date_to: to } }));

const RECOUNT_MS = 60_000;
/** Many changes at once are one request. */
const FOLLOW_MS = 1500;

/** Recounted every minute and soon after each change that the socket announces. */
export function useNow() {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: api.dashboard.now.key() });
    }, FOLLOW_MS);
  };
  useTopic('ticket', follow);
  useTopic('user', follow);
  return useQuery({ ...api.dashboard.now.query(), refetchInterval: RECOUNT_MS });
}

export const useServicesPerAgent = ({ from, to }: DayRange) =>
  useQuery(api.dashboard.ticketsUsers.query({ query: { initialDate: from, finalDate: to } }));

export const useServicesPerDay = ({ from, to }: DayRange) =>
  useQuery(api.dashboard.ticketsDay.query({ query: { initialDate: from, finalDate: to } }));
