/** Saves, blocks and removes contacts. The API takes a contact form in parts: data, preferences and owner, tags. */
import type { Contact, ContactChange, ContactDraft } from '@balcao/contract/endpoints/contacts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';
import { dropFromLists } from './contact-lists.ts';
import { cacheContact } from './contacts.api.ts';

type Data = Required<Pick<z.output<typeof ContactDraft>, 'name' | 'number' | 'email' | 'extraInfo'>>;
type Choices = Pick<
  z.input<typeof ContactChange>,
  'acceptAudioMessage' | 'disableBot' | 'walletUserId' | 'walletQueueId'
>;

export interface ContactForm {
  /** None for a new contact. */
  existing: { id: number } | undefined;
  data: Data;
  /** Only what differs from the stored contact, or from the defaults of a new one. */
  choices: Choices;
  /** Omitted: the tags stay as they are. */
  tagIds?: readonly number[];
  /** Called as soon as the new contact exists, even if a later request fails. */
  onCreated?: (contact: Contact) => void;
}

export function useSaveContactForm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ existing, data, choices, tagIds, onCreated }: ContactForm) => {
      let contact = existing
        ? await api.contacts.update({ params: { id: existing.id }, body: { ...data, ...choices } })
        : await createContact(client, data);
      if (!existing) onCreated?.(contact);
      if (!existing && Object.keys(choices).length > 0)
        contact = await api.contacts.update({ params: { id: contact.id }, body: choices });
      if (tagIds && !sameIds(contact.tags, tagIds))
        contact = await api.tags.sync({ body: { contactId: contact.id, tags: tagIds.map((id) => ({ id })) } });
      return contact;
    },
    onSuccess: (contact) => cacheContact(client, contact),
  });
}

async function createContact(client: QueryClient, body: Data): Promise<Contact> {
  const contact = await api.contacts.create({ body });
  cacheContact(client, contact);
  void client.invalidateQueries({ queryKey: ['contacts', 'list'] });
  return contact;
}

const sameIds = (tags: Contact['tags'], ids: readonly number[]): boolean =>
  tags.length === ids.length && tags.every(({ id }) => ids.includes(id));

/** Blocks or unblocks any contact of a list. */
export function useSetActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      api.contacts.block({ params: { id }, body: { active } }),
    onSuccess: (contact) => cacheContact(client, contact),
  });
}

export function useRemoveContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.contacts.remove({ params: { id } }),
    onSuccess: (_done, id) => dropFromLists(client, id),
  });
}
