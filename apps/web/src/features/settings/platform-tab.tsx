/** Settings of the platform, for all companies. Keys are write-only. */
import { downloadLimits, SIGN_UP_UNDECIDED, DEFAULT_DOWNLOAD_MB } from '@balcao/domain/settings/platform-settings';
import { useState } from 'react';
import { usePlatformSettings, type PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, SelectField, Skeleton, Switch } from '../../ui/index.ts';
import { SaveStatus } from './save-status.tsx';
import { SecretRow } from './secret-row.tsx';
import css from './settings.module.css';
import { paymentKeys } from './payment-keys.ts';
import { settingsTexts } from './settings.texts.ts';
import { usePlatformSaver } from './use-platform-saver.ts';

export function PlatformTab() {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { data: values, error, refetch } = usePlatformSettings();
  if (error && !values) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!values) return <Skeleton height={420} />;
  return (
    <div className={css.content}>
      <section className={css.card} aria-labelledby="settings-access">
        <h2 className={css.heading} id="settings-access">
          {t('access')}
        </h2>
        <SignUp values={values} />
        <DownloadLimit values={values} />
      </section>
      <section className={css.card} aria-labelledby="settings-payments">
        <h2 className={css.heading} id="settings-payments">
          {t('payments')}
        </h2>
        {paymentKeys.map((key) => (
          <SecretRow key={key} name={key} value={values[key]} />
        ))}
      </section>
      <section className={css.card} aria-labelledby="settings-intelligence">
        <h2 className={css.heading} id="settings-intelligence">
          {t('intelligence')}
        </h2>
        <SecretRow name="openaikeyaudio" value={values.openaikeyaudio} />
      </section>
    </div>
  );
}

function SignUp({ values }: { values: PlatformValues }) {
  const t = useTexts(settingsTexts);
  const stored = typeof values.userCreation === 'string' ? values.userCreation : SIGN_UP_UNDECIDED;
  const setting = usePlatformSaver('userCreation', stored);
  return (
    <div className={css.row} data-setting="signUp">
      <div className={css.words}>
        <span className={css.label}>{t('signUp')}</span>
        <p className={css.help}>{t('signUpHelp')}</p>
      </div>
      <div className={css.control}>
        <SaveStatus name={t('signUp')} of={setting} />
        <Switch
          label={t('signUp')}
          checked={setting.value === 'enabled'}
          onChange={(on) => setting.save(on ? 'enabled' : 'disabled')}
        />
      </div>
    </div>
  );
}

function DownloadLimit({ values }: { values: PlatformValues }) {
  const t = useTexts(settingsTexts);
  const stored = typeof values.downloadLimit === 'string' ? values.downloadLimit : String(DEFAULT_DOWNLOAD_MB);
  const setting = usePlatformSaver('downloadLimit', stored);
  const [options] = useState(() => downloadLimits.map((mb) => ({ value: String(mb), label: `${mb} MB` })));
  return (
    <div className={css.row} data-setting="downloadLimit">
      <div className={css.words}>
        <span className={css.label}>{t('downloadLimit')}</span>
        <p className={css.help}>{t('downloadLimitHelp')}</p>
      </div>
      <div className={css.control}>
        <SaveStatus name={t('downloadLimit')} of={setting} />
        <div className={css.select}>
          <SelectField label={t('downloadLimit')} options={options} value={setting.value} onChange={setting.save} />
        </div>
      </div>
    </div>
  );
}
