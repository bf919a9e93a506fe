/** Notes about a contact, newest first. */
import type { Note } from '@balcao/contract/endpoints/notes';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { Note };

const listOf = (contactId: number) => ({ query: { contactId } });

export const useContactNotes = (contactId: number) => useQuery(api.notes.list.query(listOf(contactId)));

export function useAddContactNote(contactId: number, ticketId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => api.notes.create({ body: { note, ticketId, contactId } }),
    onSuccess: (note) => change(client, contactId, (notes) => [note, ...notes.filter(({ id }) => id !== note.id)]),
  });
}

export function useEditContactNote(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: { id: number; note: string }) => api.notes.update({ params: { id }, body: { note } }),
    onSuccess: (note) =>
      change(client, contactId, (notes) => notes.map((other) => (other.id === note.id ? note : other))),
  });
}

export function useRemoveContactNote(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.notes.remove({ params: { id } }),
    onSuccess: (_, id) => change(client, contactId, (notes) => notes.filter((other) => other.id !== id)),
  });
}

/** A fetch under way does not contain the change, so it is repeated. */
function change(client: QueryClient, contactId: number, next: (notes: Note[]) => Note[]): void {
  const queryKey = api.notes.list.key(listOf(contactId));
  client.setQueryData<Note[]>(queryKey, (notes) => notes && next(notes));
  void client.invalidateQueries({ queryKey });
}
