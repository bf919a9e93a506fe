/** The way of one conversation through flows. */
import type { FlowRun } from '@balcao/contract/endpoints/flows';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState } from 'react';
import { useFlowRun, useTicketRuns } from '../../../entities/flows/flow-runs.api.ts';
import { useRunOutcome } from '../../../entities/flows/run-outcome.ts';
import { RunSteps } from '../../../entities/flows/run-steps.tsx';
import { runTexts } from '../../../entities/flows/run.texts.ts';
import { toneOf } from '../../../entities/flows/run-visits.ts';
import { ticketNumber } from '../../../entities/tickets/ticket-number.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Dialog, EmptyState, ErrorState, SelectField, Skeleton, StatusPill } from '../../../ui/index.ts';
import css from './actions.module.css';
import { flowPathTexts } from './flow-path.texts.ts';

export function FlowPathDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useTexts(flowPathTexts);
  const language = useLanguage();
  const runs = useTicketRuns(ticket.id);
  return (
    <Dialog title={`${t('title')} ${ticketNumber(ticket)}`.trim()} width={640} onClose={onClose}>
      {runs.isPending && <Loading />}
      {runs.error && !runs.data && (
        <ErrorState text={errorText(runs.error, language)} onRetry={() => void runs.refetch()} />
      )}
      {runs.data?.runs.length === 0 && <EmptyState icon="flow" title={t('empty')} text={t('emptyText')} />}
      {runs.data && runs.data.runs.length > 0 && <Paths runs={runs.data.runs} />}
    </Dialog>
  );
}

function Paths({ runs }: { runs: readonly FlowRun[] }) {
  const t = useTexts(flowPathTexts);
  const run = useTexts(runTexts);
  const [chosen, setChosen] = useState(runs[0]!.id);
  const options = runs.map(({ id, flow, startedAt }) => ({
    value: id,
    label: `${flow.name || run('removedFlow')} · ${formatDateTime(startedAt)}`,
  }));
  return (
    <>
      {runs.length > 1 && <SelectField label={t('passage')} options={options} value={chosen} onChange={setChosen} />}
      <Path key={chosen} id={chosen} />
    </>
  );
}

function Path({ id }: { id: number }) {
  const language = useLanguage();
  const run = useTexts(runTexts);
  const outcome = useRunOutcome();
  const path = useFlowRun(id);
  if (!path.data)
    return path.error ? (
      <ErrorState text={errorText(path.error, language)} onRetry={() => void path.refetch()} />
    ) : (
      <Loading />
    );
  const { flow, version, startedAt } = path.data;
  const facts = [flow.name || run('removedFlow'), version > 0 && run('version', { number: version })];
  return (
    <>
      <p className={css.pathHead}>
        <span>{[...facts, formatDateTime(startedAt)].filter(Boolean).join(' · ')}</span>
        <StatusPill tone={toneOf(path.data)}>{outcome(path.data)}</StatusPill>
      </p>
      <RunSteps path={path.data} />
    </>
  );
}

function Loading() {
  const t = useTexts(runTexts);
  return (
    <div className={css.loading} role="status" aria-label={t('loading')}>
      {[1, 2, 3, 4].map((at) => (
        <Skeleton key={at} height={40} />
      ))}
    </div>
  );
}
