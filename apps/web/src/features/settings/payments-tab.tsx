/** How companies pay: the payment providers with their keys and webhooks, periods, and prices of a custom size. */
import { usePaymentProviders } from '../../entities/payments/payments.api.ts';
import { usePlatformSettings, type PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, SelectField, Skeleton } from '../../ui/index.ts';
import { BillingSections } from './billing-sections.tsx';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import own from './payments-tab.module.css';
import { PixOrder } from './pix-order.tsx';
import { ProviderCard } from './provider-card.tsx';
import { SaveStatus } from './save-status.tsx';
import css from './settings.module.css';
import { textOf } from './use-brand-saver.ts';
import { usePlatformSaver } from './use-platform-saver.ts';

export function PaymentsTab() {
  const t = useTexts(paymentSettingTexts);
  const language = useLanguage();
  const providers = usePaymentProviders();
  const settings = usePlatformSettings();
  const error = providers.error ?? settings.error;
  if (error && !(providers.data && settings.data)) {
    const retry = () => void Promise.all([providers.refetch(), settings.refetch()]);
    return <ErrorState text={errorText(error, language)} onRetry={retry} />;
  }
  if (!providers.data || !settings.data) return <Skeleton height={620} />;
  const { isSimulated } = providers.data;
  return (
    <div className={css.content}>
      {isSimulated && <p className={own.note}>{t('simulated')}</p>}
      <section className={css.card} aria-labelledby="settings-general">
        <h2 className={css.heading} id="settings-general">
          {t('general')}
        </h2>
        <Environment values={settings.data} />
        <PixOrder values={settings.data} />
      </section>
      {providers.data.providers.map((provider) => (
        <ProviderCard key={provider.name} provider={provider} isSimulated={isSimulated} />
      ))}
      <BillingSections values={settings.data} />
    </div>
  );
}

function Environment({ values }: { values: PlatformValues }) {
  const t = useTexts(paymentSettingTexts);
  const setting = usePlatformSaver('paymentsenvironment', textOf(values, 'paymentsenvironment') || 'production');
  const label = t('paymentsenvironment');
  return (
    <div className={css.row} data-setting="paymentsenvironment">
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        <p className={css.help}>{t('paymentsenvironmentHelp')}</p>
      </div>
      <div className={css.control}>
        <SaveStatus name={label} of={setting} />
        <div className={css.select}>
          <SelectField
            label={label}
            options={(['production', 'test'] as const).map((value) => ({ value: value as string, label: t(value) }))}
            value={setting.value}
            onChange={setting.save}
          />
        </div>
      </div>
    </div>
  );
}
