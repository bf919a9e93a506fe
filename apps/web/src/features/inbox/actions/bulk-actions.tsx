/** Runs an action on several tickets, one after the other, with progress and failures. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState } from 'react';
import { whileChanging } from '../../../entities/tickets/own-changes.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';

interface Run {
  done: number;
  total: number;
  isRunning: boolean;
  failures: readonly { ticket: Ticket; error: unknown }[];
}
export interface BulkActions {
  run: Run | null;
  /** Resolves to the failures; empty when all succeeded. */
  start(action: (ticket: Ticket) => Promise<unknown>): Promise<Run['failures']>;
}

export function useBulkActions(tickets: readonly Ticket[]): BulkActions {
  const [run, setRun] = useState<Run | null>(null);
  const start: BulkActions['start'] = async (action) => {
    const failures: { ticket: Ticket; error: unknown }[] = [];
    const total = tickets.length;
    const report = (done: number, isRunning: boolean) => setRun({ done, total, isRunning, failures: [...failures] });
    report(0, true);
    for (const [at, ticket] of tickets.entries()) {
      await whileChanging(ticket.id, () => action(ticket)).catch((error: unknown) => failures.push({ ticket, error }));
      report(at + 1, at + 1 < total);
    }
    return failures;
  };
  return { run, start };
}

export function Progress({ run }: { run: Run | null }) {
  const t = useTexts(actionTexts);
  const language = useLanguage();
  if (!run || run.total < 2) return null;
  const { done, total, isRunning, failures } = run;
  if (isRunning)
    return (
      <div className={css.progress}>
        <span role="status">{t('progress', { done, total })}</span>
        <div className={css.track}>
          <span style={{ width: `${(done / total) * 100}%` }} />
        </div>
      </div>
    );
  if (failures.length === 0) return null;
  return (
    <div role="alert">
      <p className={css.text}>{t('someFailed', { done: total - failures.length, total })}</p>
      <ul className={css.failures}>
        {failures.map(({ ticket, error }) => (
          <li key={ticket.id}>
            <b>{ticket.contact.name}</b>: {errorText(error, language)}
          </li>
        ))}
      </ul>
    </div>
  );
}
