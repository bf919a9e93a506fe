/** Templates approved by a channel: the list, and a preview with filled placeholders. */
import type {
  AutomaticOccasion,
  Template,
  TemplatePlaceholder,
  TemplatePreview,
} from '@balcao/contract/endpoints/templates';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { upload } from '../../lib/upload.ts';

export type { AutomaticOccasion, Template, TemplatePlaceholder, TemplatePreview };
/** The recipient: the contact of a ticket, or a contact without one. */
export type TemplateRecipient = { ticketId: number } | { contactId: number };
export type PlaceholderValues = Readonly<Record<string, string>>;

/** The templates of a connection that can be sent now. */
export function useSendableTemplates(whatsappId: number, searchParam: string) {
  const query = { whatsappId, searchParam, sendable: 'true' as const };
  return useInfiniteList({
    key: api.templates.list.key({ query }),
    page: (pageNumber, signal) => api.templates.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.templates,
  });
}

/** The first page of a connection's templates that can be sent without a file and match the text. */
export const useFoundTemplates = (whatsappId: number, searchParam: string) =>
  useQuery({
    ...api.templates.list.query({ query: { whatsappId, searchParam, sendable: 'alone' } }),
    select: ({ templates }) => templates,
    // The previous ones stay until the new ones arrive, so that the list does not jump; never those of another connection.
    placeholderData: (previous) => (previous?.templates[0]?.whatsappId === whatsappId ? previous : undefined),
  });

/** The chosen template, whichever page of the list it is on. `undefined` while it is loading, or when it cannot be sent. */
export function useSendableTemplate(whatsappId: number, templateId: number | null): Template | undefined {
  const query = { whatsappId, templateId: templateId ?? undefined, sendable: 'alone' as const };
  const { data } = useQuery({ ...api.templates.list.query({ query }), enabled: templateId !== null });
  return data?.templates.find(({ id }) => id === templateId);
}

/** Rendered by the server, which knows all variables and how the channel joins the parts. */
export const useTemplatePreview = (template: Template, recipient: TemplateRecipient, values: PlaceholderValues) =>
  useQuery({
    ...api.templates.preview.query({ params: { id: template.id }, body: { ...recipient, values } }),
    placeholderData: keepPreviousData,
  });

/** Fetches the templates from the channel again. */
export function useSyncTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api.templates.sync({ body: { whatsappId } }),
    onSuccess: () => invalidateModule(client, 'templates'),
  });
}

/** The templates that replace automatic messages after the reply window has closed. */
export const useAutomaticTemplates = (connectionId: number, { enabled = true } = {}) =>
  useQuery({ ...api.templates.automatic.query({ params: { connectionId } }), enabled });

export function useSetAutomaticTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ connectionId, templates }: { connectionId: number; templates: AutomaticChoice[] }) =>
      api.templates.setAutomatic({ params: { connectionId }, body: { templates } }),
    onSuccess: () => invalidateModule(client, 'templates'),
  });
}
export interface AutomaticChoice {
  occasion: AutomaticOccasion;
  templateId: number;
  values: Record<string, string>;
}

interface TemplateSendRequest {
  template: Template;
  values: PlaceholderValues;
  clientKey: string;
  /** The file of the header; with a file everything is sent as a form. */
  file: File | null;
}

/** Sends a template in an existing ticket. */
export function sendTemplate(ticketId: number, { template, values, clientKey, file }: TemplateSendRequest) {
  const body = { templateId: template.id, values, clientKey };
  if (!file) return api.templates.send({ params: { ticketId }, body });
  const path = `/messages/template/${ticketId}`;
  return upload<{ message: string; newMsg: Message }>({ path, form: formOf(body, file), key: clientKey });
}

/** Starts a ticket with a template. */
export function startTemplate(
  recipient: { contactId: number; queueId: number },
  { template, values, clientKey, file }: TemplateSendRequest,
) {
  const body = { ...recipient, values, clientKey };
  if (!file) return api.templates.start({ params: { id: template.id }, body });
  const path = `/templates/${template.id}/start`;
  return upload<{ ticket: Ticket; newMsg: Message }>({ path, form: formOf(body, file), key: clientKey });
}

/** Fields precede the file, so that a server that streams the body has read them before the file. */
function formOf({ values, ...fields }: { values: PlaceholderValues } & Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('values', JSON.stringify(values));
  form.set('medias', file, file.name);
  return form;
}
