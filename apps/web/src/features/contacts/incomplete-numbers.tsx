/** Contacts whose number lacks the calling code: corrected one by one or all at once. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import {
  useCorrectAllNumbers,
  useCorrectNumber,
  useNumberCorrection,
  useRefreshContacts,
  type useIncompleteNumbers,
} from '../../entities/contacts/incomplete-numbers.ts';
import { formatNumber, formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Checkbox, useToast } from '../../ui/index.ts';
import css from './duplicates.module.css';
import { spreadsheetTexts } from './spreadsheets.texts.ts';

export function IncompleteNumbers({ query }: { query: ReturnType<typeof useIncompleteNumbers> }) {
  const t = useTexts(spreadsheetTexts);
  const toast = useToast();
  const correct = useCorrectNumber();
  const correctAll = useCorrectAllNumbers();
  const running = useRunningCorrection();
  const [includesUncertain, setIncludesUncertain] = useState(false);
  const rows = query.data?.pages.flatMap((page) => page.contacts) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A page can hold only complete numbers of other countries.
  const isSearching = rows.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  if (rows.length === 0 && !running) return null;
  const hasUncertain = rows.some(({ isUncertain }) => isUncertain);
  const isCorrectingAll = correctAll.isPending || running !== null;
  const isBusy = correct.isPending || isCorrectingAll;

  return (
    <fieldset className={css.group}>
      <legend>{t('incompleteTitle')}</legend>
      <p className={css.text}>{t('incompleteText')}</p>
      <ul className={css.incomplete}>
        {rows.map(({ contact, number, isUncertain }) => (
          <li key={contact.id}>
            <ContactAvatar contact={contact} channel={contact.channel} size={32} />
            <span className={css.words}>
              <strong>{contact.name}</strong>
              <span className="muted num">
                {contact.number} → {formatPhone(number)}
              </span>
              {isUncertain && (
                <span className={css.doubt}>{t('maybeAbroad', { number: formatPhone(`+${contact.number}`) })}</span>
              )}
            </span>
            <Button
              size="sm"
              disabled={isBusy}
              busy={correct.isPending && correct.variables === contact.id}
              aria-label={t('correctNamed', { name: contact.name })}
              onClick={() =>
                correct.mutate(contact.id, { onSuccess: () => toast.done(t('numberCorrected')), onError: toast.failed })
              }
            >
              {t('correct')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        {hasUncertain && (
          <Checkbox
            label={t('includeUncertain')}
            checked={includesUncertain}
            disabled={isBusy}
            onChange={(event) => setIncludesUncertain(event.target.checked)}
          />
        )}
        <span className={css.progress} role="status">
          {running && t('correctingCount', { done: formatNumber(running.checked), total: formatNumber(running.total) })}
        </span>
        {hasNextPage && (
          <Button
            size="sm"
            kind="ghost"
            disabled={isBusy}
            busy={query.isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
        <Button
          size="sm"
          disabled={correct.isPending}
          busy={isCorrectingAll}
          onClick={() => correctAll.mutate(includesUncertain, { onError: toast.failed })}
        >
          {t('correctAll')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The running correction of all numbers, also one that was started earlier or elsewhere. Its end is reported here. */
function useRunningCorrection() {
  const t = useTexts(spreadsheetTexts);
  const toast = useToast();
  const refreshContacts = useRefreshContacts();
  const correction = useNumberCorrection();
  const watchedId = useRef<number | null>(null);
  const isRunning = correction?.finishedAt === null;
  const report = useEffectEvent(() => {
    if (!correction) return;
    const { id, corrected: count } = correction;
    if (isRunning) watchedId.current = id;
    if (isRunning || watchedId.current !== id) return;
    watchedId.current = null;
    refreshContacts();
    toast.done(count === 1 ? t('numberCorrected') : t('numbersCorrected', { count: formatNumber(count) }));
  });
  useEffect(() => report(), [correction?.id, isRunning]);
  return isRunning ? correction : null;
}
