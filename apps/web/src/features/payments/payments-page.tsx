/** The /recebimentos screen: every payment of the platform, and what waits for the decision of a super user. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePaymentsToCheck } from '../../entities/payments/payments.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Page, Segments } from '../../ui/index.ts';
import type { Decision } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { Ledger } from './ledger.tsx';
import { paymentTexts } from './payments.texts.ts';
import { ToCheck } from './to-check.tsx';

const CHECK_VIEW = 'verificar';

export function PaymentsPage() {
  const t = useTexts(paymentTexts);
  const navigate = useNavigate();
  const { view } = useParams({ strict: false }) as { view?: string };
  const { data } = usePaymentsToCheck();
  const [decision, setDecision] = useState<Decision>();
  const isChecking = view === CHECK_VIEW;
  const count = data && data.counts.held + data.counts.disputes + data.counts.payloads;
  return (
    <Page
      title={t('title')}
      toolbar={
        <Segments
          label={t('views')}
          segments={[
            { key: 'all', label: t('all') },
            { key: 'toCheck', label: t('toCheck'), count },
          ]}
          value={isChecking ? 'toCheck' : 'all'}
          onChange={(key) => void navigate({ to: key === 'all' ? '/recebimentos' : `/recebimentos/${CHECK_VIEW}` })}
        />
      }
    >
      {isChecking ? <ToCheck onDecide={setDecision} /> : <Ledger onDecide={setDecision} />}
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(undefined)} />}
    </Page>
  );
}
