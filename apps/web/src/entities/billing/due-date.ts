/** The due date of the company's subscription, in the same words on every screen. */
import { isEnding, OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { dueDateTexts } from './due-date.texts.ts';

export interface DueDate {
  /** `ending` and `overdue` need attention; a date far ahead does not. */
  state: 'never' | 'inOrder' | 'ending' | 'overdue';
  text: string;
}

export function useDueDate(): DueDate {
  const [now] = useState(() => new Date());
  const t = useTexts(dueDateTexts);
  const { user, companyId } = useSession();
  const { dueDate, timeZone, expired } = user.company;
  if (companyId === OWNER_COMPANY_ID) return { state: 'never', text: t('never') };
  const date = formatDate(dueDate, timeZone);
  if (expired) return { state: 'overdue', text: t('overdue', { date }) };
  if (!isEnding({ companyId, dueDate: new Date(dueDate) }, now))
    return { state: 'inOrder', text: t('inOrder', { date }) };
  const days = calendarDays(formatDate(now, timeZone), date);
  return { state: 'ending', text: t(days <= 0 ? 'today' : days === 1 ? 'tomorrow' : 'soon', { days, date }) };
}

/** Days as people count them: tomorrow is one day away, however few hours that are. */
const calendarDays = (from: string, to: string): number => (+dayOf(to) - +dayOf(from)) / 86_400_000;
const dayOf = (text: string): Date => new Date(`${text.split('/').reverse().join('-')}T00:00:00Z`);
