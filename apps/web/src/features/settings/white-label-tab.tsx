/** Name, colors and logos of the platform, for all companies. */
import { MAX_LOGO_BYTES, logoModes } from '@balcao/contract/endpoints/settings';
import { useRef, useState, type FormEvent } from 'react';
import { useUploadLogo, type LogoMode } from '../../entities/settings/brand.api.ts';
import { usePlatformSettings, type PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  cx,
  ErrorState,
  FileInput,
  IconButton,
  Skeleton,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { BrandColors } from './brand-colors.tsx';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { textOf, useBrandSaver } from './use-brand-saver.ts';
import { whiteLabelTexts } from './white-label.texts.ts';
import own from './white-label.module.css';

export function WhiteLabelTab() {
  const language = useLanguage();
  const { data: values, error, refetch } = usePlatformSettings();
  if (error && !values) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!values) return <Skeleton height={620} />;
  return (
    <div className={css.content}>
      <BrandColors values={values} />
      <Identity values={values} />
    </div>
  );
}

function Identity({ values }: { values: PlatformValues }) {
  const t = useTexts(whiteLabelTexts);
  return (
    <section className={css.card} aria-labelledby="settings-identity">
      <h2 className={css.heading} id="settings-identity">
        {t('identity')}
      </h2>
      <NameRow stored={textOf(values, 'appName')} />
      {logoModes.map((mode) => (
        <LogoRow key={mode} mode={mode} name={textOf(values, `appLogo${mode}`)} />
      ))}
    </section>
  );
}

function NameRow({ stored }: { stored: string }) {
  const t = useTexts(whiteLabelTexts);
  const save = useBrandSaver();
  const [typed, setTyped] = useState(stored);
  const [isBusy, setBusy] = useState(false);
  const name = typed.trim();
  const isWrong = name !== '' && (name.length < 2 || name.length > 50);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWrong || name === stored) return;
    setBusy(true);
    await save('appName', name);
    setBusy(false);
  };
  return (
    <form className={cx(css.row, own.stack)} data-setting="appName" onSubmit={(event) => void submit(event)}>
      <div className={css.words}>
        <span className={css.label}>{t('name')}</span>
        <p className={css.help}>{t('nameHelp')}</p>
      </div>
      <div className={css.control}>
        <div className={css.secret}>
          <TextField
            label={t('name')}
            placeholder="Balcão"
            value={typed}
            maxLength={60}
            error={isWrong && t('nameLength')}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" busy={isBusy} disabled={isWrong || name === stored} aria-label={t('saveName')}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function LogoRow({ mode, name }: { mode: LogoMode; name: string }) {
  const t = useTexts(whiteLabelTexts);
  const platform = useTexts(settingsTexts);
  const toast = useToast();
  const upload = useUploadLogo();
  const save = useBrandSaver();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const label = t(mode);

  const send = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES) return toast.warn(t('tooLarge'));
    setBusy(true);
    try {
      await upload(mode, file);
      toast.done(platform('platformSaved'));
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const clear = async () => {
    setBusy(true);
    if (await save(`appLogo${mode}`, '')) setConfirming(false);
    setBusy(false);
  };

  return (
    <div className={cx(css.row, own.stack)} data-setting={`appLogo${mode}`}>
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        <p className={css.help}>{t(mode === 'Favicon' ? 'iconHelp' : 'logoHelp')}</p>
      </div>
      <div className={css.control}>
        {name !== '' && (
          <span
            className={cx(own.picture, mode === 'Favicon' && own.icon)}
            data-theme={mode === 'Dark' ? 'dark' : 'light'}
          >
            <img src={`/public/${encodeURIComponent(name)}`} alt={label} />
          </span>
        )}
        <FileInput
          inputRef={input}
          label={label}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onFile={(file) => void send(file)}
        />
        <Button
          icon={name === '' ? 'upload' : undefined}
          busy={isBusy}
          aria-label={t(name === '' ? 'sendNamed' : 'changeNamed', { name: label })}
          onClick={() => input.current?.click()}
        >
          {t(name === '' ? 'send' : 'change')}
        </Button>
        {name !== '' && (
          <IconButton icon="trash" label={t('clear', { name: label })} onClick={() => setConfirming(true)} />
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('clearTitle')}
          text={t('clearText')}
          verb={t('clearVerb')}
          busy={isBusy}
          onConfirm={() => void clear()}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
