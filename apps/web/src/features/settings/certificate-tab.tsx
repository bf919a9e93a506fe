/** The client certificate of the payment provider: sent, never shown again. */
import { CERTIFICATE_REFERENCE } from '@balcao/contract/endpoints/settings';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useCertificate, useUploadCertificate } from '../../entities/settings/brand.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  cx,
  ErrorState,
  Field,
  FileInput,
  PasswordField,
  SelectField,
  Skeleton,
  StatusPill,
  useToast,
} from '../../ui/index.ts';
import css from './settings.module.css';
import { whiteLabelTexts } from './white-label.texts.ts';
import own from './white-label.module.css';

const WARNING_MS = 30 * 86_400_000;
const LEAVE_AFTER_MS = 500;

export function CertificateTab() {
  const t = useTexts(whiteLabelTexts);
  const language = useLanguage();
  const { data, error, refetch } = useCertificate();
  if (error && !data) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  return (
    <div className={css.content}>
      <section className={css.card} aria-labelledby="settings-certificate">
        <h2 className={css.heading} id="settings-certificate">
          {t('certificate')}
        </h2>
        <div className={cx(css.row, own.stack)}>
          <div className={css.words}>
            <span className={css.label}>{data.subject ?? t('current')}</span>
            <p className={css.help}>{t('certificateHelp')}</p>
          </div>
          <div className={css.control}>
            <Expiry isSet={data.isSet} expiresAt={data.expiresAt} />
          </div>
        </div>
        <UploadForm />
      </section>
    </div>
  );
}

function Expiry({ isSet, expiresAt }: { isSet: boolean; expiresAt: string | null }) {
  const t = useTexts(whiteLabelTexts);
  const [now] = useState(() => Date.now());
  if (!isSet) return <StatusPill tone="neutral">{t('none')}</StatusPill>;
  if (expiresAt === null) return <StatusPill tone="warn">{t('unknownExpiry')}</StatusPill>;
  const day = formatDate(expiresAt);
  const msLeft = Date.parse(expiresAt) - now;
  if (msLeft <= 0) return <StatusPill tone="danger">{t('expired', { day })}</StatusPill>;
  return msLeft < WARNING_MS ? (
    <StatusPill tone="warn">{t('expiring', { day })}</StatusPill>
  ) : (
    <StatusPill tone="success">{t('valid', { day })}</StatusPill>
  );
}

type Fault = 'needDestination' | 'needFile' | 'needP12';

function UploadForm() {
  const t = useTexts(whiteLabelTexts);
  const language = useLanguage();
  const toast = useToast();
  const upload = useUploadCertificate();
  const input = useRef<HTMLInputElement>(null);
  const [destination, setDestination] = useState('');
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [fault, setFault] = useState<Fault>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async (chosen: File) => {
    setBusy(true);
    try {
      await upload(destination, chosen, passphrase);
      toast.done(t('uploaded'));
      setFile(undefined);
      setPassphrase('');
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const found = faultOf(destination, file);
    setFault(found);
    if (found === undefined) void send(file!);
  };

  return (
    <form className={own.send} onSubmit={submit} autoComplete="off">
      <div className={own.form}>
        <SelectField
          label={t('destination')}
          required
          options={[{ value: CERTIFICATE_REFERENCE, label: t('efi') }]}
          value={destination}
          error={fault === 'needDestination' && t(fault)}
          onChange={setDestination}
        />
        <Field
          label={t('file')}
          required
          as="group"
          error={fault !== undefined && fault !== 'needDestination' && t(fault)}
        >
          {({ 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
            <div className={own.fileRow} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
              <FileInput inputRef={input} label={t('file')} accept=".p12" onFile={setFile} />
              <Button icon="upload" onClick={() => input.current?.click()}>
                {t('chooseFile')}
              </Button>
              <span className={own.fileName}>{file?.name ?? t('noFile')}</span>
            </div>
          )}
        </Field>
        <PasswordField
          label={t('passphrase')}
          hint={t('passphraseHint')}
          value={passphrase}
          maxLength={200}
          autoComplete="new-password"
          onChange={(event) => setPassphrase(event.target.value)}
        />
        {failure !== null && <ErrorState compact text={errorText(failure, language)} />}
        <Button kind="primary" type="submit" busy={isBusy}>
          {t('upload')}
        </Button>
      </div>
    </form>
  );
}

function faultOf(destination: string, file: File | undefined): Fault | undefined {
  if (destination === '') return 'needDestination';
  if (!file) return 'needFile';
  return /\.p12$/i.test(file.name) ? undefined : 'needP12';
}

/** What a user without the permission sees who opens the tab by its address. */
export function NoCertificateAccess() {
  const t = useTexts(whiteLabelTexts);
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(() => {
    toast.warn(t('noAccess'));
    const leave = setTimeout(() => void navigate({ to: '/' }), LEAVE_AFTER_MS);
    return () => clearTimeout(leave);
    // Once per visit, in the language of that moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
