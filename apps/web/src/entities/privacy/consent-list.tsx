/** Consents: the question, the answer, and the button to record a withdrawal. */
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, ErrorState, Skeleton, StatusPill, useToast } from '../../ui/index.ts';
import { useConsents, useWithdraw, type ConsentEntry } from './privacy.api.ts';
import css from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';

const tones = { given: 'success', refused: 'danger', withdrawn: 'warn' } as const;

export function ConsentList({ contactId }: { contactId: number }) {
  const t = useTexts(privacyTexts);
  const language = useLanguage();
  const toast = useToast();
  const consents = useConsents(contactId);
  const withdraw = useWithdraw(contactId);
  const [isConfirming, setIsConfirming] = useState(false);
  const hasConsent = consents.data?.find(({ act }) => act !== 'refused')?.act === 'given';

  if (consents.isPending) return <Skeleton height={72} />;
  if (consents.error)
    return <ErrorState compact text={errorText(consents.error, language)} onRetry={() => void consents.refetch()} />;
  if (consents.data.length === 0) return <p className={css.text}>{t('noConsent')}</p>;
  return (
    <>
      <ul className={css.list} aria-label={t('consent')}>
        {consents.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasConsent && (
        <div>
          <Button icon="ban" onClick={() => setIsConfirming(true)}>
            {t('withdraw')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('withdrawTitle')}
          text={t('withdrawText')}
          safe={t('keep')}
          verb={t('withdraw')}
          busy={withdraw.isPending}
          onClose={() => setIsConfirming(false)}
          onConfirm={() =>
            withdraw.mutate('', {
              onSuccess: () => {
                toast.done(t('withdrawnDone'));
                setIsConfirming(false);
              },
              onError: toast.failed,
            })
          }
        />
      )}
    </>
  );
}

function Entry({ entry }: { entry: ConsentEntry }) {
  const t = useTexts(privacyTexts);
  const { act, askedText, askedLink, askedHash, answerText, identity, connection, user, at } = entry;
  return (
    <li className={css.entry}>
      <div className={css.line}>
        <StatusPill tone={tones[act]}>{t(act)}</StatusPill>
        <time className="muted num" dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      {act === 'withdrawn' ? (
        answerText !== '' && <p className={css.message}>{t('reasonWas', { words: answerText })}</p>
      ) : (
        <p className={css.message}>{t('answered', { words: answerText })}</p>
      )}
      <p className={css.text}>
        {user
          ? t('registeredBy', { name: user.name })
          : t('through', { identity: formatPhone(identity), connection: connection || '—' })}
      </p>
      {act !== 'withdrawn' && (
        <details className={css.more}>
          <summary>{t('asked')}</summary>
          <p className={css.message}>{askedText}</p>
          {askedLink !== '' && <p className={css.text}>{askedLink}</p>}
          <p className={css.proof}>
            {t('proof')}: <code>{askedHash}</code>
          </p>
        </details>
      )}
    </li>
  );
}
