/** One timer for everything on the page that shows a running time. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useSyncExternalStore } from 'react';
import { formatDate } from './format.ts';

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whole units since a moment; renders only when the number changes. Null without a moment. */
export const useElapsed = (since: string | number | null, unitMs: number): number | null =>
  useSyncExternalStore(subscribe, () =>
    since === null ? null : Math.max(0, Math.floor((Date.now() - +new Date(since)) / unitMs)),
  );

/** The current time, cut to the unit. */
export const useNowBy = (unitMs: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / unitMs) * unitMs);

/** The current day as dd/MM/yyyy, updated at midnight. */
export const useTodayText = (): string => formatDate(useNowBy(MINUTE_MS));
