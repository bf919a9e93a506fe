/** Adds tags to the contacts of one or more tickets; existing tags stay. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { cacheContact } from '../../../entities/contacts/contacts.api.ts';
import { api } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Chip, Dialog, DialogCancel, useToast } from '../../../ui/index.ts';
import { TagPicker, type TagLabel } from '../panel/tag-picker.tsx';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import { Progress, useBulkActions } from './bulk-actions.tsx';

export function TagContactsDialog({ tickets, onClose }: { tickets: readonly Ticket[]; onClose: () => void }) {
  const t = useTexts(actionTexts);
  const toast = useToast();
  const client = useQueryClient();
  // Two tickets of one contact count once.
  const [uniqueTickets] = useState(() => [...new Map(tickets.map((ticket) => [ticket.contactId, ticket])).values()]);
  const bulk = useBulkActions(uniqueTickets);
  const [chosen, setChosen] = useState<readonly TagLabel[]>([]);
  const [tried, setTried] = useState(false);
  const isRunning = bulk.run?.isRunning ?? false;
  const [first] = uniqueTickets;
  const existingTags = uniqueTickets.length === 1 ? (first?.contact.tags ?? []) : [];

  /** Fetched again: the API replaces all tags, and the list may be outdated. */
  const addTags = async ({ contactId }: Ticket) => {
    const { tags } = await api.contacts.show({ params: { id: contactId } });
    const ids = new Set([...tags, ...chosen].map(({ id }) => id));
    cacheContact(client, await api.tags.sync({ body: { contactId, tags: [...ids].map((id) => ({ id })) } }));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (chosen.length === 0 || isRunning) return;
    const failures = await bulk.start(addTags);
    if (uniqueTickets.length === 1 && failures[0]) return toast.failed(failures[0].error);
    if (failures.length > 0) return;
    toast.done(t('tagged'));
    onClose();
  };

  return (
    <Dialog
      title={
        uniqueTickets.length > 1
          ? t('tagMany', { count: uniqueTickets.length })
          : t('tagTitle', { name: first?.contact.name ?? '' })
      }
      width={440}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={isRunning}>
            {t('addTags')}
          </Button>
        </>
      }
    >
      {(existingTags.length > 0 || chosen.length > 0) && (
        <div className={css.chips}>
          {existingTags.map((tag) => (
            <Chip key={tag.id} color={tag.color}>
              {tag.name}
            </Chip>
          ))}
          {chosen.map((tag) => (
            <Chip
              key={tag.id}
              color={tag.color}
              removeLabel={`${t('change')} ${tag.name}`}
              onRemove={() => setChosen(chosen.filter(({ id }) => id !== tag.id))}
            >
              {tag.name}
            </Chip>
          ))}
        </div>
      )}
      <TagPicker
        label={t('tagsToAdd')}
        selectedTags={[...existingTags, ...chosen]}
        onPick={(tag) => setChosen((current) => [...current, tag])}
        error={tried && chosen.length === 0 && t('tagFirst')}
      />
      <Progress run={bulk.run} />
    </Dialog>
  );
}
