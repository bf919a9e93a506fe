import type { PaymentProvider } from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { providerName } from '../../entities/billing/payment-method.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import own from './payments-tab.module.css';
import css from './settings.module.css';

interface WebhookRowProps {
  provider: PaymentProvider;
  isDisabled: boolean;
  isBusy: boolean;
  /** False for simulated providers, which know our address from the start. */
  isAddressExpected: boolean;
  onRegister: () => void;
}

/** How the provider reports payments: registered by the server, or entered by a person in the provider's panel. */
export function WebhookRow({ provider, isDisabled, isBusy, isAddressExpected, onRegister }: WebhookRowProps) {
  const t = useTexts(paymentSettingTexts);
  const [isAsking, setAsking] = useState(false);
  const { name, keys, webhookBy, webhookUrl, lastWebhookAt } = provider;
  const isRegistered = keys.some(({ key, isSet }) => isSet && /webhook(?:secret|token)$/.test(key));
  const isByHand = webhookBy === 'person' && isAddressExpected;
  return (
    <div className={css.row}>
      <div className={css.words}>
        <span className={css.label}>{t('webhook')}</span>
        <p className={css.help}>
          {lastWebhookAt ? t('lastWebhook', { at: formatDateTime(lastWebhookAt) }) : t('noWebhook')}{' '}
          {isByHand && t(webhookUrl === null ? 'noAddress' : 'byHand')}
        </p>
        {isByHand && webhookUrl !== null && <code className={own.address}>{webhookUrl}</code>}
      </div>
      <div className={css.control}>
        {isByHand && webhookUrl !== null && <CopyAddress address={webhookUrl} />}
        {webhookBy === 'server' && (
          <Button
            busy={isBusy}
            disabled={isDisabled}
            aria-label={t('registerNamed', { name: providerName(name) })}
            onClick={() => (isRegistered ? setAsking(true) : onRegister())}
          >
            {t('register')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('registerTitle')}
          text={t('registerText')}
          verb={t('register')}
          onConfirm={() => {
            setAsking(false);
            onRegister();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function CopyAddress({ address }: { address: string }) {
  const t = useTexts(paymentSettingTexts);
  const toast = useToast();
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  return (
    <Button icon="copy" onClick={() => void copy()}>
      {t('copy')}
    </Button>
  );
}
