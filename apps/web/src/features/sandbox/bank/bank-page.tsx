/** The /sandbox/banco screen: pays charges of the simulated providers as a customer would, and makes providers fail. */
import type { BankCharge } from '@balcao/contract/endpoints/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isOff, useBank, useResetBank } from '../../../entities/bank/bank.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  Skeleton,
  StatusPill,
  useToast,
} from '../../../ui/index.ts';
import css from '../sandbox.module.css';
import { PanelSwitch } from '../panel-switch.tsx';
import { usePanels } from '../use-panels.ts';
import { BankCharges } from './bank-charges.tsx';
import { BankPhone } from './bank-phone.tsx';
import { BankProvider } from './bank-provider.tsx';
import { bankTexts } from './bank.texts.ts';
import type { HowToPay } from './how-to-pay.tsx';

export function BankPage() {
  const t = useTexts(bankTexts);
  const language = useLanguage();
  const bank = useBank();
  return (
    <div className={css.frame}>
      <BankHeader />
      {bank.data ? (
        <BankLayout {...bank.data} />
      ) : (
        <div className={css.alone}>
          {bank.isPending && <Skeleton width={360} height="min(720px, 70vh)" />}
          {bank.error &&
            (isOff(bank.error) ? (
              <EmptyState icon="pix" title={t('offTitle')} text={t('offText')} />
            ) : (
              <ErrorState text={errorText(bank.error, language)} onRetry={() => void bank.refetch()} />
            ))}
        </div>
      )}
    </div>
  );
}

function BankHeader() {
  const t = useTexts(bankTexts);
  const navigate = useNavigate();
  return (
    <header className={css.header}>
      <IconButton icon="arrow-l" size="md" label={t('back')} onClick={() => void navigate({ to: '/' })} />
      <h1>{t('title')}</h1>
      <StatusPill tone="info">{t('training')}</StatusPill>
      <div className={css.headerActions}>
        <StartOver />
        <Button
          kind="primary"
          icon="external"
          className={css.over}
          aria-label={t('openInvoices')}
          onClick={() => window.open('/financeiro', '_blank', 'noopener')}
        >
          <span>{t('openInvoices')}</span>
        </Button>
      </div>
    </header>
  );
}

function StartOver() {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const reset = useResetBank();
  const [isAsking, setAsking] = useState(false);
  const start = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast.done(t('startedOver'));
      },
      onError: toast.failed,
    });
  return (
    <>
      <Button icon="refresh" className={css.over} aria-label={t('startOver')} onClick={() => setAsking(true)}>
        <span>{t('startOver')}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('startOverTitle')}
          text={t('startOverText')}
          verb={t('startOver')}
          busy={reset.isPending}
          onConfirm={start}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type BankData = NonNullable<ReturnType<typeof useBank>['data']>;

function BankLayout({ charges, faults, webhooks }: BankData) {
  const t = useTexts(bankTexts);
  const panels = usePanels();
  const { panel, setPanel, isOneAtATime } = panels;
  const [chosenId, setChosenId] = useState<string | null>(null);
  // A pasted code may name a charge that is too old for the list.
  const [pasted, setPasted] = useState<BankCharge | null>(null);
  const [how, setHow] = useState<HowToPay>({ type: 'exact', amount: '' });
  const charge =
    charges.find(({ id }) => id === chosenId) ??
    (pasted?.id === chosenId ? pasted : undefined) ??
    charges.find(({ state }) => state === 'open') ??
    charges[0];
  const choose = (chosen: BankCharge) => {
    setPasted(chosen);
    setChosenId(chosen.id);
    if (isOneAtATime) setPanel('phone');
  };
  return (
    <>
      <PanelSwitch
        label={t('panels')}
        names={{ people: t('chargesPanel'), phone: t('phonePanel'), system: t('providerPanel') }}
        {...panels}
      />
      <div className={css.stage} data-panel={panel}>
        <BankCharges charges={charges} charge={charge} onCharge={choose} how={how} onHow={setHow} />
        <div className={css.middle}>
          <BankPhone charge={charge} how={how} onPaid={setPasted} />
        </div>
        <BankProvider charge={charge} faults={faults} webhooks={webhooks} />
      </div>
    </>
  );
}
