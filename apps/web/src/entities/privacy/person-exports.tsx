/** All data of one person in a file that can be downloaded for a day. */
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, useToast } from '../../ui/index.ts';
import { isExportRunning, useCreateExport, usePersonExports, type PersonExport } from './privacy.api.ts';
import css from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';
import { Progress } from './progress.tsx';

export function PersonExports({ contactId }: { contactId: number }) {
  const t = useTexts(privacyTexts);
  const language = useLanguage();
  const toast = useToast();
  const copies = usePersonExports(contactId);
  const createExport = useCreateExport(contactId);
  const isInProgress = copies.data?.some(isExportRunning) ?? false;
  return (
    <>
      <p className={css.text}>{t('copyText')}</p>
      <p className={css.text}>{t('copyAudited')}</p>
      <div>
        <Button
          kind="primary"
          icon="file"
          busy={createExport.isPending || isInProgress}
          onClick={() => createExport.mutate(undefined, { onError: toast.failed })}
        >
          {t('makeCopy')}
        </Button>
      </div>
      {copies.error && (
        <ErrorState compact text={errorText(copies.error, language)} onRetry={() => void copies.refetch()} />
      )}
      <ul className={css.list} aria-label={t('copy')}>
        {copies.data?.map((personExport) => (
          <PersonExportRow key={personExport.id} personExport={personExport} />
        ))}
      </ul>
    </>
  );
}

function PersonExportRow({ personExport }: { personExport: PersonExport }) {
  const t = useTexts(privacyTexts);
  const { state, done, total, url, createdAt, endsAt } = personExport;
  const when = formatDateTime(createdAt);
  return (
    <li className={css.entry}>
      <div className={css.line}>
        <strong>{t('madeOn', { when })}</strong>
        {url !== null && (
          <a className={css.link} href={url} download aria-label={t('downloadOf', { when })}>
            {t('download')}
          </a>
        )}
      </div>
      {state === 'ready' && <p className={css.text}>{t('until', { when: formatDateTime(endsAt) })}</p>}
      {state === 'failed' && (
        <p className={css.text} role="alert">
          {t('failed')}
        </p>
      )}
      {isExportRunning(personExport) && (
        <Progress
          done={done}
          total={total}
          label={
            state === 'waiting' ? t('waiting') : t('making', { done: formatNumber(done), total: formatNumber(total) })
          }
        />
      )}
    </li>
  );
}
