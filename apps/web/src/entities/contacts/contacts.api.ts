/** One contact as the server keeps it, and what may be changed of it. The open conversations show every change at once. */
import type { Contact, ContactDraft } from '@balcao/contract/endpoints/contacts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.tsx';
import { patchContactLists } from './contact-lists.ts';

export type { Contact };

const keyOf = (id: number) => api.contacts.show.key({ params: { id } });

export function useContact(id: number) {
  const client = useQueryClient();
  useLive('contact', (told) => {
    if ('contact' in told && told.contact.id === id) keepContact(client, told.contact);
  });
  return useQuery({ ...api.contacts.show.query({ params: { id } }), retry: false });
}

/** What the server answered or told is what lists, the panel and the open conversation show from now on. */
export function keepContact(client: QueryClient, contact: Contact): void {
  client.setQueryData(keyOf(contact.id), contact);
  patchContactLists(client, contact);
  patchOpenTickets(client, contact.id, contact);
}

/** Shown before the server has agreed; when it refuses, things are as they were. */
export function useContactAct<V>(
  id: number,
  act: (value: V) => Promise<Contact>,
  foresee: (value: V, known: Contact) => Partial<Contact>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      const before = client.getQueryData<Contact>(keyOf(id));
      if (before) keepContact(client, { ...before, ...foresee(value, before) });
      return { before };
    },
    onError: (_error, _value, kept) => {
      if (kept?.before) keepContact(client, kept.before);
    },
    onSuccess: (contact) => keepContact(client, contact),
  });
}

export const useBlockContact = (id: number) =>
  useContactAct(
    id,
    (active: boolean) => api.contacts.block({ params: { id }, body: { active } }),
    (active) => ({ active }),
  );

/** The wire flips these two, whatever they were: the answer tells how they are now. */
export const useToggleAudio = (id: number) =>
  useContactAct(
    id,
    () => api.contacts.toggleAudio({ params: { id } }),
    (_: void, known) => ({ acceptAudioMessage: !known.acceptAudioMessage }),
  );
export const useToggleBot = (id: number) =>
  useContactAct(
    id,
    () => api.contacts.toggleBot({ params: { id } }),
    (_: void, known) => ({ disableBot: !known.disableBot }),
  );

type Label = Contact['tags'][number];
/** These are its tags from now on, and no others. */
export const useContactTags = (id: number) =>
  useContactAct(
    id,
    (tags: readonly Label[]) => api.tags.sync({ body: { contactId: id, tags: tags.map((tag) => ({ id: tag.id })) } }),
    (tags) => ({ tags: [...tags] }),
  );

/** Without an id it is a new one. */
export function useSaveContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id?: number | undefined } & z.input<typeof ContactDraft>) =>
      id === undefined ? api.contacts.create({ body }) : api.contacts.update({ params: { id }, body }),
    onSuccess: (contact) => keepContact(client, contact),
  });
}

/** One number in clear; who looked is written down. */
export const useRevealNumber = () =>
  useMutation({ mutationFn: (id: number) => api.contacts.reveal({ params: { id } }) });

function patchOpenTickets(client: QueryClient, contactId: number, contact: Contact): void {
  client.setQueriesData<Ticket>({ queryKey: ['tickets', 'open'] }, (ticket) =>
    ticket && ticket.contactId === contactId
      ? { ...ticket, contact: { ...ticket.contact, ...seenOf(contact) } }
      : ticket,
  );
}
const seenOf = ({
  name,
  number,
  email,
  urlPicture,
  active,
  acceptAudioMessage,
  disableBot,
  extraInfo,
  tags,
}: Contact) => ({
  name,
  number,
  email,
  urlPicture,
  active,
  acceptAudioMessage,
  disableBot,
  extraInfo,
  tags,
});
