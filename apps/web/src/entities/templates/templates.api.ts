/** Texts that a channel has approved beforehand: what there is to choose from, and how one reads when it is filled in. */
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
/** Whom it speaks to: somebody in a conversation, or a contact that has none yet. */
export type TemplateRecipient = { ticketId: number } | { contactId: number };
export type PlaceholderValues = Readonly<Record<string, string>>;

/** Those of one connection that can be sent now; `alone`, without anybody who would choose a file. */
export function useSendableTemplates(whatsappId: number, searchParam: string, { alone = false } = {}) {
  const query = { whatsappId, searchParam, sendable: alone ? ('alone' as const) : ('true' as const) };
  return useInfiniteList({
    key: api.templates.list.key({ query }),
    page: (pageNumber, signal) => api.templates.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.templates,
  });
}

/** Told by the server: it knows every name, and how the channel joins the parts. */
export const useTemplatePreview = (template: Template, recipient: TemplateRecipient, values: PlaceholderValues) =>
  useQuery({
    ...api.templates.preview.query({ params: { id: template.id }, body: { ...recipient, values } }),
    placeholderData: keepPreviousData,
  });

/** Asks the channel anew what it keeps. */
export function useSyncTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api.templates.sync({ body: { whatsappId } }),
    onSuccess: () => invalidateModule(client, 'templates'),
  });
}

/** Which of them stands in for what the house says by itself, once free text is over. */
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
  /** What stands above the text; with it everything goes up as a form. */
  file: File | null;
}

/** Into a conversation that is there. */
export function sendTemplate(ticketId: number, { template, values, clientKey, file }: TemplateSendRequest) {
  const body = { templateId: template.id, values, clientKey };
  if (!file) return api.templates.send({ params: { ticketId }, body });
  const path = `/messages/template/${ticketId}`;
  return upload<{ message: string; newMsg: Message }>({ path, form: formOf(body, file), key: clientKey });
}

/** A conversation that begins with it. */
export function startTemplate(
  recipient: { contactId: number; queueId: number },
  { template, values, clientKey, file }: TemplateSendRequest,
) {
  const body = { ...recipient, values, clientKey };
  if (!file) return api.templates.start({ params: { id: template.id }, body });
  const path = `/templates/${template.id}/start`;
  return upload<{ ticket: Ticket; newMsg: Message }>({ path, form: formOf(body, file), key: clientKey });
}

/** Fields go before the file: a server that reads as it comes knows them by then. */
function formOf({ values, ...fields }: { values: PlaceholderValues } & Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('values', JSON.stringify(values));
  form.set('medias', file, file.name);
  return form;
}
