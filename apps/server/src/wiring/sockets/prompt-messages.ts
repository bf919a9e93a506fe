import { presentPrompt, presentPromptBrief } from '../../modules/ai/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

export function promptMessages({ ai: { prompts } }: Modules): BuildersOf<'prompt' | 'ai-ceiling'> {
  return {
    'prompt.saved': async ({ promptId, isNew }, companyId) => {
      const prompt = await prompts.find(companyId, promptId);
      if (!prompt) return [];
      const action = actionOf(isNew);
      return [
        { topic: 'prompt', to: ['admins'], payload: { action, prompt: presentPrompt(prompt) } },
        { topic: 'prompt', to: ['plain'], payload: { action, prompt: presentPromptBrief(prompt) } },
      ];
    },
    'prompt.removed': ({ promptId }) => [{ topic: 'prompt', to: ['company'], payload: { action: 'delete', promptId } }],
    'ai-ceiling.reached': ({ ceiling, percent }) => [
      { topic: 'prompt', to: ['admins'], payload: { action: 'ceiling', ceiling, percent } },
    ],
  };
}
