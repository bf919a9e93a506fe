/** One contact and its changes. Open conversations show every change at once. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { pick } from '../../lib/pick.ts';
import { useTopic } from '../../lib/topics.tsx';
import { patchContactLists } from './contact-lists.ts';

export type { Contact };

const keyOf = (id: number) => api.contacts.show.key({ params: { id } });

export function useContact(id: number) {
  const client = useQueryClient();
  useTopic('contact', (payload) => {
    if ('contact' in payload && payload.contact.id === id) cacheContact(client, payload.contact);
  });
  return useQuery({ ...api.contacts.show.query({ params: { id } }), retry: false });
}

/** Writes a contact from a reply or a socket update into lists, panel and open conversations. */
export function cacheContact(client: QueryClient, contact: Contact): void {
  client.setQueryData(keyOf(contact.id), contact);
  patchContactLists(client, contact);
  patchOpenTickets(client, contact.id, contact);
}

/** Optimistic update; undone if the server refuses. */
export function useContactMutation<V>(
  id: number,
  action: (value: V) => Promise<Contact>,
  predict: (value: V, current: Contact) => Partial<Contact>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      const before = client.getQueryData<Contact>(keyOf(id));
      if (before) cacheContact(client, { ...before, ...predict(value, before) });
      return { before };
    },
    onError: (_error, _value, context) => {
      if (context?.before) cacheContact(client, context.before);
    },
    onSuccess: (contact) => cacheContact(client, contact),
  });
}

export const useBlockContact = (id: number) =>
  useContactMutation(
    id,
    (active: boolean) => api.contacts.block({ params: { id }, body: { active } }),
    (active) => ({ active }),
  );

/** The API toggles these two values; the reply contains the new ones. */
export const useToggleAudio = (id: number) =>
  useContactMutation(
    id,
    () => api.contacts.toggleAudio({ params: { id } }),
    (_: void, current) => ({ acceptAudioMessage: !current.acceptAudioMessage }),
  );
export const useToggleBot = (id: number) =>
  useContactMutation(
    id,
    () => api.contacts.toggleBot({ params: { id } }),
    (_: void, current) => ({ disableBot: !current.disableBot }),
  );

type Label = Contact['tags'][number];
/** Replaces the contact's tags. */
export const useContactTags = (id: number) =>
  useContactMutation(
    id,
    (tags: readonly Label[]) => api.tags.sync({ body: { contactId: id, tags: tags.map((tag) => ({ id: tag.id })) } }),
    (tags) => ({ tags: [...tags] }),
  );

/** Reveals one masked number; the access is audited. */
export const useRevealNumber = () =>
  useMutation({ mutationFn: (id: number) => api.contacts.reveal({ params: { id } }) });

function patchOpenTickets(client: QueryClient, contactId: number, contact: Contact): void {
  client.setQueriesData<Ticket>({ queryKey: ['tickets', 'open'] }, (ticket) =>
    ticket && ticket.contactId === contactId
      ? { ...ticket, contact: { ...ticket.contact, ...patchOf(contact) } }
      : ticket,
  );
}
/** The part of a contact that a ticket carries. */
const patchOf = (contact: Contact) =>
  pick(contact, [
    'name',
    'number',
    'email',
    'urlPicture',
    'active',
    'acceptAudioMessage',
    'disableBot',
    'extraInfo',
    'tags',
  ]);
