/** The /sandbox/correio screen, for super users: mails that were kept because there is no mail server. */
import { useState } from 'react';
import { useMails, type StoredMail } from '../../entities/mails/mails.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, EmptyState, ErrorState, Icon, Page, Skeleton } from '../../ui/index.ts';
import { MailLetter } from './mail-letter.tsx';
import css from './mails.module.css';
import { mailTexts } from './mails.texts.ts';

export function MailsPage() {
  const t = useTexts(mailTexts);
  const language = useLanguage();
  const { data, error, refetch } = useMails();
  const isList = data?.mode === 'keep' && data.mails.length > 0;
  return (
    <Page title={t('title')} {...(isList && { count: formatNumber(data.mails.length) })}>
      {!data && !error && <MailSkeleton />}
      {!data && error && <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />}
      {data?.mode === 'keep' && <StoredMails mails={data.mails} />}
      {data?.mode === 'none' && (
        <EmptyState icon="alert" title={t('noneTitle')} text={t('noneText', { count: formatNumber(data.waiting) })} />
      )}
      {data?.mode === 'send' && (
        <>
          {data.error !== null && <ErrorState compact text={t('failing', { error: data.error })} />}
          <EmptyState icon="mail" title={t('sendTitle')} text={t('sendText', { count: formatNumber(data.waiting) })} />
        </>
      )}
    </Page>
  );
}

function StoredMails({ mails }: { mails: StoredMail[] }) {
  const t = useTexts(mailTexts);
  const [openId, setOpenId] = useState<number>();
  const open = mails.find(({ id }) => id === openId);
  return (
    <>
      <p className={css.note}>
        <Icon name="info" size={16} />
        {t('kept')}
      </p>
      {mails.length === 0 ? (
        <EmptyState icon="mail" title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <div className={cx(css.panes, open && css.reading)}>
          <ul className={css.list} aria-label={t('list')}>
            {mails.map((mail) => (
              <li key={mail.id}>
                <button
                  type="button"
                  className={cx(css.row, mail.id === openId && css.open)}
                  aria-current={mail.id === openId ? 'true' : undefined}
                  onClick={() => setOpenId(mail.id)}
                >
                  <span className={css.subject} translate="no">
                    {mail.subject}
                  </span>
                  <time className={css.time} dateTime={mail.createdAt} title={formatDateTime(mail.createdAt)}>
                    {formatTime(mail.createdAt)}
                  </time>
                  <span className={css.address}>{mail.to}</span>
                </button>
              </li>
            ))}
          </ul>
          {open ? (
            <MailLetter key={open.id} mail={open} onBack={() => setOpenId(undefined)} />
          ) : (
            <div className={css.nothing}>{t('choose')}</div>
          )}
        </div>
      )}
    </>
  );
}

const MailSkeleton = () => (
  <div className={css.loading} aria-busy="true">
    {[38, 64, 64, 64].map((height, at) => (
      <Skeleton key={at} height={height} />
    ))}
  </div>
);
