import { SECOND_MS } from '@balcao/domain/kit/durations';
import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { paymentTexts } from './payment.texts.ts';

/** The present time, renewed every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Two units are enough: days and hours, hours and minutes, minutes and seconds. */
export function useTimeLeft(): (ms: number) => string {
  const t = useTexts(paymentTexts);
  return (ms) => {
    const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
    const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
      number,
      number,
      number,
    ];
    if (days > 0) return t('days', { days, hours: hours % 24 });
    if (hours > 0) return t('hours', { hours, minutes: pad(minutes % 60) });
    return t('minutes', { minutes, seconds: pad(seconds % 60) });
  };
}

/** Counts down to 0 while it runs. */
export function useSecondsLeft(from: number, isRunning: boolean): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (!isRunning || left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, isRunning]);
  return left;
}

const pad = (value: number): string => String(value).padStart(2, '0');
