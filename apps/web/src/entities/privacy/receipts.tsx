/** The erasures of this company and their receipts. A receipt contains nothing about the person. */
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Skeleton } from '../../ui/index.ts';
import { useReceipts, type Erasure } from './privacy.api.ts';
import css from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';

const named = ['contacts', 'tickets', 'messages', 'files'] as const;

export function Receipts() {
  const t = useTexts(privacyTexts);
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const receipts = useReceipts(page);
  if (receipts.isPending) return <Skeleton height={72} />;
  if (receipts.error)
    return <ErrorState compact text={errorText(receipts.error, language)} onRetry={() => void receipts.refetch()} />;
  const { erasures, hasMore } = receipts.data;
  if (erasures.length === 0) return <p className={css.text}>{t('noReceipts')}</p>;
  return (
    <>
      <ul className={css.list} aria-label={t('receipts')}>
        {erasures.map((erasure) => (
          <li key={erasure.id} className={css.entry}>
            <Receipt erasure={erasure} />
          </li>
        ))}
      </ul>
      {(page > 1 || hasMore) && (
        <div className={css.line}>
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button size="sm" disabled={!hasMore} onClick={() => setPage(page + 1)}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

export function Receipt({ erasure }: { erasure: Erasure }) {
  const t = useTexts(privacyTexts);
  const { id, user, askedAt, doneAt, counts, hash } = erasure;
  const others = Object.entries(counts)
    .filter(([table]) => !(named as readonly string[]).includes(table))
    .reduce((sum, [, n]) => sum + n, 0);
  const rows = [...named.map((key) => [key, counts[key] ?? 0] as const), ['others', others] as const];
  return (
    <>
      <div className={css.line}>
        <strong>{t('receiptOf', { id })}</strong>
        {doneAt !== null && (
          <Button size="sm" icon="download" aria-label={t('downloadReceipt', { id })} onClick={() => save(erasure)}>
            {t('download')}
          </Button>
        )}
      </div>
      <p className={css.text}>{t('askedBy', { name: user.name, when: formatDateTime(askedAt) })}</p>
      <p className={css.text}>{doneAt === null ? t('underWay') : t('doneOn', { when: formatDateTime(doneAt) })}</p>
      {doneAt !== null && (
        <>
          <dl className={css.counts}>
            {rows.map(([key, n]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd className="num">{formatNumber(n)}</dd>
              </div>
            ))}
          </dl>
          <p className={css.proof}>
            {t('proof')}: <code>{hash}</code>
          </p>
        </>
      )}
    </>
  );
}

function save(erasure: Erasure): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(erasure, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `recibo-${erasure.id}.json` });
  link.click();
  URL.revokeObjectURL(url);
}
