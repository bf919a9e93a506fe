import { useState } from 'react';
import type { RefundReply } from '../../entities/payments/payments.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, useToast } from '../../ui/index.ts';
import { decisionTexts } from './decisions.texts.ts';

type Problem = { outcome: 'refused' | 'unknown'; message: string | null };

/** How a refund ended: accepted closes the dialog; a refusal and a missing answer stay visible in it. */
export function useRefundReply(onClose: () => void, earlier?: Problem) {
  const t = useTexts(decisionTexts);
  const toast = useToast();
  const [problem, setProblem] = useState(earlier);
  return {
    problem,
    handle({ outcome, message }: RefundReply): void {
      if (outcome === 'refused' || outcome === 'unknown') return setProblem({ outcome, message });
      toast.done(t(outcome));
      onClose();
    },
  };
}

export function RefundProblem({ problem }: { problem: Problem | undefined }) {
  const t = useTexts(decisionTexts);
  if (!problem) return null;
  const text = problem.outcome === 'refused' ? t('refused', { message: problem.message ?? '–' }) : t('noAnswer');
  return <ErrorState compact text={text} />;
}
