import { texts } from '../../lib/texts.ts';

export const flowFieldTexts = texts({
  inactive: { pt: '{name} (desativado)', en: '{name} (inactive)', es: '{name} (desactivado)' },
  noFlows: {
    pt: 'Ainda não há fluxos. Crie um em Fluxos de conversa.',
    en: 'There are no flows yet. Create one in Conversation flows.',
    es: 'Aún no hay flujos. Crea uno en Flujos de conversación.',
  },
});
