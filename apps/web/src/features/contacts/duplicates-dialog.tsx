/** People who are probably one: why that is thought, who of them stays, and the way back. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useEffect, useId, useRef, useState } from 'react';
import {
  useDuplicates,
  usePart,
  useTellApart,
  useUnite,
  type Why,
} from '../../entities/contact-sheets/duplicates.api.ts';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { TagChip } from '../../entities/tags/tag-chip.tsx';
import { explain } from '../../lib/explain.ts';
import { formatDate, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogCancel,
  EmptyState,
  ErrorState,
  Skeleton,
  useToast,
} from '../../ui/index.ts';
import css from './duplicates.module.css';
import { sheetTexts, type SheetText } from './sheets.texts.ts';

interface Union {
  kept: Contact;
  gone: readonly Contact[];
  why: Why;
}
/** Fewer would not fill the window. */
const AT_LEAST = 5;
const reasons: Record<Why, SheetText> = { number: 'whyNumber', email: 'whyEmail', name: 'whyName' };

export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(sheetTexts);
  const language = useLanguage();
  const toast = useToast();
  const found = useDuplicates();
  const unite = useUnite();
  const part = usePart();
  const [asked, ask] = useState<Union | null>(null);
  const groups = found.data?.pages.flatMap((page) => page.groups) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  // A page may have looked at many and found none: the search goes on until there is something to show.
  const goesOn = groups.length < AT_LEAST && hasNextPage && !isError;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);

  const confirm = ({ kept, gone, why }: Union) =>
    unite.mutate(
      { kept, gone, reason: t(reasons[why]) },
      {
        onSuccess: () =>
          toast.done(t('united'), {
            label: t('undo'),
            onClick: () =>
              part.mutate({ kept, gone }, { onSuccess: () => toast.done(t('parted')), onError: toast.failed }),
          }),
        onError: toast.failed,
        onSettled: () => ask(null),
      },
    );

  return (
    <Dialog
      title={t('duplicatesTitle')}
      width={640}
      onClose={onClose}
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      {(found.isPending || (goesOn && groups.length === 0)) &&
        [0, 1, 2].map((at) => <Skeleton key={at} height={120} />)}
      {found.error && <ErrorState compact text={explain(found.error, language)} onRetry={() => void found.refetch()} />}
      {found.isSuccess && groups.length === 0 && !hasNextPage && (
        <EmptyState icon="users" title={t('noDuplicates')} text={t('noDuplicatesText')} />
      )}
      {groups.length > 0 && <p className={css.text}>{t('duplicatesText')}</p>}
      {groups.map(({ why, contacts }) => (
        <Group
          key={contacts.map(({ id }) => id).join()}
          why={why}
          contacts={contacts}
          onUnite={(kept) => ask({ kept, gone: contacts.filter(({ id }) => id !== kept.id), why })}
        />
      ))}
      {hasNextPage && !goesOn && (
        <Button busy={found.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={t('uniteTitle', { count: asked.gone.length + 1, name: asked.kept.name })}
          text={t('uniteText', { others: asked.gone.map(nameOf).join(', '), name: asked.kept.name })}
          verb={t('unite')}
          busy={unite.isPending}
          onConfirm={() => confirm(asked)}
          onClose={() => ask(null)}
        />
      )}
    </Dialog>
  );
}

/** Two of the same name are told apart by their numbers. */
const nameOf = ({ name, number }: Contact): string => (number === '' ? name : `${name} (${formatPhone(number)})`);

function Group({
  why,
  contacts,
  onUnite,
}: {
  why: Why;
  contacts: readonly Contact[];
  onUnite: (kept: Contact) => void;
}) {
  const t = useTexts(sheetTexts);
  const toast = useToast();
  const tellApart = useTellApart();
  const [keptId, setKept] = useState(contacts[0]?.id);
  const [isDismissed, setDismissed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const saidId = useId();
  const { isPending, isIdle } = tellApart;
  // The button that was pressed is gone, and the keyboard goes on at its opposite.
  useEffect(() => {
    if (!isPending && !isIdle) button.current?.focus();
  }, [isPending, isIdle]);
  const kept = contacts.find(({ id }) => id === keptId) ?? contacts[0];
  if (!kept) return null;
  const say = (isTakenBack: boolean) =>
    tellApart.mutate(
      { group: contacts, isTakenBack },
      { onSuccess: () => setDismissed(!isTakenBack), onError: toast.failed },
    );

  if (isDismissed)
    return (
      <div className={css.apart}>
        <span id={saidId} className={css.words}>
          {t('toldApart', { names: contacts.map(nameOf).join(', ') })}
        </span>
        <Button
          ref={button}
          size="sm"
          kind="ghost"
          aria-describedby={saidId}
          busy={isPending}
          onClick={() => say(true)}
        >
          {t('undo')}
        </Button>
      </div>
    );
  return (
    <fieldset className={css.group}>
      <legend>{t(reasons[why])}</legend>
      {contacts.map((contact) => (
        <label key={contact.id} className={css.person}>
          <input
            type="radio"
            name={`stays-${contacts[0]!.id}-${why}`}
            checked={contact.id === kept.id}
            onChange={() => setKept(contact.id)}
          />
          <ContactAvatar contact={contact} channel={contact.channel} size={32} />
          <span className={css.words}>
            <strong>{contact.name}</strong>
            <span className="muted">
              {[formatPhone(contact.number), contact.email, contact.whatsapp?.name].filter(Boolean).join(' · ')}
            </span>
            {contact.tags.length > 0 && (
              <span className={css.tags}>
                {contact.tags.map((tag) => (
                  <TagChip key={tag.id} tag={tag} />
                ))}
              </span>
            )}
          </span>
          <span className="faint num">{t('since', { date: formatDate(contact.createdAt) })}</span>
        </label>
      ))}
      <div className={css.foot}>
        <Button ref={button} size="sm" kind="ghost" busy={isPending} onClick={() => say(false)}>
          {t('notTheSame')}
        </Button>
        <Button size="sm" onClick={() => onUnite(kept)}>
          {t('uniteNamed', { name: kept.name })}
        </Button>
      </div>
    </fieldset>
  );
}
