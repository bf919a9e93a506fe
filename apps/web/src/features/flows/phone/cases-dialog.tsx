import type { CaseResult } from '@balcao/contract/endpoints/flows';
import type { FlowCase } from '@balcao/contract/flow/tries';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorState,
  IconButton,
  Skeleton,
  StatusPill,
  TextField,
  useToast,
} from '../../../ui/index.ts';
import css from './phone.module.css';
import { testTexts } from './phone.texts.ts';
import { beginningOf, sentTexts } from './test-run.ts';
import type { TestRun } from './use-test-run.ts';

const MIN_NAME = 2;

/** Tests that are kept: they run at each «Salvar», and here on the draft. */
export function CasesDialog({ flowId, test, onClose }: { flowId: number; test: TestRun; onClose: () => void }) {
  const t = useTexts(testTexts);
  const language = useLanguage();
  const toast = useToast();
  const params = { id: flowId };
  const [name, setName] = useState('');
  const [removing, setRemoving] = useState<FlowCase | null>(null);
  const [results, setResults] = useState<readonly CaseResult[]>([]);
  const cases = useQuery({ ...api.flows.cases.query({ params }), staleTime: 0 });
  const refetch = () => void cases.refetch();
  const add = useMutation({
    mutationFn: () =>
      api.flows.addCase({
        params,
        body: {
          name: name.trim(),
          as: test.customer,
          ...beginningOf(test.turns),
          inputs: test.turns.map(({ input }) => input),
          expect: sentTexts(test.turns),
        },
      }),
    onSuccess: () => {
      setName('');
      toast.done(t('caseSaved'));
      refetch();
    },
    onError: toast.failed,
  });
  const remove = useMutation({
    mutationFn: (caseId: number) => api.flows.removeCase({ params: { ...params, caseId } }),
    onSuccess: refetch,
    onError: toast.failed,
    onSettled: () => setRemoving(null),
  });
  const run = useMutation({
    mutationFn: () => api.flows.runCases({ params }),
    onSuccess: (reply) => setResults(reply.cases),
    onError: toast.failed,
  });

  return (
    <Dialog
      title={t('cases')}
      onClose={onClose}
      footer={
        <Button disabled={!cases.data?.cases.length} busy={run.isPending} onClick={() => run.mutate()}>
          {t('runCases')}
        </Button>
      }
    >
      <p className="muted">{t('casesText')}</p>
      {cases.error && <ErrorState compact text={errorText(cases.error, language)} onRetry={refetch} />}
      {cases.isPending && (
        <div role="status" aria-label={t('loadingCases')}>
          <Skeleton height={40} />
        </div>
      )}
      {cases.data?.cases.length === 0 && <p>{t('noCases')}</p>}
      <ul className={css.cases}>
        {cases.data?.cases.map((saved) => {
          const { id, name: title } = saved;
          const result = results.find((candidate) => candidate.id === id);
          return (
            <li key={id}>
              <span className={css.case}>
                <b>{title}</b>
                {result && (
                  <StatusPill tone={result.passed ? 'success' : 'danger'}>
                    {t(result.passed ? 'passed' : 'notPassed')}
                  </StatusPill>
                )}
                <IconButton
                  icon="trash"
                  danger
                  label={t('removeCase', { name: title })}
                  onClick={() => setRemoving(saved)}
                />
              </span>
              {result && !result.passed && <Difference result={result} />}
            </li>
          );
        })}
      </ul>
      {test.turns.length > 0 && test.hasData && <p className="muted">{t('caseWithData')}</p>}
      {test.turns.length > 0 && !test.hasData && (
        <form
          className={css.newCase}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim().length >= MIN_NAME) add.mutate();
          }}
        >
          <TextField
            label={t('caseName')}
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" busy={add.isPending} disabled={name.trim().length < MIN_NAME}>
            {t('saveCase')}
          </Button>
        </form>
      )}
      {removing && (
        <ConfirmDialog
          danger
          title={t('removeCaseTitle', { name: removing.name })}
          text={t('removeCaseText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Dialog>
  );
}

/** The first reply that differs. */
function Difference({ result: { expected, got } }: { result: CaseResult }) {
  const t = useTexts(testTexts);
  const length = Math.max(expected.length, got.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => expected[index] !== got[index]) ?? 0;
  return (
    <span className={css.difference}>
      <span>{t('expected', { text: expected[at] ?? '—' })}</span>
      <span>{t('got', { text: got[at] ?? '—' })}</span>
    </span>
  );
}
