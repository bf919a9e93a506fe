/** Texts that a channel has approved beforehand: what there is to choose from, and how one reads when it is filled in. */
import type { AutomaticOccasion, Template, TemplateGap, TemplatePreview } from '@balcao/contract/endpoints/templates';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, forget } from '../../lib/api.ts';
import { useEndless } from '../../lib/endless.ts';

export type { AutomaticOccasion, Template, TemplateGap, TemplatePreview };
/** Whom it speaks to: somebody in a conversation, or a contact that has none yet. */
export type Whom = { ticketId: number } | { contactId: number };
export type GapValues = Readonly<Record<string, string>>;

/** Those of one connection that can be sent now. */
export function useSendableTemplates(whatsappId: number, searchParam: string) {
  const query = { whatsappId, searchParam, sendable: 'true' as const };
  return useEndless({
    key: api.templates.list.key({ query }),
    page: (pageNumber, signal) => api.templates.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.templates,
  });
}

/** Told by the server: it knows every name, and how the channel joins the parts. */
export const useTemplatePreview = (template: Template, whom: Whom, values: GapValues) =>
  useQuery({
    ...api.templates.preview.query({ params: { id: template.id }, body: { ...whom, values } }),
    placeholderData: keepPreviousData,
  });

/** Asks the channel anew what it keeps. */
export function useSyncTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api.templates.sync({ body: { whatsappId } }),
    onSuccess: () => forget(client, 'templates'),
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
    onSuccess: () => forget(client, 'templates'),
  });
}
export interface AutomaticChoice {
  occasion: AutomaticOccasion;
  templateId: number;
  values: Record<string, string>;
}
