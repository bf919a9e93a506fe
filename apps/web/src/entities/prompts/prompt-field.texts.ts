import { texts } from '../../lib/texts.ts';

export const promptFieldTexts = texts({
  prompt: { pt: 'Prompt de IA', en: 'AI prompt', es: 'Prompt de IA' },
  none: { pt: 'Nenhum', en: 'None', es: 'Ninguno' },
  noPrompts: {
    pt: 'Ainda não há prompts de IA.',
    en: 'There are no AI prompts yet.',
    es: 'Aún no hay prompts de IA.',
  },
});
