/** Draft of the integration form: its fields, what each type requires and what is sent. */
import { integrations as calls, type Integration } from '@balcao/contract/endpoints/integrations';
import { z } from 'zod';
import type { IntegrationDraft } from '../../entities/integrations/integrations.api.ts';
import type { useDraftForm } from '../../lib/draft-form.ts';
import { sendsWebhooks } from './sends-webhooks.ts';

const Typed = calls.create.body.extend({ flowId: z.number().nullable() });
type Draft = z.output<typeof Typed>;
export type IntegrationForm = ReturnType<typeof useDraftForm<typeof Typed>>;

/** A stored value stays as long as it still belongs to the same address. */
const hasStoredHeader = (draft: Draft, existing: Integration | undefined): boolean =>
  existing?.hasHeaderValue === true && existing.urlN8N === draft.urlN8N;

/** Each type requires its own fields; the server has the same rules. */
export function integrationForm(existing: Integration | undefined): typeof Typed {
  const missing: [keyof Draft, (draft: Draft) => boolean][] = [
    ['projectName', ({ type, projectName }) => type === 'dialogflow' && projectName === ''],
    [
      'jsonContent',
      ({ type, jsonContent }) => type === 'dialogflow' && jsonContent === '' && !existing?.serviceAccountEmail,
    ],
    ['urlN8N', ({ type, urlN8N }) => (type === 'typebot' || sendsWebhooks(type)) && urlN8N === ''],
    ['typebotSlug', ({ type, typebotSlug }) => type === 'typebot' && typebotSlug === ''],
    ['flowId', ({ type, flowId }) => type === 'flowbuilder' && flowId === null],
    [
      'headerValue',
      (draft) =>
        sendsWebhooks(draft.type) &&
        draft.headerName !== '' &&
        draft.headerValue === '' &&
        !hasStoredHeader(draft, existing),
    ],
  ];
  return missing
    .reduce(
      (schema, [field, isMissing]) =>
        // Checked even while other fields are invalid, so that all missing fields are shown together.
        schema.refine((draft) => !isMissing(draft), { path: [field], params: { rule: 'required' }, when: () => true }),
      Typed,
    )
    .refine(({ type, jsonContent }) => type !== 'dialogflow' || jsonContent === '' || accountOf(jsonContent) !== null, {
      path: ['jsonContent'],
      params: { rule: 'invalid' },
      when: () => true,
    });
}

export const valuesOf = (integration: Integration | undefined): z.input<typeof Typed> => ({
  type: integration?.type ?? 'webhook',
  name: integration?.name ?? '',
  projectName: integration?.projectName ?? '',
  jsonContent: '',
  language: integration?.language ?? 'pt-BR',
  urlN8N: integration?.urlN8N ?? '',
  typebotSlug: integration?.typebotSlug ?? '',
  typebotDelayMessage: integration?.typebotDelayMessage ?? 1000,
  typebotExpires: integration?.typebotExpires ?? 1,
  typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
  typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
  typebotRestartMessage: integration?.typebotRestartMessage ?? '',
  typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
  flowId: integration?.flowId ?? null,
  headerName: integration?.headerName ?? '',
  headerValue: '',
});

/** Only the fields of the chosen type; empty keys are left out, so that the stored ones stay. */
export function sendable(draft: Draft): IntegrationDraft {
  const { type, name } = draft;
  switch (type) {
    case 'dialogflow': {
      const { projectName, language, jsonContent } = draft;
      return { type, name, projectName, language, ...(jsonContent !== '' && { jsonContent }) };
    }
    case 'n8n':
    case 'webhook': {
      const { urlN8N, headerName, headerValue } = draft;
      return { type, name, urlN8N, headerName, ...(headerValue !== '' && { headerValue }) };
    }
    case 'typebot': {
      const { urlN8N, typebotSlug, typebotDelayMessage, typebotExpires, typebotKeywordFinish } = draft;
      const { typebotKeywordRestart, typebotRestartMessage, typebotUnknownMessage } = draft;
      return {
        type,
        name,
        urlN8N,
        typebotSlug,
        typebotDelayMessage,
        typebotExpires,
        typebotKeywordFinish,
        typebotKeywordRestart,
        typebotRestartMessage,
        typebotUnknownMessage,
      };
    }
    case 'flowbuilder':
      return { type, name, flowId: draft.flowId };
  }
}

/** The parts of a service account file that the form shows; null if it is none. */
export function accountOf(json: string): { email: string; project: string } | null {
  try {
    const { type, client_email: email, private_key: key, project_id: project } = JSON.parse(json) as Account;
    if (type !== 'service_account' || typeof email !== 'string' || typeof key !== 'string') return null;
    return { email, project: typeof project === 'string' ? project : '' };
  } catch {
    return null;
  }
}
type Account = Partial<Record<'type' | 'client_email' | 'private_key' | 'project_id', unknown>>;
