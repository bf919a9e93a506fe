import {
  paymentProviders,
  type BankCharge,
  type BankFaults,
  type BankWebhook,
  type PaymentProviderName,
} from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { useSetFaults } from '../../../entities/bank/bank.api.ts';
import { providerName } from '../../../entities/billing/payment-method.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, SelectField, useToast } from '../../../ui/index.ts';
import sandboxCss from '../sandbox.module.css';
import {
  callFaultOf,
  callFaults,
  hasFaults,
  webhookFaultOf,
  webhookFaults,
  type CallFaultKey,
  type WebhookFaultKey,
} from './bank-faults.ts';
import { BankPayments } from './bank-payments.tsx';
import { BankWebhooks } from './bank-webhooks.tsx';
import { bankTexts } from './bank.texts.ts';

type FaultsByProvider = Partial<Record<PaymentProviderName, BankFaults>>;

/** What was paid, and how the provider behaves. */
export function BankProvider({
  charge,
  faults,
  webhooks,
}: {
  charge: BankCharge | undefined;
  faults: FaultsByProvider;
  webhooks: readonly BankWebhook[];
}) {
  const t = useTexts(bankTexts);
  const [ownChoice, setProvider] = useState<PaymentProviderName | null>(null);
  const provider = ownChoice ?? charge?.provider ?? 'efi';
  return (
    <aside className={cx(sandboxCss.side, sandboxCss.system)} aria-label={t('providerPanel')}>
      {charge && <BankPayments key={charge.id} charge={charge} />}
      <section>
        <h2>{t('faults')}</h2>
        <SelectField
          label={t('provider')}
          value={provider}
          options={paymentProviders.map((value) => ({ value, label: providerName(value) }))}
          onChange={setProvider}
        />
        <FaultFields key={provider} provider={provider} faults={faults[provider]} />
        <ActiveFaults faults={faults} />
      </section>
      <BankWebhooks webhooks={webhooks} />
    </aside>
  );
}

function FaultFields({ provider, faults }: { provider: PaymentProviderName; faults: BankFaults | undefined }) {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const setFaults = useSetFaults();
  const change = (next: BankFaults) =>
    setFaults.mutate({ provider, faults: { ...faults, ...next } }, { onError: toast.failed });
  return (
    <>
      <SelectField
        label={t('webhooks')}
        value={webhookFaultOf(faults)}
        options={(Object.keys(webhookFaults) as WebhookFaultKey[]).map((value) => ({ value, label: t(value) }))}
        onChange={(key) => change({ webhooks: webhookFaults[key] })}
      />
      <SelectField
        label={t('calls')}
        value={callFaultOf(faults)}
        options={(Object.keys(callFaults) as CallFaultKey[]).map((value) => ({ value, label: t(value) }))}
        onChange={(key) => change({ calls: callFaults[key] })}
      />
    </>
  );
}

function ActiveFaults({ faults }: { faults: FaultsByProvider }) {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const setFaults = useSetFaults();
  const faulty = paymentProviders.filter((provider) => hasFaults(faults[provider]));
  if (faulty.length === 0) return null;
  const endAll = () => {
    for (const provider of faulty) setFaults.mutate({ provider, faults: {} }, { onError: toast.failed });
  };
  return (
    <p className={sandboxCss.strip} role="status">
      <span>{t('faultsOn', { providers: faulty.map(providerName).join(', ') })}</span>
      <Button size="sm" kind="ghost" busy={setFaults.isPending} onClick={endAll}>
        {t('endFaults')}
      </Button>
    </p>
  );
}
