/** Creates a flow: with its start only, or with the drawing of a template as its first draft. */
import { newId } from '@balcao/domain/flow/ids';
import { api } from '../../../lib/api.ts';
import type { Language } from '../../../lib/language.tsx';

export interface ChosenTemplate {
  key: string;
  name: string;
}

export async function fillFromTemplate(flowId: number, key: string, language: Language): Promise<void> {
  const { flowTemplates } = await import('@balcao/domain/flow/templates/templates');
  const template = flowTemplates.find((candidate) => candidate.key === key);
  if (!template) return;
  const { rev } = await api.flows.draft({ params: { id: flowId } });
  const doc = template.build(language, () => newId((count) => crypto.getRandomValues(new Uint8Array(count))));
  await api.flows.saveDraft({ params: { id: flowId }, body: { rev, doc } });
}
