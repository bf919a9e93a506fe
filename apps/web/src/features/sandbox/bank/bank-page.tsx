/** The /sandbox/banco screen: pays charges of the simulated providers as a customer would, and makes providers fail. */
import type { BankCharge } from '@balcao/contract/endpoints/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isOff, useBank } from '../../../entities/bank/bank.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, IconButton, Segments, Skeleton, StatusPill } from '../../../ui/index.ts';
import css from '../sandbox.module.css';
import { BankCharges } from './bank-charges.tsx';
import { BankPhone } from './bank-phone.tsx';
import { BankProvider } from './bank-provider.tsx';
import { bankTexts } from './bank.texts.ts';
import type { HowToPay } from './how-to-pay.tsx';

type Panel = 'people' | 'phone' | 'system';

export function BankPage() {
  const t = useTexts(bankTexts);
  const language = useLanguage();
  const bank = useBank();
  return (
    <div className={css.frame}>
      <BankHeader />
      {bank.data ? (
        <BankLayout charges={bank.data.charges} faults={bank.data.faults} />
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

type BankData = NonNullable<ReturnType<typeof useBank>['data']>;

function BankLayout({ charges, faults }: Pick<BankData, 'charges' | 'faults'>) {
  const t = useTexts(bankTexts);
  const [panel, setPanel] = useState<Panel>('phone');
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
    setPanel('phone');
  };
  return (
    <>
      <div className={css.panels}>
        <Segments
          full
          label={t('panels')}
          value={panel}
          onChange={setPanel}
          segments={[
            { key: 'people', label: t('chargesPanel') },
            { key: 'phone', label: t('phonePanel') },
            { key: 'system', label: t('providerPanel') },
          ]}
        />
      </div>
      <div className={css.stage} data-panel={panel}>
        <BankCharges charges={charges} charge={charge} onCharge={choose} how={how} onHow={setHow} />
        <div className={css.middle}>
          <BankPhone charge={charge} how={how} onPaid={setPasted} />
        </div>
        <BankProvider charge={charge} faults={faults} />
      </div>
    </>
  );
}
