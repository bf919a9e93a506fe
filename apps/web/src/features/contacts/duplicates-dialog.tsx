/** Probable duplicates: the reason, the choice of the contact to keep, and undo. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { DuplicateReason } from '@balcao/domain/contact/duplicates';
import { useEffect, useId, useRef, useState } from 'react';
import {
  useDuplicates,
  useUnmergeContacts,
  useDismissDuplicates,
  useMergeContacts,
} from '../../entities/contact-spreadsheets/duplicates.api.ts';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useIncompleteNumbers } from '../../entities/contacts/incomplete-numbers.ts';
import { TagChip } from '../../entities/tags/tag-chip.tsx';
import { errorText } from '../../lib/error-text.ts';
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
import { IncompleteNumbers } from './incomplete-numbers.tsx';
import { spreadsheetTexts, type SheetText } from './spreadsheets.texts.ts';

interface MergeRequest {
  survivor: Contact;
  duplicates: readonly Contact[];
  reason: DuplicateReason;
}
/** Fewer groups do not fill the dialog. */
const MIN_GROUPS = 5;
const reasons: Record<DuplicateReason, SheetText> = {
  number: 'whyNumber',
  callingCode: 'whyCallingCode',
  email: 'whyEmail',
  name: 'whyName',
  nameOnly: 'whyNameOnly',
};

export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(spreadsheetTexts);
  const language = useLanguage();
  const toast = useToast();
  const duplicatesQuery = useDuplicates();
  const incomplete = useIncompleteNumbers();
  const merge = useMergeContacts();
  const unmerge = useUnmergeContacts();
  const [mergeRequest, setMergeRequest] = useState<MergeRequest | null>(null);
  const groups = duplicatesQuery.data?.pages.flatMap((page) => page.groups) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = duplicatesQuery;
  const hasIncomplete = incomplete.data?.pages.some(({ contacts }) => contacts.length > 0) ?? false;
  // A page can scan many contacts without a match: load pages until there are enough groups.
  const isSearching = groups.length < MIN_GROUPS && hasNextPage && !isError;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);

  const confirm = ({ survivor, duplicates, reason }: MergeRequest) =>
    merge.mutate(
      { target: survivor, duplicates, reason: t(reasons[reason]) },
      {
        onSuccess: () =>
          toast.done(t('united'), {
            label: t('undo'),
            onClick: () =>
              unmerge.mutate(
                { target: survivor, duplicates },
                { onSuccess: () => toast.done(t('parted')), onError: toast.failed },
              ),
          }),
        onError: toast.failed,
        onSettled: () => setMergeRequest(null),
      },
    );

  return (
    <Dialog
      title={t('duplicatesTitle')}
      width={640}
      onClose={onClose}
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      {(duplicatesQuery.isPending || (isSearching && groups.length === 0)) &&
        [0, 1, 2].map((at) => <Skeleton key={at} height={120} />)}
      {duplicatesQuery.error && (
        <ErrorState
          compact
          text={errorText(duplicatesQuery.error, language)}
          onRetry={() => void duplicatesQuery.refetch()}
        />
      )}
      <IncompleteNumbers query={incomplete} />
      {duplicatesQuery.isSuccess && groups.length === 0 && !hasNextPage && !hasIncomplete && (
        <EmptyState icon="users" title={t('noDuplicates')} text={t('noDuplicatesText')} />
      )}
      {groups.length > 0 && <p className={css.text}>{t('duplicatesText')}</p>}
      {groups.map(({ why: reason, contacts }) => (
        <Group
          key={contacts.map(({ id }) => id).join()}
          reason={reason}
          contacts={contacts}
          isMerging={
            merge.isPending && merge.variables.duplicates.some(({ id }) => contacts.some((one) => one.id === id))
          }
          onMerge={(survivor) => {
            const request = { survivor, duplicates: contacts.filter(({ id }) => id !== survivor.id), reason };
            // The same number twice is certain, and the merge can be undone.
            if (reason === 'callingCode') confirm(request);
            else setMergeRequest(request);
          }}
        />
      ))}
      {hasNextPage && !isSearching && (
        <Button busy={duplicatesQuery.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {mergeRequest && (
        <ConfirmDialog
          title={t('uniteTitle', { count: mergeRequest.duplicates.length + 1, name: mergeRequest.survivor.name })}
          text={t('uniteText', {
            others: mergeRequest.duplicates.map(nameOf).join(', '),
            name: mergeRequest.survivor.name,
          })}
          verb={t('unite')}
          busy={merge.isPending}
          onConfirm={() => confirm(mergeRequest)}
          onClose={() => setMergeRequest(null)}
        />
      )}
    </Dialog>
  );
}

/** Contacts of the same name are distinguished by their numbers. */
const nameOf = ({ name, number }: Contact): string => (number === '' ? name : `${name} (${formatPhone(number)})`);

function Group({
  reason,
  contacts,
  isMerging,
  onMerge,
}: {
  reason: DuplicateReason;
  contacts: readonly Contact[];
  isMerging: boolean;
  onMerge: (survivor: Contact) => void;
}) {
  const t = useTexts(spreadsheetTexts);
  const toast = useToast();
  const markDistinct = useDismissDuplicates();
  const [survivorId, setSurvivorId] = useState(contacts[0]?.id);
  const [isDismissed, setDismissed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const messageId = useId();
  const { isPending, isIdle } = markDistinct;
  // The pressed button is replaced by its opposite; move the focus there.
  useEffect(() => {
    if (!isPending && !isIdle) button.current?.focus();
  }, [isPending, isIdle]);
  const survivor = contacts.find(({ id }) => id === survivorId) ?? contacts[0];
  if (!survivor) return null;
  const setDistinct = (isUndo: boolean) =>
    markDistinct.mutate({ group: contacts, isUndo }, { onSuccess: () => setDismissed(!isUndo), onError: toast.failed });

  if (isDismissed)
    return (
      <div className={css.apart}>
        <span id={messageId} className={css.words}>
          {t('toldApart', { names: contacts.map(nameOf).join(', ') })}
        </span>
        <Button
          ref={button}
          size="sm"
          kind="ghost"
          aria-describedby={messageId}
          busy={isPending}
          onClick={() => setDistinct(true)}
        >
          {t('undo')}
        </Button>
      </div>
    );
  return (
    <fieldset className={css.group}>
      <legend>{t(reasons[reason])}</legend>
      {contacts.map((contact) => (
        <label key={contact.id} className={css.person}>
          <input
            type="radio"
            name={`stays-${contacts[0]!.id}-${reason}`}
            checked={contact.id === survivor.id}
            onChange={() => setSurvivorId(contact.id)}
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
        <Button ref={button} size="sm" kind="ghost" busy={isPending} onClick={() => setDistinct(false)}>
          {t('notTheSame')}
        </Button>
        <Button size="sm" busy={isMerging} onClick={() => onMerge(survivor)}>
          {t('uniteNamed', { name: survivor.name })}
        </Button>
      </div>
    </fieldset>
  );
}
