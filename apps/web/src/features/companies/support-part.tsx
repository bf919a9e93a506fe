/** Opens the company in a window of its own, with a reason that its admins read, and shows the accesses so far. */
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { SupportDraft } from '@balcao/contract/endpoints/support';
import { useState, type FormEvent } from 'react';
import { useCompanySupport, useStartSupport } from '../../entities/support/support.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { openSupportWindow } from '../../lib/support-window.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Skeleton, TextArea, useToast } from '../../ui/index.ts';
import css from './companies.module.css';
import { useDirtyForm, type PartProps } from './part.ts';
import { supportTexts } from './support.texts.ts';

export function SupportPart({ company }: PartProps) {
  const t = useTexts(supportTexts);
  const language = useLanguage();
  const { data, error, refetch } = useCompanySupport(company.id);
  if (company.id === OWNER_COMPANY_ID) return <p className="muted">{t('ownCompany')}</p>;
  if (error && !data) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <div className={css.part}>
      {data.allowed && company.status ? (
        <StartForm companyId={company.id} />
      ) : (
        <p className="muted">{t(company.status ? 'notAllowed' : 'inactive')}</p>
      )}
      <section className={css.section}>
        <h3>{t('accesses')}</h3>
        {data.accesses.length === 0 && <p className="muted">{t('none')}</p>}
        <ol className={css.timeline}>
          {data.accesses.map(({ id, userName, reason, startedAt, endedAt }) => (
            <li key={id}>
              <b>{reason}</b>
              <span className="faint num">
                {userName} · {formatDateTime(startedAt)} ·{' '}
                {endedAt === null ? t('active') : t('until', { date: formatDateTime(endedAt) })}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function StartForm({ companyId }: { companyId: number }) {
  const t = useTexts(supportTexts);
  const toast = useToast();
  const start = useStartSupport();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  useDirtyForm(reason !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const draft = SupportDraft.safeParse({ reason });
    setMissing(!draft.success);
    if (!draft.success) return;
    // In the submit itself: browsers block a window that opens later.
    const handedOver = openSupportWindow(companyId, () => start.mutateAsync({ companyId, ...draft.data }));
    if (!handedOver) {
      toast.warn(t('blocked'));
      return;
    }
    void handedOver.then(
      () => {
        setReason('');
        start.reset();
      },
      (error: unknown) => toast.failed(error),
    );
  };
  return (
    <form className={css.section} onSubmit={submit} noValidate>
      <h3>{t('heading')}</h3>
      <p className="muted">{t('explanation')}</p>
      <TextArea
        label={t('reason')}
        value={reason}
        maxLength={300}
        error={isMissing && t('reasonMissing')}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <div>
        <Button type="submit" kind="primary" icon="external" busy={start.isPending}>
          {t('open')}
        </Button>
      </div>
    </form>
  );
}
