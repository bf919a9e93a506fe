/** One payment provider: its keys, its webhook and whether it works. */
import type { PaymentProvider } from '@balcao/contract/endpoints/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { providerName } from '../../entities/billing/payment-method.ts';
import { useRegisterWebhook, useTestProvider, type ProviderCheck } from '../../entities/payments/payments.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Icon, StatusPill, useToast } from '../../ui/index.ts';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import own from './payments-tab.module.css';
import { SecretRow, type SecretRowProps } from './secret-row.tsx';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { WebhookRow } from './webhook-row.tsx';

type Key = PaymentProvider['keys'][number];
const tones = { off: 'neutral', incomplete: 'warn', ready: 'success', failing: 'danger' } as const;
/** Stored by the server when it registers the webhook. */
const registeredKeys = ['efiwebhooksecret', 'stripewebhooksecret', 'asaaswebhooktoken'] as const;
const typedKeys = [
  'eficlientid',
  'eficlientsecret',
  'efichavepix',
  'efipassphrase',
  'mpaccesstoken',
  'mpwebhooksecret',
  'stripeprivatekey',
  'asaastoken',
] as const satisfies readonly SecretRowProps['name'][];

/** What a test or a registration showed last. */
type Shown = { of: 'works' | 'registered'; check: ProviderCheck };

export function ProviderCard({ provider, isSimulated }: { provider: PaymentProvider; isSimulated: boolean }) {
  const t = useTexts(paymentSettingTexts);
  const keyName = useKeyName();
  const toast = useToast();
  const test = useTestProvider();
  const register = useRegisterWebhook();
  const [shown, setShown] = useState<Shown>();
  const name = providerName(provider.name);
  const id = `settings-${provider.name}`;
  const showAs = (of: Shown['of']) => ({
    onSuccess: (check: ProviderCheck) => setShown({ of, check }),
    onError: toast.failed,
  });
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={own.head}>
        <h2 id={id}>{name}</h2>
        <span className={own.methods}>{provider.methods.map((method) => t(method)).join(', ')}</span>
        <StatusPill tone={tones[provider.state]}>{t(provider.state)}</StatusPill>
      </div>
      {provider.missing.length > 0 && (
        <p className={own.missing}>{t('missing', { names: provider.missing.map(keyName).join(', ') })}</p>
      )}
      {provider.keys.map((key) => (
        <KeyRow key={key.key} name={key.key} isSet={key.isSet} last4={key.last4} />
      ))}
      <WebhookRow
        provider={provider}
        isDisabled={provider.state === 'off'}
        isBusy={register.isPending}
        isAddressExpected={!isSimulated}
        onRegister={() => register.mutate(provider.name, showAs('registered'))}
      />
      <div className={css.row}>
        <div className={css.words}>
          <span className={css.label}>{t('keyTest')}</span>
          <p className={css.help}>{t('keyTestHelp')}</p>
          {provider.lastError && (
            <p className={own.failure}>
              {t('lastError', { at: formatDateTime(provider.lastError.at), message: provider.lastError.message })}
            </p>
          )}
        </div>
        <div className={css.control}>
          <Button
            busy={test.isPending}
            disabled={provider.state === 'off'}
            aria-label={t('tryOutNamed', { name })}
            onClick={() => test.mutate(provider.name, showAs('works'))}
          >
            {t('tryOut')}
          </Button>
        </div>
      </div>
      <div role="status">{shown && <Result {...shown} />}</div>
    </section>
  );
}

function Result({ of, check: { problem } }: Shown) {
  const t = useTexts(paymentSettingTexts);
  if (problem) return <ErrorState compact text={`${t(`problem:${problem.kind}`)} ${problem.message}`} />;
  return (
    <p className={own.works}>
      <Icon name="check-c" size={16} />
      {t(of)}
    </p>
  );
}

function useKeyName() {
  const t = useTexts(paymentSettingTexts);
  const s = useTexts(settingsTexts);
  return (key: Key['key']): string => {
    if (key === 'eficertificate') return t(key);
    const registered = registeredKeys.find((known) => known === key);
    if (registered) return t(registered);
    const typed = typedKeys.find((known) => known === key);
    return typed ? s(typed) : key;
  };
}

/** A key is typed here, uploaded on its own tab, or stored by the registration. */
function KeyRow({ name, isSet, last4 }: Omit<Key, 'key'> & { name: Key['key'] }) {
  const t = useTexts(paymentSettingTexts);
  const keyName = useKeyName();
  const navigate = useNavigate();
  const typed = typedKeys.find((known) => known === name);
  if (typed) return <SecretRow name={typed} value={{ isSet, last4 }} />;
  const isCertificate = name === 'eficertificate';
  return (
    <div className={css.row} data-setting={name}>
      <div className={css.words}>
        <span className={css.label}>{keyName(name)}</span>
        {!isCertificate && <p className={css.help}>{t('byServer')}</p>}
      </div>
      <div className={css.control}>
        <StatusPill tone={isSet ? 'success' : 'neutral'}>{t(isSet ? 'set' : 'notSet')}</StatusPill>
        {isCertificate && (
          <Button iconRight="arrow-r" onClick={() => void navigate({ to: '/settings/certificate' })}>
            {t('openCertificate')}
          </Button>
        )}
      </div>
    </div>
  );
}
