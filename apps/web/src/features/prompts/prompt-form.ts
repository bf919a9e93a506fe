import { prompts as calls } from '@balcao/contract/endpoints/prompts';
import { z } from 'zod';
import { useSavePrompt, type Prompt } from '../../entities/prompts/prompts.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { promptTexts } from './prompts.texts.ts';

const Fields = calls.create.body.omit({ actions: true }).extend({
  /** Missing until one is chosen. */
  queueId: z
    .number()
    .nullable()
    .refine((id) => id !== null, { params: { rule: 'required' } }),
  transferQueueIds: z.array(z.number()).max(50),
  tagIds: z.array(z.number()).max(50),
  canClose: z.boolean(),
});
export type PromptValues = z.input<typeof Fields>;
type Typed = Pick<z.output<typeof Fields>, 'provider' | 'baseUrl'>;

/** The stored key counts only for the service and address that it was typed for. */
export const hasStoredKey = (prompt: Prompt | undefined, typed: Typed): boolean =>
  prompt !== undefined &&
  prompt.apiKeyLast4 !== null &&
  prompt.provider === typed.provider &&
  prompt.baseUrl === typed.baseUrl;

const schemaFor = (prompt: Prompt | undefined) =>
  Fields.superRefine((typed, { addIssue }) => {
    const required = (field: 'apiKey' | 'voiceKey' | 'voiceRegion') =>
      addIssue({ code: 'custom', path: [field], params: { rule: 'required' } });
    if (typed.provider !== 'sandbox' && typed.apiKey === '' && !hasStoredKey(prompt, typed)) required('apiKey');
    if (typed.voice === 'texto') return;
    if (typed.voiceKey === '' && !prompt?.voiceKeyLast4) required('voiceKey');
    if (typed.voiceRegion === '') required('voiceRegion');
  });

const valuesOf = (prompt: Prompt | undefined, onlyQueueId: number | null) =>
  ({
    name: prompt?.name ?? '',
    prompt: prompt?.prompt ?? '',
    provider: prompt?.provider ?? 'openai',
    model: prompt?.model ?? '',
    baseUrl: prompt?.baseUrl ?? '',
    voice: prompt?.voice ?? 'texto',
    voiceRegion: prompt?.voiceRegion ?? '',
    maxTokens: prompt?.maxTokens ?? 100,
    temperature: prompt?.temperature ?? 1,
    maxMessages: prompt?.maxMessages ?? 10,
    queueId: prompt ? prompt.queueId : onlyQueueId,
    transferQueueIds: prompt?.actions.transferQueueIds ?? [],
    tagIds: prompt?.actions.tagIds ?? [],
    canClose: prompt?.actions.canClose ?? false,
    hidesPersonalData: prompt?.hidesPersonalData ?? true,
    apiKey: '',
    voiceKey: '',
  }) satisfies PromptValues;

interface PromptFormOptions {
  prompt: Prompt | undefined;
  /** Queue of a company that has only one. */
  onlyQueueId: number | null;
  onCreated: (prompt: Prompt) => void;
}

export function usePromptForm({ prompt, onlyQueueId, onCreated }: PromptFormOptions) {
  const t = useTexts(promptTexts);
  const toast = useToast();
  const save = useSavePrompt();
  const form = useDraftForm({
    schema: schemaFor(prompt),
    values: valuesOf(prompt, onlyQueueId),
    save: async ({ transferQueueIds, tagIds, canClose, queueId, ...fields }) => {
      const actions = { transferQueueIds, tagIds, canClose };
      const saved = await save.mutateAsync({ id: prompt?.id, ...fields, queueId, actions });
      toast.done(t(prompt ? 'changed' : 'created'));
      if (!prompt) return onCreated(saved);
      // What is stored is the new beginning: the form has no unsaved changes, and the keys are gone from it.
      for (const [field, value] of Object.entries(valuesOf(saved, null)))
        form.setInitial(field as keyof PromptValues, value);
    },
    onSaved: () => {},
    onError: toast.failed,
    fieldByCode: { ERR_PROMPT_NAME_TAKEN: 'name', ERR_QUEUE_NOT_FOUND: 'queueId' },
    ruleText: (field, rule) => {
      if (field === 'queueId') return t('chooseQueue');
      if (field !== 'name' && field !== 'prompt') return undefined;
      if (rule === 'tooShort') return t('tooShort');
      return rule === 'tooLong' ? t('tooLong') : undefined;
    },
  });
  return form;
}
export type PromptForm = ReturnType<typeof usePromptForm>;
