/** Shortcuts of the calendar: arrows for the day, page keys for the month, letters for today, views and a new message. */
import { addDays } from '@balcao/domain/schedule/recurrence';
import { use, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../lib/use-texts.ts';
import { isTyping } from '../../ui/index.ts';
import { SingleKeys } from '../../ui/single-keys.ts';
import { moveMonths, type View } from './calendar-days.ts';
import { scheduleTexts } from './schedules.texts.ts';
import type { useCalendar } from './use-calendar.ts';

const views = ['month', 'week', 'list'] as const satisfies View[];

/** `onAdd` opens the form for the chosen day. */
export function useCalendarKeys(calendar: ReturnType<typeof useCalendar>, isPhone: boolean, onAdd: () => void): void {
  const t = useTexts(scheduleTexts);
  const singleKeys = use(SingleKeys);
  const { view, day, today, setDay, setView } = calendar;

  /** Up and down scroll the hours of a week and the rows of a list. */
  const dayFor = (key: string): string | undefined => {
    if (key === 'PageUp') return moveMonths(day, -1);
    if (key === 'PageDown') return moveMonths(day, 1);
    if (view === 'list') return undefined;
    if (key === 'ArrowLeft') return addDays(day, -1);
    if (key === 'ArrowRight') return addDays(day, 1);
    if (view === 'week') return undefined;
    if (key === 'ArrowUp') return addDays(day, -7);
    return key === 'ArrowDown' ? addDays(day, 7) : undefined;
  };
  const actionFor = (key: string): (() => void) | undefined => {
    const otherDay = dayFor(key);
    if (otherDay !== undefined) return () => choose(otherDay);
    if (!singleKeys) return undefined;
    const letter = key.toLowerCase();
    if (letter === 't') return () => choose(today);
    if (letter === 'n') return onAdd;
    // The initials that are on screen.
    const named = isPhone ? undefined : views.find((candidate) => t(candidate).charAt(0).toLowerCase() === letter);
    return named && (() => setView(named));
  };
  /** The focus follows from the number of one day to that of the other. */
  function choose(otherDay: string): void {
    const hadFocus = document.activeElement?.matches('[data-day]') ?? false;
    flushSync(() => setDay(otherDay));
    if (hadFocus) document.querySelector<HTMLElement>(`[data-day="${otherDay}"]`)?.focus();
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isInMenu =
      event.target instanceof Element && event.target.closest('[role="menu"], [role="listbox"]') !== null;
    if (isTyping(event) || isInMenu) return;
    const action = actionFor(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    // After the listeners of the document: G and then a letter opens another screen.
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
