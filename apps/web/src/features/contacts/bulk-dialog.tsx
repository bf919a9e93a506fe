/** Asks before something is done with several contacts, and does it one after the other with progress. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { dropFromLists } from '../../entities/contacts/contact-lists.ts';
import { cacheContact } from '../../entities/contacts/contacts.api.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, MultiSelectField, TextField, useToast } from '../../ui/index.ts';
import { bulkTexts } from './bulk.texts.ts';
import css from './contacts.module.css';

export type BulkAction = 'tag' | 'block' | 'remove';
interface Run {
  done: number;
  failures: readonly { contact: Contact; error: unknown }[];
  isRunning: boolean;
}

export function BulkDialog({
  action,
  contacts,
  onDone,
  onClose,
}: {
  action: BulkAction;
  contacts: readonly Contact[];
  /** Everything succeeded. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(bulkTexts);
  const toast = useToast();
  // The selection as it was: removed contacts leave the list while the others are still worked on.
  const [chosen] = useState(contacts);
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const act = useAct(action, tagIds);
  const tags = useTagPicks().data ?? [];
  const count = formatNumber(chosen.length);
  const [first] = chosen;
  const isOne = chosen.length === 1;
  // Deleting several people at once cannot be undone, so it needs more than a click.
  const isTyped = action === 'remove' && !isOne;
  const isReady = action === 'tag' ? tagIds.length > 0 : !isTyped || typed.trim() === String(chosen.length);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady || run?.isRunning) return;
    const failures: Run['failures'][number][] = [];
    for (const [at, contact] of chosen.entries()) {
      setRun({ done: at, failures: [...failures], isRunning: true });
      await act(contact).catch((error: unknown) => failures.push({ contact, error }));
    }
    setRun({ done: chosen.length, failures, isRunning: false });
    if (failures.length > 0) return;
    toast.done(isOne ? t(`${action}DoneOne`) : t(`${action}Done`, { count }));
    onDone();
  };

  return (
    <Dialog
      title={isOne ? t(`${action}TitleOne`, { name: first!.name }) : t(`${action}Title`, { count })}
      width={440}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <DialogCancel />
          <Button
            kind={action === 'remove' ? 'danger' : 'primary'}
            type="submit"
            busy={run?.isRunning}
            disabled={isTyped && !isReady}
          >
            {t(action === 'tag' ? 'addTags' : action)}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t(`${action}Text`)}</p>
      {action === 'tag' && (
        <MultiSelectField
          label={t('tags')}
          placeholder={t('chooseTags')}
          options={tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
          value={tagIds}
          onChange={setTagIds}
          error={isTried && tagIds.length === 0 && t('chooseTags')}
        />
      )}
      {isTyped && (
        <TextField
          label={t('typeCount', { count: chosen.length })}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {run && <Outcome run={run} total={chosen.length} />}
    </Dialog>
  );
}

function Outcome({ run: { done, failures, isRunning }, total }: { run: Run; total: number }) {
  const t = useTexts(bulkTexts);
  const language = useLanguage();
  if (isRunning)
    return (
      <p className={css.text} role="status">
        {t('progress', { done: formatNumber(done), total: formatNumber(total) })}
      </p>
    );
  if (failures.length === 0) return null;
  return (
    <div role="alert">
      <p className={css.text}>
        {t('someFailed', { done: formatNumber(total - failures.length), total: formatNumber(total) })}
      </p>
      <ul className={css.failures}>
        {failures.map(({ contact, error }) => (
          <li key={contact.id}>
            <b>{contact.name}</b>: {errorText(error, language)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useAct(action: BulkAction, tagIds: readonly number[]): (contact: Contact) => Promise<void> {
  const client = useQueryClient();
  const acts: Record<BulkAction, (contact: Contact) => Promise<void>> = {
    // Fetched again: the API replaces all tags, and the list may be outdated.
    tag: async ({ id: contactId }) => {
      const { tags } = await api.contacts.show({ params: { id: contactId } });
      const ids = [...new Set([...tags.map(({ id }) => id), ...tagIds])];
      cacheContact(client, await api.tags.sync({ body: { contactId, tags: ids.map((id) => ({ id })) } }));
    },
    block: async ({ id }) =>
      cacheContact(client, await api.contacts.block({ params: { id }, body: { active: false } })),
    remove: async ({ id }) => {
      await api.contacts.remove({ params: { id } });
      dropFromLists(client, id);
    },
  };
  return acts[action];
}
